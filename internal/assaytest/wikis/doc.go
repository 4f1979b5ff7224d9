// Package wikis tests the program on wikis that other tools wrote: their ways of citing, checked
// where they stand, adopted and mended.
package wikis
