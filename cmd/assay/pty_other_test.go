//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

func converse(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("converse: only on Linux; scripts that use it begin with [!linux] skip")
}

func terminal(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("terminal: only on Linux; scripts that use it begin with [!linux] skip")
}
