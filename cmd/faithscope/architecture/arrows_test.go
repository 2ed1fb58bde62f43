package architecture

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// TestMeasureCountsAPackage measures a module whose figures are counted by hand.
func TestMeasureCountsAPackage(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module faithscope\n\ngo 1.26\n",
		"a.go": `package a

import "strings"

type upper struct {
	lower
	x, y int
}

func (u *upper) draw() string { return strings.ToUpper(u.name()) }

var _ interface{ name() string } = lower{}
`,
		"b.go": `package a

type lower struct{ n int }

// name has four words.
func (lower) name() string { return drawAll(nil) } // and a comment of six

func drawAll(of *upper) string { return of.draw() }
`,
		"c.go":       "package a\n\nconst long = \"0123456789012345678901234567890123456789ABCDEFGH\"\n",
		"d_plan9.go": "package a\n\nfunc Other() {}\n",
		"a_test.go":  "package a\n\nfunc f() {}\n",
	} {
		check.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	packages, err := MeasureProgram(root, ".")
	check.NoError(t, err)
	if len(packages) != 1 {
		t.Fatalf("%d packages", len(packages))
	}
	p := packages[0]
	// a.go uses lower and name of b.go, which uses upper and draw of a.go: one of the two points back.
	check.Equal(t, "metrics", p.CodeMetrics, CodeMetrics{
		Packages: 1, Files: 4, Tokens: 96, Texts: 2, Arrows: 2, Back: 1, Circled: 2, Circle: 2,
		Functions: 1, ShortFunctions: 0, Methods: 2, ShortMethods: 2, State: 3,
		ProseCounts: ProseCounts{Docs: 4, Comments: 9, Imports: 5, Types: 2, ShortTypes: 2, Vague: 1}})
	check.Equal(t, "largest struct", p.LargestStruct, "upper")
	if !slices.Equal(p.BackArrows, []string{"b.go → a.go (draw)"}) && !slices.Equal(p.BackArrows, []string{"a.go → b.go (lower)"}) {
		t.Errorf("arrows back %q", p.BackArrows)
	}
	if files, _, err := CountTests(root, packages); err != nil || files != 1 {
		t.Errorf("%d files of tests, %v", files, err)
	}
}
