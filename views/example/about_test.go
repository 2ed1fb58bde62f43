package example

import (
	"testing"

	"faithscope/loaders"
)

// Nothing that the record has stays hidden, whatever module is selected.
func TestAboutSaysAllOfTheRecord(t *testing.T) {
	ex := towerExample()
	ex.Kind, ex.Explanation, ex.Logical = "count_qtype", "there are only two", "(equal 3 (count all))"
	ex.Tags, ex.Groups, ex.Entailed = []string{"odd"}, []string{"g7"}, []string{"dev-2", "dev-3"}
	ex.Answer.Scores, ex.Meta = map[string]float64{"em": .5}, map[string]string{"writer": "7\x1b[2J"}
	ex.Program[0].Output.Options = []loaders.Option{{Name: "no", Probability: .25}, {Name: "yes", Probability: .75}}
	all := []string{
		"▾ about", "kind: count_qtype", "explanation: there are only two", "module-boxes: precision .80", "F1 .73", "answer: yes .75 · no .25",
		"the file's em: 0.5", "tags: odd", "consistently with: g7", "entails: dev-2, dev-3", "writer: 7", "(equal 3",
	}
	sc, _ := open(t, 132, 50, ex)
	sc.Want(all...)
	sc.Press("g")
	sc.Want(all...)
	sc.Press("f")
	sc.Want("▸ about")
	sc.Without("kind: count_qtype")
	sc.Press("f")
	sc.Want(all...)

	small, _ := open(t, 80, 22, ex)
	small.Want("about", "more: M")
	small.Press("M")
	small.Want("about dev-1", "count_qtype", "dev-2, dev-3")
}

// An example without a program has the block below its evidence.
func TestAboutWithoutProgram(t *testing.T) {
	sc, _ := open(t, 100, 30, reviewExample())
	sc.Want("shap     ····· -▃ ████ ▅▅▅▅ ·····", "▾ about", "explanation: dull is what nobody")
}

// Counts are whole, what is 0 is left out, and what rests on nothing has no
// number: here no module predicts any box.
func TestAboutCountsModulesAndLeavesOutWhatSaysNothing(t *testing.T) {
	ex := towerExample()
	for _, m := range ex.Program {
		if m.Output.Boxes != nil {
			for _, image := range m.Output.Boxes {
				for k := range image {
					image[k] = 0
				}
			}
		}
	}
	sc, _ := open(t, 132, 50, ex)
	sc.Want("module-boxes: precision – · recall", "causes: wrong 2 of 2 modules: empty 2")
	sc.Without("accuracy", "no proposal 0", "no_proposal", "answers:")

	sc, _ = open(t, 132, 50, towerExample())
	sc.Want("causes: wrong 1 of 2 modules: elsewhere 1")
}
