// Package ingest is how the outside comes in. What was found becomes text, text becomes
// passages, and passages become searchable.
//
// Read [Document] first. Pages come from files or over an envelope: ingest/web has the
// interface and plain requests, ingest/browser, ingest/firecrawl, ingest/tool and
// ingest/deepwiki other ways. Extraction (ingest/extract) turns the bytes of a page
// into a Document; [Split] cuts it into [Chunk]s along its headings, each named by its
// content; the compiler lays them out as the file that is committed beside the notes;
// the index (ingest/index) finds them again and answers with [Hit]s.
//
// Splitting and printing are pure: the same document gives the same bytes. The
// package never judges a text, never decides what may be fetched, and knows
// nothing of policy: limits come in as plain values.
package ingest
