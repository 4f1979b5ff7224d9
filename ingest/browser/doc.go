// Package browser reads pages that need script or a login with a real Chromium,
// without a window.
//
// Read [Browser] first. [Browser.Fetch] asks for a page over plain HTTP, as every
// other does, and renders it only where the answer is a shell that its script would
// fill, or where a login stands before it and there is a profile that has one. So a
// site of plain pages never starts a browser. [Envelope] offers the same as a way to
// whole sources.
//
// Data goes: process.go has chromedp start Chromium, package proxy lets through what it
// loads, tab.go renders one page at a time, script.go holds what runs in it.
//
// # What keeps it in bounds
//
// Every connection goes through a proxy in this process that dials as [web.Client]
// does, asks policy for every host, wants a secret of this process, and is shut
// between pages. In front of it every request is looked at by its full address: a main
// document passes policy, prefixes, robots.txt and the pause of its host, as each hop
// of a plain request does. Images, media and fonts are not loaded, downloads, windows,
// prompts and dialogs refused. Chromium talks over an inherited pipe, so no port is
// open to other programs; what it says at once is bounded, but on Windows.
//
// One page is rendered at a time, in a session of its own that is forgotten after it.
// With a profile, cookies live in the folder of the profile and nowhere else; it is
// Chromium that writes them.
//
// A page that takes longer than Timeout costs the browser its life, whole process
// group; the next page starts another. On Linux the kernel ends it when this process
// dies; elsewhere it ends itself as its pipe closes.
//
// # The sandbox
//
// Chromium's own sandbox stays on. Chromium refuses to start with it as root, so as
// root on Linux, and only there, it is started without. In a
// container that forbids user namespaces, an ordinary user must either allow them or
// give --no-sandbox in Flags: that is never done silently.
//
// # What meets what
//
//	page                                          verdict
//	text after its script ran                     fetched, Via "browser"
//	still no text                                 shell
//	status of the page that the script leads to   as over plain HTTP
//	leads out of the prefixes or where policy says no   policy
//	leads where robots.txt says no                robots
//	does not come to rest, or blocks              fetched as far as it is; error timeout where it answers nothing
//	more than MaxBody, or MaxMemory               error too-large
//	a file instead of a page                      type
//	no browser, profile in use, a crash           error browser; shell where none is installed
package browser
