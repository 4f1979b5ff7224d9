package vault

// A Write is what a path should hold.
type Write struct {
	Path   string
	Data   []byte
	Delete bool
	Append bool // Data goes after what is there (the ledger)
	Base   Hash // HashText of what the write replaces; zero: nothing may be there
}
