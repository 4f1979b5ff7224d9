// Package compose writes a draft on a topic from passages that a search found: it cuts
// them into sentences, keeps those that stand alone and say something of the topic, and
// arranges them under headings, each with what it was taken from. Nothing is rephrased.
// Begin with [Draft].
package compose
