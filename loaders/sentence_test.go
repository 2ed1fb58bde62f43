package loaders

import (
	"errors"
	"fmt"
	"testing"

	"faithscope/loaders/loadertest/check"
)

func TestSentence(t *testing.T) {
	wrong := Errorf("a JSON %s where %d belong", "list", 3)
	for _, c := range []struct {
		said                 Sentence
		kind, words, general string
	}{
		{Sentencef("no uid"), "no uid", "no uid", "no uid"},
		{Sentencef("%s: %d of %d are outside 0..1", "module 3", 2, 36), "%s: %d of %d are outside 0..1", "module 3: 2 of 36 are outside 0..1",
			"…: N of N are outside 0..1"},
		{Sentencef("unknown key %.3q", "colour%d"), "unknown key %.3q", `unknown key "col"`, "unknown key …"},
		{Sentencef("100 %% of %g"), "100 %% of %g", "100 % of ", "100 % of N"},
		{Sentencef("header: %w", wrong), "header: a JSON %s where %d belong", "header: a JSON list where 3 belong",
			"header: a JSON … where N belong"},
		{SentenceOf(wrong), "a JSON %s where %d belong", "a JSON list where 3 belong", "a JSON … where N belong"},
		{SentenceOf(fmt.Errorf("in front: %w", wrong)), "in front: a JSON list where 3 belong", "in front: a JSON list where 3 belong",
			"in front: a JSON list where 3 belong"},
		{SentenceOf(errors.New("5 % more")), "5 %% more", "5 % more", "5 % more"},
		{Sentencef("%s, and more", Sentencef("%d left", 2)), "%d left, and more", "2 left, and more", "N left, and more"},
		{Sentence{Kind: "%s and %s", Args: []string{"one"}}, "%s and %s", "one and ", "… and …"},
		{Sentence{Kind: "cut %"}, "cut %", "cut ", "cut "},
	} {
		if c.said.Kind != c.kind || c.said.String() != c.words || c.said.General() != c.general {
			t.Errorf("%+v: %q, %q; want %q, %q, %q", c.said, c.said.String(), c.said.General(), c.kind, c.words, c.general)
		}
	}
	check.Is(t, "wrapped error", Errorf("no: %w", wrong), wrong)
}

func FuzzSentence(f *testing.F) {
	f.Add("%s: %d of %.80q", "x")
	f.Add("%%%", "%s")
	f.Fuzz(func(t *testing.T, kind, arg string) {
		said := Sentence{Kind: kind, Args: []string{arg, arg}}
		said.General()
		if words := said.String(); len(words) > len(kind)+2*len(arg) {
			t.Errorf("%q says %q", kind, words)
		}
		if quoted := Quote(kind); quoted.String() != kind || quoted.General() != kind {
			t.Errorf("%q is quoted as %q", kind, quoted.String())
		}
		check.Equal(t, "says", Sentencef("at %s: %s", arg, Quote(kind)).String(), "at "+arg+": "+kind, kind, arg)
		check.Contains(t, Sentencef("%d%%", 5).String(), "5%")
	})
}
