package web

import "slices"

// A Verdict says what became of one URL. The empty verdict means that nobody has
// looked yet.
type Verdict string

// The verdicts. [Verdict.Explain] has a sentence for each.
const (
	Fetched     Verdict = "fetched"
	NotModified Verdict = "not-modified"
	Duplicate   Verdict = "duplicate"
	Gone        Verdict = "gone"
	Soft404     Verdict = "soft-404"
	ConsentWall Verdict = "consent-wall"
	LoginWall   Verdict = "login-wall"
	Shell       Verdict = "shell"
	Type        Verdict = "type"
	Robots      Verdict = "robots"
	Denied      Verdict = "policy"
	Quota       Verdict = "quota"
	Failed      Verdict = "error"
)

// A Look says how much a verdict tells about the page.
type Look int

// How much was seen.
const (
	CouldNotLook Look = iota // nothing is known about the page: absence of evidence, and no more
	NothingThere             // somebody looked, and there is no page of evidence
	LooksGood                // there is a page, and its text is held or was held before
)

// verdicts is the table of what each verdict means. Final is true where asking again
// in the same crawl would bring nothing new.
var verdicts = []verdictRow{
	{Fetched, LooksGood, true, "the page was read in full"},
	{NotModified, LooksGood, true, "the server says that the page is as it was when last read (304)"},
	{Duplicate, LooksGood, true, "another URL of this crawl gives the same page"},
	{Gone, NothingThere, true, "the server says that there is no such page (404, 410)"},
	{Soft404, NothingThere, true, "the server says 200, the page says that there is none, or it is empty"},
	{Type, NothingThere, true, "it is no text: an image, an archive, a program"},
	{ConsentWall, CouldNotLook, true, "a page that asks for consent stands in front of the content"},
	{LoginWall, CouldNotLook, true, "the page wants a login"},
	{Shell, CouldNotLook, true, "its text exists only after its script ran, which takes a browser"},
	{Robots, CouldNotLook, false, "robots.txt asks not to read it"},
	{Denied, CouldNotLook, false, "policy does not allow it, or it lies outside what was approved"},
	{Quota, CouldNotLook, false, "a limit on pages, credits, depth or addresses was reached before it"},
	{Failed, CouldNotLook, false, "it could not be read; the class says why"},
}

type verdictRow struct {
	Verdict Verdict
	Look    Look
	Final   bool
	Means   string
}

func (v Verdict) row() verdictRow {
	if i := slices.IndexFunc(verdicts, func(row verdictRow) bool { return row.Verdict == v }); i >= 0 {
		return verdicts[i]
	}
	return verdictRow{Verdict: v, Look: CouldNotLook, Means: "nobody has looked yet"}
}

// Verdicts lists every verdict, those that give evidence first.
func Verdicts() []Verdict {
	var all []Verdict
	for _, v := range verdicts {
		all = append(all, v.Verdict)
	}
	return all
}

// Explain says in a sentence what the verdict means.
func (v Verdict) Explain() string { return v.row().Means }

// Look tells "there is nothing" from "could not look".
func (v Verdict) Look() Look { return v.row().Look }

// final reports whether a resumed crawl may rely on the verdict.
func (v Verdict) final() bool { return v.row().Final }

// A Class says why a page could not be read.
type Class string

// The classes of [Failed].
const (
	ClassURL       Class = "url"          // the address cannot be one of a page
	ClassDNS       Class = "dns"          // the host has no address, or the resolver does not answer
	ClassConnect   Class = "connect"      // nothing accepts a connection
	ClassTLS       Class = "tls"          // the certificate or the handshake is not right
	ClassTimeout   Class = "timeout"      // the whole answer did not arrive in time
	ClassReset     Class = "reset"        // the connection broke before or within the answer
	ClassTruncated Class = "truncated"    // fewer bytes came than the header promised
	ClassProtocol  Class = "protocol"     // the answer is not HTTP
	ClassEncoding  Class = "encoding"     // the content encoding is unknown or damaged
	ClassTooLarge  Class = "too-large"    // more bytes than the body limit
	ClassBomb      Class = "bomb"         // it grows beyond measure when decompressed
	ClassLoop      Class = "redirects"    // redirects go in a circle, or on and on
	ClassThrottled Class = "throttled"    // the server asks for a longer pause than we wait (429, 503)
	ClassForbidden Class = "forbidden"    // the server refuses us (403, 451 and their like)
	ClassServer    Class = "server"       // the server failed (5xx)
	ClassStatus    Class = "status"       // an answer that means nothing for a page
	ClassNoRobots  Class = "robots-error" // robots.txt could not be read, so nothing may be (RFC 9309 §2.3.1.4)
	ClassHostDown  Class = "host-down"    // the host failed too often to be asked again now
	ClassBrowser   Class = "browser"      // the browser did not start, or broke down
	ClassTool      Class = "tool"         // the program that reads it is not there, or failed
	ClassCancelled Class = "cancelled"    // the run was stopped
)

// Lasting reports whether another try in the same crawl would end the same.
func (c Class) Lasting() bool {
	return slices.Contains([]Class{ClassURL, ClassTLS, ClassEncoding, ClassTooLarge, ClassBomb, ClassLoop, ClassForbidden, ClassStatus}, c)
}
