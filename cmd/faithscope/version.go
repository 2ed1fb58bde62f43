package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is overwritten by the linker for releases.
var version = "0.1.0"

// built says what the program was built from.
func built() string {
	settings := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	return versionText(version, settings, runtime.Version())
}

// versionText names the version, the commit by its first twelve digits and its
// time, and the Go version. settings are those of [debug.BuildInfo].
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
