package commands

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// Every module that is built in has its licence, and none is named that is not
// built in on any system.
func TestEveryModuleHasItsLicence(t *testing.T) {
	out := printed(t, "licences")
	var named []string
	for block := range strings.SplitSeq("\n"+out, "\n== ") {
		heading, text, _ := strings.Cut(block, "\n")
		if heading == "" {
			continue
		}
		if len(strings.TrimSpace(text)) < 100 {
			t.Errorf("%s: %q is not a licence", heading, text)
		}
		named = append(named, strings.Split(heading, ", ")...)
	}
	list, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", ".").
		Output()
	check.NoError(t, err)
	for module := range strings.Lines(string(list)) {
		if module = strings.TrimSpace(module); module != "" && !slices.Contains(named, module) {
			t.Errorf("no licence of %s: make licences", module)
		}
	}
	if !slices.Contains(named, "Go's standard library") {
		t.Error("Go's own licence is missing")
	}
}

func TestVersionSaysWhatItIsBuiltFrom(t *testing.T) {
	text := versionText("1.2.3",
		map[string]string{"vcs.revision": "0123456789abcdef", "vcs.modified": "true", "vcs.time": "2026-11-20T12:00:00Z"}, "go1.26.8")
	check.Contains(t, text, "1.2.3", "0123456789ab", "with changes", "2026-11-20T12:00:00Z", "go1.26.8")
	check.Contains(t, versionText("1.2.3", nil, "go1.26.8"), "commit unknown")
	check.Contains(t, printed(t, "--version"), "go1.", "commit ")
}
