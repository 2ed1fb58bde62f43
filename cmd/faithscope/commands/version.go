package commands

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"faithscope/cmd/faithscope/output"
)

func describeBuild() string {
	settings := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	return versionText(output.Version, settings, runtime.Version())
}

// versionText formats the version, commit, Go version and system. settings come from
// [debug.BuildInfo]; without a revision the commit is "unknown".
func versionText(version string, settings map[string]string, golang string) string {
	commit := "unknown"
	if revision := settings["vcs.revision"]; revision != "" {
		commit = revision[:min(12, len(revision))]
		if settings["vcs.modified"] == "true" {
			commit += " with changes"
		}
		if at := settings["vcs.time"]; at != "" {
			commit += " of " + at
		}
	}
	return fmt.Sprintf("%s (commit %s, %s, %s/%s)", version, commit, golang, runtime.GOOS, runtime.GOARCH)
}
