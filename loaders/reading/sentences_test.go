package reading_test

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/reading"
)

func TestSentences(t *testing.T) {
	t.Parallel()
	for _, want := range []string{
		"It rained.|Nobody came.",
		"Dr. J. A. Hobson of St. John's wrote it in Jan. 1902.|It sold well!|Did it?|Yes.",
		"He left the U.S. Army.|In the U.S.|The law differs.",
		"Dishes etc.|Nor is it new.",
		"It grew by 3.5 percent.|2008 was worse.",
		"It gained power.[citation needed]|Although nobody saw it.[12]|She said \"no.\"|Then (as ever) it stopped.",
		"one dot. two dots . three",
		"It was No. 5 of ten.|A title\n\n|without a point",
		"Trailing white space. ",
		"No end",
	} {
		text := strings.ReplaceAll(want, "|", " ")
		got := loaders.Map(reading.Sentences(text), func(s loaders.Span) string { return text[s.Start:s.End] })
		check.EqualLists(t, text, got, loaders.Map(strings.Split(want, "|"), strings.TrimSpace))
	}
	if got := reading.Sentences(" \n "); got != nil {
		t.Errorf("white space has the sentences %v", got)
	}
}

func FuzzSentences(f *testing.F) {
	f.Add("It rained. [a\n\nb] Nobody came.")
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, s := range reading.Sentences(text) {
			if s.Start < at || s.End <= s.Start || s.End > len(text) || strings.TrimSpace(text[at:s.Start]) != "" {
				t.Fatalf("%v after %d of %q", s, at, text)
			}
			at = s.End
		}
		if strings.TrimSpace(text[at:]) != "" {
			t.Fatalf("%q has no sentence", text[at:])
		}
	})
}
