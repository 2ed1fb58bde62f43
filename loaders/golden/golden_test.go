package golden

import (
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

func TestGoldenFilesAreSmallAndInTheirFolder(t *testing.T) {
	for path, want := range map[string]string{
		FilePath("a.txt"):              "",
		FilePath("a", "b.txt"):         "",
		"testdata/a.txt":               "is not inside",
		FilePath("..", "a.txt"):        "is not inside",
		"../golden/testdata/golden/a":  "is not inside",
		"testdata/golden/../../../a.b": "is not inside",
	} {
		if got := refuse(path, MostBytes); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	check.Contains(t, refuse(FilePath("a.txt"), MostBytes+1), "more than 25000")
}

func TestFirstLineThatDiffersIsShown(t *testing.T) {
	for _, c := range []struct{ got, want, fault string }{
		{"a\nb\n", "a\nb\n", ""},
		{"a\nc\n", "a\nb\n", "line 2:\nc\nwant\nb"},
		{"a\nb", "a\nb\nc", "line 3:\n(it ends at line 2)\nwant\nc"},
		{"a\nb\nc", "a\nb", "line 3:\nc\nwant\n(it ends at line 2)"},
		{"a\nb\n", "a\nb", "line 3:\n\nwant\n(it ends at line 2)"},
		{"", "a", "line 1:\n\nwant\na"},
	} {
		if got := differ("x", c.got, c.want); c.fault == "" && got != "" || !strings.Contains(got, c.fault) {
			t.Errorf("%q, want %q: %q", c.got, c.want, got)
		}
	}
}

func TestExcerptsHaveTheEndsOfEveryBlock(t *testing.T) {
	got := ExcerptLines("head\n\n1\n2\n3\n4\n5\n6\n\na\nb\nc\nd\n", 2, 1)
	check.Equal(t, "got", got, "head\n\n1\n2\n… 3 lines …\n6\n\na\nb\nc\nd\n")
}
