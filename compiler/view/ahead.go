package view

import "sync"

// Ahead starts work whose outcome is wanted later. What f works on must stay as it is.
func Ahead[T any](f func() T) func() T {
	once := sync.OnceValue(f)
	go once()
	return once
}
