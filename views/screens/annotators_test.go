package screens

import (
	"regexp"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/marks"
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
	s.Want("annotator  examples  mean κ  lowest κ  with", "▸ expert-1          2     .50       .00  expert-3",
		"  expert-3          1     .00       .00  expert-1")
	s.Press("l", "l", "s")
	s.Want("▸ expert-3")
	s.Act("filter", "expert-2")
	s.Without("expert-1  ")
	if s.Press("yc", "enter"); len(s.Copied) != 1 || s.Copied[0].Text != ".50" {
		t.Errorf("copied %+v", s.Copied)
	}
	if open, _ := s.Action("enter"); open.Footer || open.Why() == "" {
		t.Errorf("the rows lead nowhere, and enter is offered: %+v", open)
	}
	check.Contains(t, s.View.Title(), session.Run(0).Name)
	none := viewtest.ReadSample(t)
	viewtest.New(t, 80, 20, none, rows.New(none, 0, rows.Listings[0])).Want("nobody has annotated this run")
}

// A person counts once in an example, whatever parts of it were marked; under one name there
// may be several people, of whom no file says who was who; and names may have an "and".
func TestAnnotatorsAreCountedOnce(t *testing.T) {
	over := func(name string, over loaders.ScoredText, scores ...float64) loaders.Rationale {
		return loaders.Rationale{Name: name, Over: over, Tokens: []string{"a", "b", "c"}, Scores: scores}
	}
	one := &loaders.Example{ID: "one", Rationales: []loaders.Rationale{
		over("Bo and Co 1", "premise", 1, 0, 0), over("Bo and Co 1", "hypothesis", 1, 0, 0),
		over("Bo and Co 2", "premise", 1, 0, 0), over("Bo and Co 2", "hypothesis", 0, 1, 0),
		over("crowd", "premise", 1, 0, 0), over("crowd", "premise", 0, 1, 0),
	}}
	two := &loaders.Example{ID: "two", Rationales: one.Rationales}
	session := viewtest.ReadAll(t, viewtest.Of(t, viewtest.RunOf("words", one, two)))
	for range 8 { // an order that chance gives
		session.Host.Annotators = func(*loaders.Run) map[string]*marks.MarksBook {
			books := map[string]*marks.MarksBook{}
			for _, name := range []string{"zoe", "amy", "max", "kim"} {
				book, err := marks.Open(marks.MarksLocation{Beside: marks.Beside(t.TempDir() + "/run")})
				if err == nil {
					err = book.Apply(t.Context(), marks.Change{ID: "one", Module: marks.Whole, Kind: marks.Gold, Text: `{"spans":[[0,1]]}`})
				}
				if books[name] = book; err != nil {
					t.Fatal(err)
				}
			}
			return books
		}
		s := viewtest.New(t, 80, 20, session, rows.New(session, 0, rows.Listings[0]))
		s.Want("annotator    examples", "▸ Bo and Co 1         2", "  Bo and Co 2         2",
			"  crowd 1             –", "  crowd 2             –", "  amy                 1")
		text := s.Text()
		if _, after, _ := strings.Cut(text, " amy "); !regexp.MustCompile(`(?s) kim .* max .* zoe `).MatchString(after) {
			t.Fatalf("not in order:\n%s", text)
		}
		s.Press("j", "j", "l")
		check.Contains(t, s.View.Status(), "several annotators")
	}
}
