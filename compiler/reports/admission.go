package reports

// An AdmissionReport says what policy asks before a note is permanent and a source is
// evidence, and how much of the vault falls short of it.
type AdmissionReport struct {
	Direct     string `json:"direct"`         // promotion.direct: refuse, allow or tell
	Refuses    bool   `json:"refuses"`        // a note written straight into the wiki is an error
	Unpromoted int    `json:"unpromoted"`     // permanent notes that the ledger knows nothing of
	Evidence   string `json:"evidence_state"` // synthesis.evidence_state
	Unadmitted int    `json:"unadmitted"`     // things to tell of claims whose source has not that state
}
