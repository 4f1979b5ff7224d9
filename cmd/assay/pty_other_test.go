//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

func terminal(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("terminal: only on Linux; scripts that use it begin with [!linux] skip")
}
