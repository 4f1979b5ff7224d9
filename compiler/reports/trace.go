package reports

// TraceActions is what a build did.
type TraceActions struct {
	Run      int `json:"run"`
	Failed   int `json:"failed"`
	Written  int `json:"written"`
	Promoted int `json:"promoted"`
}

// TraceAsked is what `assay research` asked, and what came of it.
type TraceAsked struct {
	Hash       string `json:"hash"` // of the question
	Sources    int    `json:"sources"`
	Answered   int    `json:"answered"`
	Hits       int    `json:"hits"`
	Reranked   string `json:"reranked,omitempty"`    // local, or by which agent
	LastResort string `json:"last_resort,omitempty"` // the agent that searched the web, as nothing else had a hit
}
