// Package codec writes and reads results field by field. A general codec cost more than
// what is read is worth (JSON 0.7 s, gob 0.1 s for what this reads in 15 ms).
package codec
