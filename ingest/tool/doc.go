// Package tool gets sources through programs that are installed: yt-dlp for videos,
// git for repositories, ctx7 for documentation of libraries.
// Each is a [web.Envelope], each is optional.
//
// Read [Tool] and [Programs.Run] first. git.go, ytdlp.go and ctx7.go have
// a program each. No shell is used, no program is taken from the current folder or the
// vault, nothing that a source says becomes an option, and what a program prints is
// bounded, then cleaned, then text.
//
// Programs connect by themselves, so every request of theirs goes through a [door]: a
// proxy of this process that asks policy about each host and opens each connection as
// [web.Client.Dial] does. Two ways lead round it, and for those the host is only looked
// up beforehand, which a name server that changes its answer can deceive: git over SSH,
// and ctx7 on a Node.js that knows no proxy (before 24).
package tool
