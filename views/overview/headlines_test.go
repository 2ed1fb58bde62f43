package overview

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/views/viewtest"
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
	return viewtest.RunOf(name, examples...)
}

// questionRun has questions in the easy set alone, all answered right.
func questionRun(name string) *loaders.Run {
	return viewtest.RunOf(name, &loaders.Example{ID: "1", Question: "Is it red?", Kind: "verify", Tags: []string{"easy"}, Answer: loaders.Answer{Predicted: "yes", Gold: "yes"}})
}

// A run without modules that anybody scores shows what its protocols say.
func TestOverviewShowsHeadlines(t *testing.T) {
	session := viewtest.Of(t, countRun("scn", 4, 3), questionRun("dfol"))
	s := viewtest.New(t, 80, 21, session, New(session))
	s.Want(
		"4        –  accuracy .75        4    0",
		"1        –  accuracy 1.00       –    –",
		"no verdict on answers: no example says",
		"▸ accuracy                 .75  4  counting", "RMSE ↓", "  GroundP                 1.00  4", "  AP                      1.00  4",
	)
	s.Press("j")
	s.Want("error, easy ↓", "consistency")
}

// Beside the column of answers stands what is not a number of the answers, and
// a count, which goes wrong for no named cause, has a near miss alone.
func TestHeadlineOfACountingRun(t *testing.T) {
	gold, proposal := loaders.Box{X1: 0.5, Y1: 0.5}, loaders.Box{X0: 0.6, Y0: 0.6, X1: 1, Y1: 1}
	run := viewtest.RunOf("scn", &loaders.Example{
		ID: "1", Question: "How many dogs are there?", Answer: loaders.Answer{Predicted: "1", Gold: "1", Correct: loaders.Right},
		Images: []loaders.Image{{Proposals: []loaders.Box{proposal, gold}}},
		Program: []loaders.Module{{Op: "count", Output: loaders.Output{Boxes: [][]float64{{1, 0}}},
			Gold: &loaders.Gold{Boxes: [][]loaders.Box{{gold}}}}},
	})
	session := viewtest.Of(t, run)
	s := viewtest.New(t, 100, 30, session, New(session))
	s.Want("GroundP .00", "worst right answers · x lists all 1", "count: best box IoU 1.00 had p 0")
}

func TestHeadlinesOpenAllExamplesAndSayWhy(t *testing.T) {
	session := viewtest.Of(t, questionRun("dfol"))
	s := viewtest.New(t, 80, 21, session, New(session))
	s.Press("tab", "j")
	if got, want := s.View.Status(), "acc_hard: no such question is in the hard set"; !strings.HasPrefix(got, want) {
		t.Errorf("status is %q, want %q and so on", got, want)
	}
	s.Press("tab", "d")
	note := viewtest.New(t, 80, 22, session, s.Pushed[0])
	note.Want("reasoning accuracy 1.00 over 1", "reasoning error, easy ↓ .00 over 1", "reasoning accuracy, hard: no such question")
	s.Pushed = nil
	s.Press("esc", "tab", "h", "h", "h", "h", "h", "h", "enter")
	if len(s.Pushed) != 1 || shown(s).Where != "" {
		t.Errorf("opened %+v", s.Pushed)
	}
}

// Where there is room, runs are compared under each protocol that they share,
// and not beyond it: a count's accuracy is not a question's.
func TestOverviewComparesHeadlines(t *testing.T) {
	session := viewtest.Of(t, countRun("scn", 4, 3), questionRun("dfol"), countRun("base", 4, 1))
	s := viewtest.New(t, 132, 40, session, New(session))
	s.Want(
		"  counting                      accuracy  RMSE ↓",
		"▸ scn                                .75     .38",
		"  base                               .25     .65",
		"  grounding                     GroundP    AP",
	)
	if strings.Contains(s.Text(), "  reasoning     ") {
		t.Errorf("a run is compared with none:\n%s", s.Text())
	}
	v := s.View.(*screen)
	counting := v.comparisons()[0]
	for column := 1; column <= 2; column++ {
		if !v.best(&counting, 0, column) || v.best(&counting, 1, column) {
			t.Errorf("of %v not the first is the best %s", counting.Rows, counting.Columns[column].Name)
		}
	}
}

func TestRunsWithModulesKeepTheirTable(t *testing.T) {
	session := viewtest.Sample(t)
	session.Runs = append(session.Runs, viewtest.Scored(countRun("scn", 4, 3)))
	viewtest.ReadAll(t, session)
	s := viewtest.New(t, 132, 37, session, New(session))
	s.Want("headline", "accuracy .75", "module", "with-relation")
	if r := s.View.(*screen).Shown[0]; r.headline() != nil || s.View.(*screen).modules.Count() != len(r.modules.Rows) {
		t.Errorf("a run with modules has the headline %v and %d rows", r.headline(), s.View.(*screen).modules.Count())
	}
}
