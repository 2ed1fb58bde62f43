package ask

import (
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/executor/dfol"
)

// scene returns two yellow squares above a black circle.
func scene() *dfol.Scene {
	thing := func(name, color string, x, y float64) loaders.Object {
		return loaders.Object{Name: name, Attributes: []string{color}, Box: loaders.Box{X0: x, Y0: y, X1: x + 10, Y1: y + 10}}
	}
	return dfol.Golden("x", &loaders.Scene{
		Width: 100, Height: 100,
		Objects:   []loaders.Object{thing("square", "yellow", 0, 0), thing("square", "yellow", 30, 0), thing("circle", "black", 0, 50)},
		Relations: []loaders.Relation{{Name: "above", Subject: 0, Object: 2}, {Name: "above", Subject: 1, Object: 2}},
	}, nil, dfol.LikelihoodNoise{})
}

func TestTypedQuestionsAreAnswered(t *testing.T) {
	c := &dfol.ConceptCategories{}
	check.NoError(t, c.Add("", []byte(`{"categories": {"color": ["yellow", "black"]}}`)))
	for text, want := range map[string]string{
		"exist(filter[yellow](find[square]))":                                              "yes",
		"∃x (circle(x) ∧ yellow(x))":                                                       "no",
		"query[color](find[circle])":                                                       "black",
		"equal(count(filter[yellow](find[squares])), 2)":                                   "True",
		"greater(count(find[circle]), count(find[square]))":                                "False",
		"equal(sum(count(find[circle]), count(find[square])), 3)":                          "True",
		"and(exist(find[circle]), equal(count(find[square]), 1))":                          "False",
		"equal(count(with_relation[above](find[square], filter[black](find[circle]))), 2)": "True",
		"less(count(discard(find, relate[_,above,s](find[circle]))), 2)":                   "True",
	} {
		ex, x, err := Ask(text, scene(), c, dfol.Settings{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if o, err := x.Run(ex, nil); err != nil || ex.Answer.Predicted != want || o.Answer != want {
			t.Errorf("%s: %s, again %v %v, want %s", text, ex.Answer.Predicted, o, err, want)
		}
		if a := ex.Answer; a.Probability == nil || (*a.Probability > .5) != (a.Probable() == a.Predicted) {
			t.Errorf("%s: answer %s, p(%s) %v", text, a.Predicted, a.Probable(), a.Probability)
		}
		for i := range ex.Program {
			if ex.Program[i].Output.Empty() {
				t.Errorf("%s: nothing of %s", text, ex.Program[i].Op)
			}
		}
	}
	ex, _, err := Ask("equal(count(filter[yellow](find[square])), 2)", scene(), nil, dfol.Settings{})
	check.NoError(t, err)
	if n := ex.Program[1].Output.Number; math.Abs(n.Mean-2) > 1e-12 || len(ex.Images[0].Proposals) != 3 ||
		ex.Program[2].Output.Boxes[0][0] != 1 {
		t.Errorf("count %v of %v", n, ex.Program[2].Output.Boxes)
	}
	for text, want := range map[string]string{
		"equal(count(find[square]), find[circle])": "it does not accept what find returns",
		"equal(count(query[color](find)), 2)":      "no such module",
		"count(find[square])":                      "does not return a truth value",
		"count(":                                   "a module name",
		"query[smell](find)":                       "no list of concepts",
	} {
		_, _, err := Ask(text, scene(), c, dfol.Settings{})
		check.Error(t, text, err, want)
	}
}
