//go:build race

package assaytest

const race = true
