package views

import (
	"reflect"
	"strings"
	"testing"

	"faithscope/loaders"
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
	return runOf(name, examples...)
}

func TestOverviewOfAnswersAlone(t *testing.T) {
	session := headlineSession(t, answersRun("anli", 6, 3, 1), answersRun("other", 2, 2, 0))
	s := newScreen(t, 100, 21, session, NewOverview(session))
	s.want(
		"answer right", "6    60 %", "answer wrong", "3    30 %", "unknown", "1    10 %",
		"no faithfulness: nothing in this run is scored as faithful or not",
	)
	for keys, want := range map[string]ExampleFilter{
		"enter": {Answer: loaders.Right, Unscored: true}, "l": {Answer: loaders.Wrong, Unscored: true}, "l l": {Unjudged: true, Unscored: true},
	} {
		s := newScreen(t, 100, 21, session, NewOverview(session))
		if keys != "enter" {
			for range len(keys)/2 + 1 {
				s.press("l")
			}
		}
		s.press("enter")
		if len(s.pushed) != 1 || !reflect.DeepEqual(s.pushed[0].(*Examples).filter, want) {
			t.Errorf("%s: opened %+v, want %+v", keys, s.pushed, want)
		}
		s.pushed = nil
	}
	if action, _ := s.action("x"); action.Why() == "" {
		t.Error("right but unfaithful can be listed where nothing is unfaithful")
	}
}

// Beside a run with both verdicts, one without faithfulness has no numbers in
// the quadrant's columns, rather than 0.
func TestOverviewMixesSides(t *testing.T) {
	session := readAll(t, sampleSession(t))
	session.Runs = append(session.Runs, scoredRun(answersRun("anli", 6, 4, 0)))
	readAll(t, session)
	s := newScreen(t, 80, 21, session, NewOverview(session))
	s.want("anli             10      .60     –      –       –      –       –      –     10")
	s.press("G")
	s.want("6    60 %")
}

func TestCounterpartsAreCellsOfTheirSide(t *testing.T) {
	for s := bothSides; s <= noSide; s++ {
		for c := RightFaithful; c <= AllExamples; c++ {
			if got := s.counterpart(c); !s.has(got) {
				t.Errorf("side %d: %q stands for %q, which it does not have", s, got, c)
			}
		}
	}
}

// Where nothing is scored, the list has no column of dashes, and an example
// without an answer shows what the right one would be.
func TestExamplesWithoutScores(t *testing.T) {
	examples := []*loaders.Example{
		{ID: "said", Question: "q", Answer: loaders.Answer{Predicted: "yes", Gold: "no", Correct: loaders.Wrong}},
		{ID: "gold", Question: "q", Answer: loaders.Answer{Gold: "maybe"}},
		{ID: "none", Question: "q"},
	}
	session := headlineSession(t, runOf("answers", examples...))
	s := newScreen(t, 80, 20, session, NewExamples(session, 0, ExampleFilter{}))
	s.want("✗ yes (no)", "– (maybe)", "none  q")
	if text := s.text(); strings.Contains(text, "F1") || strings.Contains(text, "no answer") {
		t.Errorf("a column of nothing:\n%s", text)
	}
	sc, _ := exampleScreen(t, 80, 20, examples[1])
	sc.want("? no answer in the run, gold maybe")
}
