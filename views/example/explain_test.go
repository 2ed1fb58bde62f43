package example

import "testing"

func TestExplainNamesFormulaAndInputs(t *testing.T) {
	sc, _ := open(t, 100, 30, towerExample())
	sc.Press(".")
	sc.Want("F1 .40 < .50", "2 P R / (P + R)", "2 predicted (1 hit), 3 gold (1 found)", "the authors' code",
		"one module of one example", "iou: 0.5 · negative iou: 0.5 · threshold: 0.5 · ", "faithful f1: 0.5")
	sc.Without("average ex", "average: ")
	sc, _ = open(t, 100, 30, towerExample())
	sc.Press("home")
	sc.Press(".") // the root has no score
	if at := len(sc.Pushed); at != 1 {
		t.Fatalf("%d views were opened", at)
	}
	sc.Want("dev-1", "F1 .73 ≥ .50", "module 2", "one example, so there is no interval", "threshold: 0.5")
	sc.Without("average ex", "average: ")

	ex := towerExample()
	ex.Program = nil
	sc, _ = open(t, 100, 30, ex)
	if a, _ := sc.Action("."); a.Why() == "" {
		t.Error(". is enabled for an example without a score")
	}
}
