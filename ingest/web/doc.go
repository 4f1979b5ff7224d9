// Package web reads pages over HTTP. It finds out what a source consists of, and
// fetches it politely, within limits that are given as plain values.
//
// Read [Client] and [Page] first. [Map] gives a [Graph] (robots.txt, sitemaps,
// feeds, links of the first pages) for a person to review; its [Graph.Digest] is
// what an approval is bound to. [Crawl] fetches the graph, and what it links to
// within the same bounds, into [Page]s; a [Journal] makes that survive a kill. Every
// URL gets a [Verdict], and [Verdict.Look] tells "there is nothing" from "could not
// look".
//
// [Envelope] is what every other way to a source offers too. Ways that read pages their
// own way use Crawl with a [Fetcher]; those that have a list and no links use [Collect].
// Limits, credits, duplicates, verdicts and the journal are the same for all.
//
// Data goes: url.go gives every address one spelling; bounds.go refuses what needs
// no request; robots.go rules; lane.go lets one request at a time through to a host;
// guard.go looks at the address that is connected to; body.go bounds what comes
// back; look.go tells walls and soft 404s from content; crawl.go writes it down.
//
// The package never decides what is allowed (it asks Allow, at every hop), never
// reads a clock but the one given, keeps no cookies, sends no credentials, uses no
// proxy, runs no script, and never changes a body: charsets are for extraction.
//
// # What meets what
//
//	answer                                       verdict        asked again
//	200 with text                                fetched
//	304 to a conditional request                 not-modified
//	same bytes, or a redirect to a known URL     duplicate
//	404, 410                                     gone
//	200 that says "not found", or nothing        soft-404
//	other media type, binary bytes               type
//	401, a redirect to a login, a password page  login-wall
//	a redirect to or a page of consent           consent-wall
//	a page that only its script fills            shell
//	robots.txt disallows                         robots
//	robots.txt fails (5xx, 429, no answer)       error robots-error  2 times
//	Allow refuses; private address; out of bounds policy
//	pages, credits, depth, traps                 quota
//	429, 503, Retry-After up to MaxWait          error throttled     2 times, after the pause
//	Retry-After beyond MaxWait                   error throttled     no; the host is left alone
//	403, 402, 451                                error forbidden
//	other 5xx                                    error server        2 times
//	no full answer in time, also when it drips   error timeout       2 times
//	connection broken                            error reset         2 times
//	fewer bytes than Content-Length              error truncated     2 times
//	more bytes than Content-Length               fetched, as long as the header says
//	more than MaxBody, before or after gzip      error too-large
//	gzip that grows more than 200 times          error bomb
//	damaged or unasked content encoding          error encoding
//	redirects in a circle, or more than allowed  error redirects
//	five failures of a host in a row             error host-down for the rest, ten minutes long
//
// # The journal
//
// A journal is one file that only grows:
//
//	assay-crawl 1 <digest of the bounds, 64 hex digits> LF
//	P <bytes of metadata> <bytes of body> <CRC-32C of both, 8 hex digits> LF
//	<metadata: the Page as JSON> <body> LF
//	P …
//
// Pages stand in the order in which they came. Only verdicts that another request
// would not change are in it. A record that is cut off or fails its sum ends the
// file: it and what follows are dropped when the journal is opened. Written records
// survive a killed process; they are synced to disk once a second. The file is
// temporary: whoever has taken in the result removes it.
package web
