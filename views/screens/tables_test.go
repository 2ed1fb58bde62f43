package screens

import (
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/problems"
	"faithscope/views/results"
	"faithscope/views/rows"
	"faithscope/views/runs"
	"faithscope/views/viewtest"
)

// narrowed are the screens whose tables show the rows alone that have some words.
var narrowed = map[string]func(s *views.Session) views.View{
	"runs":     runs.New,
	"problems": func(s *views.Session) views.View { return problems.New(&s.Data, &s.Console, nil) },
	"results":  func(s *views.Session) views.View { return results.New(s, 0, "nmn-1") },
	"listing":  func(s *views.Session) views.View { return rows.New(s, 0, rows.Listings[0]) },
}

// Words that no row has leave no row: the screen says so and has the words whole, and no key
// works on what is not there.
func TestNarrowedToNothing(t *testing.T) {
	const words = "quite-a-long-word-that-no-row-has"
	rationale := loaders.Rationale{Name: "expert-1", Over: "tokens", Scores: []float64{1, 0}}
	other := rationale
	other.Name = "expert-2"
	annotated := viewtest.RunOf("crowd", &loaders.Example{ID: "one", Tokens: []string{"a", "b"}, Rationales: []loaders.Rationale{rationale, other}})
	for name, view := range narrowed {
		t.Run(name, func(t *testing.T) {
			session := viewtest.Of(t, annotated, viewtest.Sample(t).Run(0), viewtest.Sample(t).Run(1))
			s := viewtest.New(t, 80, 24, viewtest.ReadAll(t, session), view(session))
			before := s.Text()
			s.Act("filter", words)
			s.Without("no run is open", "crowd is", "expert-1", "layer_count")
			if said := s.View.Status() + s.Text(); strings.Count(said, words) < 2 {
				t.Errorf("the words are not said whole on the screen and in its status:\n%s", said)
			}
			for _, a := range s.View.Actions() {
				if slices.Contains([]string{"open", "copy-row", "copy-cell", "copy-text", "explain", "mark", "details"}, a.Name) {
					s.Pushed, s.Copied = nil, nil
					s.Act(a.Name)
					if s.Pushed != nil || s.Copied != nil {
						t.Errorf("%s works on a row that is not on screen: %v %v", a.Name, s.Pushed, s.Copied)
					}
				}
			}
			s.Act("filter", "all")
			if name != "results" && s.Text() != before {
				t.Errorf("not as it was:\n%s\nbut\n%s", before, s.Text())
			}
		})
	}
}
