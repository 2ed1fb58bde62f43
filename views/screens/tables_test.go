package screens

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/examples"
	"faithscope/views/groups"
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

// annotatedSession has a run that three people annotated, and others whose modules are scored
// and of which a record can't be read.
func annotatedSession(t *testing.T) *views.Session {
	t.Helper()
	one := viewtest.ThreeAnnotators()
	sample := viewtest.Sample(t)
	sample.Run(1).Problems.Add(loaders.Problem{File: "other.json", What: loaders.Quote("a second problem")})
	return viewtest.Of(t, viewtest.RunOf("crowd", one), sample.Run(0), sample.Run(1))
}

// What is copied is of the row on screen, whichever rows are hidden.
func TestCopiedWhileNarrowed(t *testing.T) {
	for name, words := range map[string]string{"runs": "lexical", "problems": "second", "results": "layer_count", "listing": "expert-3"} {
		t.Run(name, func(t *testing.T) {
			session := annotatedSession(t)
			s := viewtest.New(t, 120, 24, session, narrowed[name](session))
			s.Act("filter", words)
			s.Press("l")
			if s.Press("yr", "yc"); len(s.Copied) != 2 || !strings.Contains(s.Copied[0].Text, words) {
				t.Fatalf("copied %v, want a row with %s:\n%s", s.Copied, words, s.Text())
			}
			cell := s.Copied[1].Text
			if s.Want(cell); !strings.Contains(s.Copied[0].Text, cell) {
				t.Errorf("the cell %q is not of the row %q", cell, s.Copied[0].Text)
			}
		})
	}
}

// Words that no row has leave no row: the screen says so and has the words whole, and no key
// works on what is not there.
func TestEmptyNarrowingIsReported(t *testing.T) {
	const words = "quite-a-long-word-that-no-row-has"
	for name, view := range narrowed {
		t.Run(name, func(t *testing.T) {
			session := annotatedSession(t)
			s := viewtest.New(t, 80, 24, session, view(session))
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

// tablesOf returns the screens that have a table.
func tablesOf(session *views.Session) map[string]func() views.View {
	return map[string]func() views.View{
		"runs":     func() views.View { return runs.New(session) },
		"problems": func() views.View { return problems.New(&session.Data, &session.Console, nil) },
		"results":  func() views.View { return results.New(session, 1, "nmn-1") },
		"listing":  func() views.View { return rows.New(session, 0, rows.Listings[0]) },
		"examples": func() views.View { return examples.New(session, 1, examples.Filter{}) },
		"compare":  func() views.View { return compare.New(session, 1, 2, "") },
		"modules":  func() views.View { return groups.New(session, 1, "", "module") },
		"kinds":    func() views.View { return groups.New(session, 1, "", "kind") },
	}
}

// Every number of every table says where it comes from by the same key: what its column means, or
// the formula of a score. Only texts that are read from a file, and counts of two values, say
// their value and where they lead alone.
func TestEveryNumberIsExplained(t *testing.T) {
	session := annotatedSession(t)
	for name, view := range tablesOf(session) {
		for pane := range 3 {
			t.Run(fmt.Sprint(name, pane), func(t *testing.T) {
				seen := ""
				s := viewtest.New(t, 200, 40, session, view())
				for range pane {
					s.Press("tab")
				}
				for column := range 14 {
					if column > 0 {
						s.Act("move-right")
					}
					if a := s.Named("explain"); a.Why() != "" {
						return
					}
					s.Pushed, s.Flash = nil, nil
					s.Act("explain")
					text := s.Text()
					if len(s.Pushed) > 0 {
						s.Press("esc")
					}
					if len(s.Pushed) != 1 && len(s.Flash) != 1 {
						t.Fatalf("column %d is not explained:\n%s", column, text)
					}
					if text == seen || len(s.Pushed) == 0 {
						continue
					}
					seen = text
					if !regexp.MustCompile(`│ (means|formula|reading|row|what|gold|path) `).MatchString(text) {
						t.Errorf("column %d does not say what it means:\n%s", column, text)
					}
				}
			})
		}
	}
}
