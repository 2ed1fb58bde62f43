package example

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// shown takes the number from the precision of modules that predict nothing,
// which is 1 by the authors' code and rests on no box.
func shown(scores []scoring.Score, score *scoring.ExampleScore) []scoring.Score {
	if score.Metric != "f1" || slices.ContainsFunc(score.Modules, func(m scoring.ModuleScore) bool { return m.Predicts }) {
		return scores
	}
	for i := range scores {
		if scores[i].Protocol == boxes.Protocol.Name && scores[i].Metric == "precision" {
			scores[i].Value = scoring.Undefined("nothing is predicted")
		}
	}
	return scores
}

// formulas say how a module's number is computed, and which reading of its
// paper that is.
var formulas = map[string][2]string{
	"f1": {
		"2PR / (P + R), where P is good / (good + bad) predicted boxes and R is found / all gold boxes, over the module's images together",
		"the authors' code: without a predicted box P is 1, without a gold box R is 1 (Subramanian et al. 2020, section 3.1)",
	},
	"mass": {
		"the attention on gold tokens / all attention; a token in two spans counts once",
		"this program's, as the paper's loss has no bar that several spans can reach; the loss beside it is the paper's (Subramanian et al. 2020, section 3.2)",
	},
	"groundp": {
		"Σ s·p / Σ s over the proposals, where s is a proposal's score and p the share of its area in the union of the gold boxes",
		"the paper's, of this question alone (Dancette et al. 2020, equations 3 and 4)",
	},
}

// explained says where the selected module's number comes from, nil where it
// has none.
func (v *screen) explained() [][2]string {
	m := v.score.Module(v.program.Node())
	if m == nil {
		return nil
	}
	x, ok := m.Value.Float()
	number := m.Value.Why()
	if ok {
		number = evidence.AgainstBar(v.score.Metric, x, v.s.Settings)
	}
	formula := formulas[v.score.Metric]
	facts := [][2]string{{"number", number}, {"formula", formula[0]}}
	for i := range m.Images {
		im := &m.Images[i]
		hits, found := 0, 0
		for _, p := range im.Predicted {
			if p.Hit {
				hits++
			}
		}
		for _, g := range im.Gold {
			if g.Matched {
				found++
			}
		}
		facts = append(facts, [2]string{fmt.Sprintf("image %d", i+1), fmt.Sprintf("%d predicted, of them %d hit; %d gold, of them %d found", len(im.Predicted), hits, len(im.Gold), found)})
	}
	return append(facts, [2]string{"reading", formula[1]}, [2]string{"why", m.Cause.Sentence()},
		[2]string{"under", views.SettingsText(v.s.Settings)}, [2]string{"n", "one module of one example, so there is no interval"})
}

func (v *screen) explainActions() []widget.Action {
	return []widget.Action{{Name: "explain", Keys: []string{"."}, Help: "show the formula and the inputs of the module's number", Group: "Scores",
		Disabled: widget.When(func() bool { return v.read.ex == nil || v.explained() == nil }, "the selected module has no score"),
		Run:      func() tea.Cmd { return v.s.Push(views.NewNote(v.s, v.evidence.Title(), v.explained())) }}}
}
