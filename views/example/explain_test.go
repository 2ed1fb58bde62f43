package example

import "testing"

func TestExplainNamesFormulaAndInputs(t *testing.T) {
	sc, _ := open(t, 100, 30, towerExample())
	sc.Press(".")
	sc.Want("F1 .40 < .50", "2 P R / (P + R)", "2 predicted, of them 1 hit; 3 gold, of them 1 found", "the authors' code", "one module of one example")
	sc, _ = open(t, 100, 30, towerExample())
	sc.Press("g")
	if a, _ := sc.Action("."); a.Why() == "" {
		t.Error(". is enabled for a module without a score")
	}
}
