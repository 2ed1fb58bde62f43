package views

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/views/widget"
)

// countRun has n counting questions of which the first are answered right,
// with all of the scores on the gold box.
func countRun(name string, n, right int) *loaders.Run {
	var examples []*loaders.Example
	for i := range n {
		score := 1.0
		if i >= right {
			score = 0.25
		}
		box := loaders.Box{X1: 0.5, Y1: 0.5}
		examples = append(examples, &loaders.Example{
			ID: fmt.Sprint(i), Question: "How many dogs are there?", Answer: loaders.Answer{Gold: "1"},
			Images:  []loaders.Image{{Proposals: []loaders.Box{box}}},
			Program: []loaders.Module{{Op: "count", Output: loaders.Output{Boxes: [][]float64{{score}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{box}}}}},
		})
	}
	return runOf(name, examples...)
}

// questionRun has questions in the easy set alone, all answered right.
func questionRun(name string) *loaders.Run {
	return runOf(name, &loaders.Example{ID: "1", Question: "Is it red?", Kind: "verify", Tags: []string{"easy"}, Answer: loaders.Answer{Predicted: "yes", Gold: "yes"}})
}

func headlineSession(t *testing.T, runs ...*loaders.Run) *Session {
	t.Helper()
	s := &Session{Settings: scoring.Defaults(), Look: widget.Look{Theme: themes.Default(true), Colors: 2}}
	for _, run := range runs {
		s.Runs = append(s.Runs, session.New(run, session.Protocols()))
	}
	return readAll(t, s)
}

// A run without modules that anybody scores shows what its protocols say.
func TestOverviewShowsHeadlines(t *testing.T) {
	session := headlineSession(t, countRun("scn", 4, 3), questionRun("dfol"))
	s := newScreen(t, 80, 21, session, NewOverview(session))
	s.want(
		"4        –   accuracy .75       4      0",
		"1        –  accuracy 1.00       –      –",
		"no verdict on answers: no example says",
		"▸ accuracy            .75      4", "rmse ↓", "  groundp            1.00      4", "  ap                 1.00      4",
	)
	s.press("j")
	s.want("err_easy ↓", "consistency")
}

func TestHeadlinesOpenAllExamplesAndSayWhy(t *testing.T) {
	session := headlineSession(t, questionRun("dfol"))
	s := newScreen(t, 80, 21, session, NewOverview(session))
	s.press("tab", "j")
	if got, want := s.view.Status(), "acc_hard: no such question is in the hard set"; !strings.HasPrefix(got, want) {
		t.Errorf("status is %q, want %q and so on", got, want)
	}
	s.press("tab", "d")
	note := newScreen(t, 80, 22, session, s.pushed[0])
	note.want("reasoning accuracy 1.00 over 1", "reasoning err_easy ↓ .00 over 1", "reasoning acc_hard: no such question is in the hard set")
	s.pushed = nil
	s.press("tab", "enter")
	if len(s.pushed) != 1 || s.pushed[0].(*Examples).filter.Answer != loaders.Unknown {
		t.Errorf("opened %+v", s.pushed)
	}
}

// Where there is room, runs are compared under each protocol that they share,
// and not beyond it: a count's accuracy is not a question's.
func TestOverviewComparesHeadlines(t *testing.T) {
	session := headlineSession(t, countRun("scn", 4, 3), questionRun("dfol"), countRun("base", 4, 1))
	s := newScreen(t, 132, 40, session, NewOverview(session))
	s.want(
		"  counting                      accuracy  rmse ↓",
		"▸ scn                                .75     .38",
		"  base                               .25     .65",
		"  grounding                     groundp     ap",
	)
	if strings.Contains(s.text(), "  reasoning     ") {
		t.Errorf("a run is compared with none:\n%s", s.text())
	}
	for _, test := range []struct {
		of   string
		best float64
	}{{"accuracy", .75}, {"rmse ↓", .375}} {
		counting := s.view.(*Overview).comparisons()[0]
		if got, ok := counting.best(test.of); !ok || got != test.best {
			t.Errorf("the best %s is %v, want %v", test.of, got, test.best)
		}
	}
}

func TestRunsWithModulesKeepTheirTable(t *testing.T) {
	session := sampleSession(t)
	session.Runs = append(session.Runs, scoredRun(countRun("scn", 4, 3)))
	readAll(t, session)
	s := newScreen(t, 132, 37, session, NewOverview(session))
	s.want("headline", "accuracy .75", "module", "with-relation")
	if r := s.view.(*Overview).shown.runs[0]; r.headline() != "" || r.rows() != len(r.modules) {
		t.Errorf("a run with modules has the headline %q and %d rows", r.headline(), r.rows())
	}
}
