// Package robust tests what the program outlives: kills, a full disk, damaged records, bad notes,
// huge ones, several processes at once, and edits while it watches.
package robust
