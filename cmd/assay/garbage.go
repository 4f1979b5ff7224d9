package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	mostGarbage = 128 << 20 // bytes that a command may take before any garbage is collected
	someInUse   = 128 << 20 // bytes in use from which on memory is dearer than time

	leastGarbage = 25 // percent of what is in use that may be garbage, where three times as much is
)

// collectLate has no garbage collected until there is much of it, as a command lives for
// less than a second and its memory with it; then half as often as usual, while not much
// is in use. The limit does not last: near one, a first build of a large vault would do
// little else than collect.
func collectLate() {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(mostGarbage)
	afterCollection(func() bool {
		if debug.SetMemoryLimit(-1) != mostGarbage { // it was settled meanwhile
			return false
		}
		ran := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/gc/cycles/forced:gc-cycles"}}
		if metrics.Read(ran); ran[0].Value.Uint64() == ran[1].Value.Uint64() {
			return true // asked for, and not because there was much
		}
		collectUsually(200)
		afterCollection(func() bool {
			use := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/heap/live:bytes"}}
			metrics.Read(use)
			for _, step := range [...]struct{ over, percent uint64 }{{3 * someInUse, leastGarbage}, {2 * someInUse, 50}, {someInUse, 100}} {
				if use[1].Value.Uint64() > step.over && use[0].Value.Uint64() > step.percent {
					debug.SetGCPercent(int(step.percent))
					break
				}
			}
			return use[0].Value.Uint64() > leastGarbage
		})
		return false
	})
}

// afterCollection calls f after each collection of garbage until it returns false.
func afterCollection(f func() bool) {
	runtime.AddCleanup(new([16]byte), func(struct{}) {
		if f() {
			afterCollection(f)
		}
	}, struct{}{})
}

// collectUsually has garbage collected when there is percent more than what is in use.
func collectUsually(percent int) {
	debug.SetGCPercent(percent)
	debug.SetMemoryLimit(math.MaxInt64)
}
