package main

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version of a build that no module proxy names.
const version = "0.1.0"

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "which assay this is",
		Example: `  assay version --json`,
		Args:    takes(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			v := versionJSON{Version: buildVersion(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
			if info, ok := debug.ReadBuildInfo(); ok {
				for _, s := range info.Settings {
					if s.Key == "vcs.revision" {
						v.Revision = s.Value
					}
				}
			}
			return a.answer(v, nil, func() { a.out.Printf("assay %s (%s, %s)\n", v.Version, v.Go, v.Platform) })
		},
	}
}

// buildVersion is what a module proxy or a tag called this build, else [version].
func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return version
}

// versionJSON is what `version` answers with.
type versionJSON struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}
