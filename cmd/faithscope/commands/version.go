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

// versionText takes settings from [debug.BuildInfo]; a build outside a checkout has no revision.
func versionText(version string, buildSettings map[string]string, goVersion string) string {
	commit := "unknown"
	if revision := buildSettings["vcs.revision"]; revision != "" {
		commit = revision[:min(12, len(revision))]
		if buildSettings["vcs.modified"] == "true" {
			commit += " with changes"
		}
		if at := buildSettings["vcs.time"]; at != "" {
			commit += " of " + at
		}
	}
	return fmt.Sprintf("%s (commit %s, %s, %s/%s)", version, commit, goVersion, runtime.GOOS, runtime.GOARCH)
}
