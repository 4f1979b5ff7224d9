// Command assay is make for knowledge: it compiles a Markdown vault, grades every
// claim against stored evidence, and writes notes that carry their provenance.
//
// Each command has a file of its own, which reads its flags, asks package compiler
// and hands the answer to package ui. root.go holds what they share; world.go alone
// constructs the clock, the disk outside the vault and the other doors of a World.
// A command decides nothing about a claim: gates does.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	collectLate()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // whoever asks a second time does not wait
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr, os.Getenv)
	stop()
	os.Exit(code)
}
