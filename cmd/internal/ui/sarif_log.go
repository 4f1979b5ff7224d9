package ui

// The parts of a SARIF 2.1.0 log that assay writes (OASIS, errata 01). Names and
// order are the standard's.

type sarifRun struct {
	Tool        sarifTool                        `json:"tool"`
	Invocations []sarifInvocation                `json:"invocations"`
	Automation  sarifAutomation                  `json:"automationDetails"`
	BaseIDs     map[string]sarifArtifactLocation `json:"originalUriBaseIds"`
	Artifacts   []sarifArtifact                  `json:"artifacts,omitempty"`
	Results     []sarifResult                    `json:"results"`
	ColumnKind  string                           `json:"columnKind"`
	NewLines    []string                         `json:"newlineSequences"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string      `json:"name"`
	Version         string      `json:"version"`
	SemanticVersion string      `json:"semanticVersion"`
	Rules           []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID            string             `json:"id"`
	Short         sarifMessage       `json:"shortDescription"`
	Full          sarifMessage       `json:"fullDescription"`
	Configuration sarifConfiguration `json:"defaultConfiguration"`
	Help          sarifHelp          `json:"help"`
	Properties    map[string]string  `json:"properties"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifHelp struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	ExitCode            int                 `json:"exitCode"`
	Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

// sarifAutomation is what kind of run this is: its id up to the last '/' is the
// category by which GitHub tells analyses apart.
type sarifAutomation struct {
	ID string `json:"id"`
}

type sarifArtifact struct {
	Location sarifArtifactLocation `json:"location"`
	Roles    []string              `json:"roles,omitempty"`
	Encoding string                `json:"encoding"`
}

type sarifArtifactLocation struct {
	URI         string        `json:"uri,omitempty"`
	BaseID      string        `json:"uriBaseId,omitempty"`
	Index       *int          `json:"index,omitempty"`
	Description *sarifMessage `json:"description,omitempty"`
}

type sarifResult struct {
	RuleID       string              `json:"ruleId"`
	RuleIndex    int                 `json:"ruleIndex"`
	Level        string              `json:"level"`
	Message      sarifMessage        `json:"message"`
	Locations    []sarifLocation     `json:"locations"`
	Related      []sarifLocation     `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string   `json:"partialFingerprints"`
	Suppressions *[]sarifSuppression `json:"suppressions,omitempty"` // all results of a run have them, or none
	Fixes        []sarifFix          `json:"fixes,omitempty"`
	Properties   map[string]string   `json:"properties,omitempty"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"`
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifMessage `json:"message,omitempty"`
}

type sarifPhysical struct {
	Location sarifArtifactLocation `json:"artifactLocation"`
	Region   sarifRegion           `json:"region"`
}

// sarifRegion counts from 1, columns in code points; its end is exclusive.
type sarifRegion struct {
	StartLine   int           `json:"startLine"`
	StartColumn int           `json:"startColumn"`
	EndLine     int           `json:"endLine"`
	EndColumn   int           `json:"endColumn"`
	Snippet     *sarifContent `json:"snippet,omitempty"`
}

type sarifContent struct {
	Text string `json:"text"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification"`
}

type sarifFix struct {
	Description sarifMessage  `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Location     sarifArtifactLocation `json:"artifactLocation"`
	Replacements []sarifReplacement    `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion  `json:"deletedRegion"`
	Inserted sarifContent `json:"insertedContent"`
}
