//go:build !unix

package main

import "time"

var started = time.Now()

// processorTime is the clock's time where the system is not asked for the processor's.
func processorTime() time.Duration { return time.Since(started) }
