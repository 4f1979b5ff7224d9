//go:build !linux

package main

// inHugePages is for systems that leave the choice to programs.
func inHugePages() {}
