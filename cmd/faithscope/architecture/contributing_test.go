package architecture

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// The code declares every name in CONTRIBUTING's account of how a number is made.
func TestTheWayOfANumber(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(moduleRoot, ".github", "CONTRIBUTING.md"))
	check.NoError(t, err)
	_, page, _ := strings.Cut(string(text), "## How a number is made")
	page, _, _ = strings.Cut(page, "\n## ")
	folders := map[string]string{
		"files": "loaders/files", "loaders": "loaders", "scoring": "scoring", "session": "scoring/session", "facts": "scoring/facts",
		"report": "scoring/report", "table": "scoring/table", "widget": "views/widget",
	}
	names := regexp.MustCompile("`([a-z]+)\\.([A-Z][A-Za-z.]*)`").FindAllStringSubmatch(page, -1)
	if len(names) < 10 {
		t.Fatalf("the page names %d places", len(names))
	}
	for _, name := range names {
		if folder := folders[name[1]]; folder == "" || !declares(t, folder, name[2]) {
			t.Errorf("%s.%s is not declared", name[1], name[2])
		}
	}
}

// An action is what its commit says, and not what its tag is moved to.
func TestActionsArePinned(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(moduleRoot, ".github", "workflows", "*.yml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d workflows, %v", len(files), err)
	}
	pinned := regexp.MustCompile(`@[0-9a-f]{40} # v[0-9.]+$`)
	for _, path := range files {
		text, err := os.ReadFile(path)
		check.NoError(t, err)
		for _, line := range strings.Split(string(text), "\n") {
			if strings.Contains(line, "uses:") && !pinned.MatchString(line) {
				t.Errorf("%s: %s", filepath.Base(path), strings.TrimSpace(line))
			}
		}
	}
}

// declares reports whether a folder's package declares a type or function, or a
// method behind a dot.
func declares(t *testing.T, folder, name string) bool {
	t.Helper()
	for _, s := range sources(t) {
		if s.pkg() != folder {
			continue
		}
		for _, decl := range s.file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if methodOf(d) == name {
					return true
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if s, ok := spec.(*ast.TypeSpec); ok && s.Name.Name == name {
						return true
					}
				}
			}
		}
	}
	return false
}

// methodOf returns a function's name, behind that of its type and a dot for a method.
func methodOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	return receiver(f.Recv.List[0].Type) + "." + f.Name.Name
}

// A release carries an attestation of what its checksums name, made by the workflow that
// builds it, and the README says how it is checked.
func TestReleasesCarryProvenance(t *testing.T) {
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(moduleRoot, name))
		check.NoError(t, err)
		return string(text)
	}
	workflow := read(filepath.Join(".github", "workflows", "release.yml"))
	_, after, built := strings.Cut(workflow, "goreleaser/goreleaser-action@")
	if !built || !strings.Contains(after, "uses: actions/attest-build-provenance@") ||
		!strings.Contains(after, "subject-checksums: dist/checksums.txt") ||
		!strings.Contains(read(".goreleaser.yaml"), "name_template: checksums.txt") {
		t.Error("what was built is not attested")
	}
	check.Contains(t, workflow, "id-token: write", "attestations: write")
	check.Contains(t, read("README.md"), "gh attestation verify")
}
