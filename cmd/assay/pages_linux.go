package main

import (
	"runtime"
	"sync"

	"golang.org/x/sys/unix"
)

// firstHeap is how much of the heap is asked for in huge pages: what most commands take.
const firstHeap = 64 << 20

// inHugePages has the kernel give the memory that the heap takes first in pages of 2 MB
// (madvise(2), MADV_HUGEPAGE), where it has such: a command that takes its memory once and
// ends would spend a quarter of its time on faults of 4 KB each. Nothing is touched by it,
// and what the heap never takes is never given.
var inHugePages = sync.OnceFunc(func() {
	heap := make([]byte, firstHeap)
	err := unix.Madvise(heap, unix.MADV_HUGEPAGE)
	runtime.KeepAlive(heap)
	if err == nil {
		runtime.GC() // what was made above is free for all else now
	}
})
