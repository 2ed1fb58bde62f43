package rows_test

import (
	"testing"

	"faithscope/loaders"
	"faithscope/views/rows"
	"faithscope/views/viewtest"
)

// A row per person: how many examples each annotated, and with whom each agrees least.
func TestAnnotators(t *testing.T) {
	rationale := func(name string, scores ...float64) loaders.Rationale {
		return loaders.Rationale{Name: name, Over: "tokens", Scores: scores}
	}
	one := &loaders.Example{ID: "one", Tokens: []string{"a", "b", "c", "d"}, Rationales: []loaders.Rationale{
		rationale("expert-1", 1, 1, 0, 0), rationale("expert-2", 1, 1, 0, 0), rationale("expert-3", 1, 0, 1, 0),
	}}
	two := &loaders.Example{ID: "two", Tokens: []string{"a", "b"}, Rationales: []loaders.Rationale{
		rationale("expert-1", 1, 0), rationale("expert-2", 1, 0),
	}}
	session := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("words", one, two)))
	s := viewtest.New(t, 80, 20, session, rows.New(session, 0, rows.Listings[0]))
	s.Want("  annotator  examples  mean κ  least κ  with", "▸ expert-1          2     .50      .00  expert-3",
		"  expert-3          1     .00      .00  expert-1")
	s.Press("l", "l", "s")
	s.Want("▸ expert-3")
	s.Act("filter", "expert-2")
	s.Without("expert-1  ")
	if s.Press("yc", "enter"); len(s.Copied) != 1 || s.Copied[0].Text != ".50" {
		t.Errorf("copied %+v", s.Copied)
	}
	none := viewtest.ReadAll(t, viewtest.Sample(t))
	viewtest.New(t, 80, 20, none, rows.New(none, 0, rows.Listings[0])).Want("nobody has annotated this run")
}
