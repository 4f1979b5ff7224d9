package tool

import "strings"

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

// IsRepo reports whether owner and name could be those of a repository of GitHub.
func IsRepo(owner, name string) bool {
	return owner != "" && len(owner) <= 39 && owner[0] != '-' && strings.Trim(owner, letters) == "" &&
		name != "" && len(name) <= 100 && name != "." && name != ".." && strings.Trim(name, letters+".") == ""
}
