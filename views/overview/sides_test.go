package overview

import (
	"fmt"
	"reflect"
	"testing"

	"faithscope/loaders"
	"faithscope/views/examples"
	"faithscope/views/viewtest"
)

// answersRun has right, wrong and unjudged answers, and nothing that anybody
// scores as faithful.
func answersRun(name string, right, wrong, unjudged int) *loaders.Run {
	var examples []*loaders.Example
	for verdict, n := range map[loaders.Verdict]int{loaders.Right: right, loaders.Wrong: wrong, loaders.Unknown: unjudged} {
		for range n {
			examples = append(examples, &loaders.Example{ID: "q", Answer: loaders.Answer{Predicted: "yes", Correct: verdict}})
		}
	}
	return viewtest.RunOf(name, examples...)
}

func TestOverviewOfAnswersAlone(t *testing.T) {
	session := viewtest.Of(t, answersRun("anli", 6, 3, 1), answersRun("other", 2, 2, 0))
	s := viewtest.New(t, 100, 21, session, New(session))
	s.Want(
		"right    6  60 %", "wrong    3  30 %", "unknown  1  10 %",
		"no faithfulness: nothing in this run is scored", "as faithful or not",
	)
	for keys, want := range map[string]examples.Filter{
		"enter": {Where: "right -scored"}, "l": {Where: "wrong -scored"}, "l l": {Where: "-judged -scored"},
	} {
		s := viewtest.New(t, 100, 21, session, New(session))
		if keys != "enter" {
			for range len(keys)/2 + 1 {
				s.Press("l")
			}
		}
		s.Press("enter")
		if len(s.Pushed) != 1 || !reflect.DeepEqual(shown(s), want) {
			t.Errorf("%s: opened %+v, want %+v", keys, s.Pushed, want)
		}
		s.Pushed = nil
	}
	if action, _ := s.Action("x"); action.Why() == "" {
		t.Error("right but unfaithful can be listed where nothing is unfaithful")
	}
}

// Beside a run with both verdicts, one without faithfulness has no numbers in
// the quadrant's columns, rather than 0.
func TestOverviewMixesSides(t *testing.T) {
	session := viewtest.ReadAll(t, viewtest.Sample(t))
	session.Runs = append(session.Runs, viewtest.Scored(answersRun("anli", 6, 4, 0)))
	viewtest.ReadAll(t, session)
	s := viewtest.New(t, 80, 21, session, New(session))
	s.Want("anli            10      .60     –       –       –    –       –    –     10")
	s.Press("G")
	s.Want("6  60 %")
}

// The list and the overview's quadrant must count the same.
func TestQuadrantCellsListWhatTheyCount(t *testing.T) {
	s := viewtest.ReadAll(t, viewtest.Sample(t))
	for run := range s.Runs {
		q := s.Runs[run].Summaries(s.Settings).Quadrant(nil)
		for a := range q {
			for x := range q[a] {
				list := viewtest.New(t, 100, 20, s, examples.New(s, run, examples.Filter{Where: whereOf(loaders.Verdict(a), loaders.Verdict(x))}))
				list.Want(fmt.Sprintf("%d of %d", q[a][x], q.N()))
			}
		}
	}
}
