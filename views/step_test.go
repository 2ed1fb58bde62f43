package views

import (
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

func TestSteps(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                {},
		" ;;\n; ":                         {},
		"open":                            {"open"},
		"filter right unfaithful; go":     {"filter right unfaithful", "go"},
		"filter 'a; b' ;sort find":        {"filter 'a; b'", "sort find"},
		"# a remark; not a step\nopen #x": {"open '#x'"},
		`tag id 'it'\''s'`:                {`tag id 'it'\''s'`},
		"note id it's":                    {`note id 'it'\''s'`},
		"a ''":                            {"a ''"},
	} {
		steps, err := ParseSteps(text)
		var got []string
		for _, step := range steps {
			got = append(got, step.String())
		}
		if err != nil || !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%q is %q (%v), want %q", text, got, err, want)
		}
	}
	check.Equal(t, "characters that steer a terminal", quoteWord("a\nb\x1b[31m\u202e"), "'a b\uFFFD[31m\uFFFD'")
	_, err := ParseSteps("filter 'a")
	check.Fails(t, "a quotation without an end is read", err)
}

// FuzzSteps writes what it reads so that it is read again, on one line, with
// nothing in it that a shell would run.
func FuzzSteps(f *testing.F) {
	f.Add("open; tag 'a b' $(x) `y`\nfilter it's")
	f.Fuzz(func(t *testing.T, text string) {
		steps, err := ParseSteps(text)
		if err != nil {
			return
		}
		joined := JoinSteps(steps)
		again, err := ParseSteps(joined)
		if err != nil || JoinSteps(again) != joined {
			t.Errorf("%q is written as %q and read as %q: %v", text, joined, again, err)
		}
		outside := false
		for part := range strings.SplitSeq(strings.ReplaceAll(joined, `'\''`, ""), "'") {
			if outside = !outside; outside && strings.ContainsAny(part, "$`\\\"|&<>()\n") {
				t.Errorf("%q stands outside of quotes in %q", part, joined)
			}
		}
	})
}
