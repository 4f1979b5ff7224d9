package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// late is whether garbage is collected later than usual.
var late atomic.Bool

// collectLate has no garbage collected until there are 128 MiB, as a command lives for less
// than a second and its memory with it; then half as often as usual, while not much is in use.
func collectLate() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		late.Store(true)
		debug.SetGCPercent(3200) // of 4 MiB, the least that it is taken of
		afterCollection()
	}
}

// afterCollection says, after each collection of garbage, when the next one comes: the sooner,
// the more is in use.
func afterCollection() {
	runtime.AddCleanup(new([16]byte), func(struct{}) {
		if late.Load() {
			use := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
			metrics.Read(use)
			debug.SetGCPercent(max(25, 200>>(use[0].Value.Uint64()/(128<<20))))
			afterCollection()
		}
	}, struct{}{})
}

// collectUsually is for a program that stays: it gives back what it does not need, where other
// commands take memory to be done sooner.
func collectUsually() {
	if late.Swap(false) {
		debug.SetGCPercent(100)
	}
}
