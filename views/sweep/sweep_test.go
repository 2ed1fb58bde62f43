package sweep

import (
	"slices"
	"strings"
	"testing"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/views"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

func sweep(t *testing.T, w, h int) *viewtest.Screen {
	t.Helper()
	s := viewtest.ReadAll(t, viewtest.Sample(t))
	return viewtest.New(t, w, h, s, New(s, 0))
}

// Ten examples have one gold box each; four predict it with .8, six another
// one, and each gives the other box .1.
func TestSweepMovesTheTables(t *testing.T) {
	for _, test := range []struct{ name, keys, head, row string }{
		{"at the value in force", "", "p > .50 · all modules · best F1 .67 at .00, layer_count", "layer_count   .40   .40   .40  10"},
		{"a hundredth up", "l", "p > .51", ".40   .40   .40  10"},
		{"where both boxes are predicted", "H H H H H", "p > .00", ".67   .50  1.00  10"},
		{"no farther than 0", "H H H H H H h", "p > .00", ".67   .50  1.00  10"},
		{"where nothing is predicted", "L L L L L L", "p > .99", ".00     –   .00  10"},
		{"the best", "x", "p > .00", ".67   .50  1.00  10"},
		{"over the IoU", "tab", "IoU of an aligned box, IoU > .50", ".40   .40   .40  10"},
		{"one type", "f", "p > .50 · find", ".40   .40   .40  10"},
		{"and all again", "f f", "p > .50 · all modules", ".40   .40   .40  10"},
		{"a run without boxes", "j", "p > .50 · all modules", "lexical         –     –     –   –"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := sweep(t, 100, 30)
			s.Press(strings.Fields(test.keys)...)
			s.Want(test.head, test.row, "precision")
			if !strings.ContainsFunc(s.Text(), func(r rune) bool { return r > '\u2800' && r <= '\u28ff' }) {
				t.Errorf("no curve is drawn:\n%s", s.Text())
			}
		})
	}
}

func TestSweepKeepsOrRestores(t *testing.T) {
	s := sweep(t, 80, 21)
	s.Press("l", "l", "esc")
	if s.Session.Settings != scoring.Defaults() || s.Pops != 1 {
		t.Errorf("esc: %+v, %d screens left", s.Session.Settings, s.Pops)
	}
	s = sweep(t, 80, 21)
	s.Press("l", "l", "enter")
	if got := s.Session.Settings.Threshold; got != .52 || s.Pops != 1 {
		t.Errorf("enter: p > %v, %d screens left", got, s.Pops)
	}
	s = sweep(t, 80, 21)
	s.Session.Settings.NegativeIoU = .5
	s.Press("tab", "h", "enter")
	if got := s.Session.Settings; got.IoU != .49 || got.NegativeIoU != 0 {
		t.Errorf("enter: IoU > %v, bad < %v", got.IoU, got.NegativeIoU)
	}
}

func TestSweepFollowsSettings(t *testing.T) {
	s := sweep(t, 100, 30)
	settings := s.Session.Settings
	settings.Threshold, settings.Average = .555, scoring.Cumulative
	s.Run(s.Session.Set(settings))
	s.Draw()
	s.Want("p > .56")
	if got := s.View.Status(); !strings.Contains(got, "average cumulative") {
		t.Errorf("status %q", got)
	}
	v := s.View.(*screen)
	if len(v.Shown.places) != 101 || v.value() != .555 {
		t.Errorf("%d places, the cursor at %v: the value in force is not a place", len(v.Shown.places), v.value())
	}
}

func TestSweepDropsStaleCurves(t *testing.T) {
	s := sweep(t, 100, 30)
	v := s.View.(*screen)
	stale := v.Compute()
	s.Press("tab")
	s.Send(stale())
	if v.Shown.axis != boxes.OverIoU {
		t.Error("curves over the probability are drawn on the axis of IoU")
	}
	s.Send(views.Refresh{})
	if v.Computing {
		t.Error("computed again without any news")
	}
}

func TestSweepFitsAnywhere(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {20, 5}, {40, 10}, {80, 21}, {200, 60}} {
		s := sweep(t, size[0], size[1])
		s.Press("j", "l", "tab", "f")
		s.Fits()
	}
	hostile := viewtest.Hostile(t)
	viewtest.New(t, 80, 21, hostile, New(hostile, 0)).Fits()
	none := viewtest.Of(t)
	s := viewtest.New(t, 80, 21, none, New(none, 0))
	s.Press("j", "l", "x", "f", "tab")
	s.Want("no run is open")
}

// The numbers at the cursor are explained under its value, not the setting's;
// and the steps lead back to it.
func TestSweepExplainsTheCursor(t *testing.T) {
	s := sweep(t, 100, 30)
	s.Press("f", "H", "H", "H", "H", "H", ".") // p > .00: both boxes are predicted
	s.Want("F1, precision, recall of find", "F1        0.666667", "precision 0.5", "recall    1", "2 P R / (P + R)", "draws over examples", "p > .00", "n         10")
	steps := s.View.(views.Stepped).Steps()
	if want := "sweep; run layer_count; type find; at 0"; views.JoinSteps(steps) != want {
		t.Fatalf("steps %q, want %q", steps, want)
	}
	again := sweep(t, 100, 30)
	parsed, err := views.ParseSteps(views.JoinSteps(steps[1:]))
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range parsed {
		at := slices.IndexFunc(again.View.Actions(), func(a widget.Action) bool { return a.Name == step.Name && a.With != nil })
		again.Run(again.View.Actions()[at].With(step.Value()))
		again.Draw()
	}
	again.Want("p > .00 · find", ".67   .50  1.00  10")
	again.Press("j")
	if a, _ := again.Action("."); a.Why() == "" {
		t.Error("a run without boxes is explained")
	}
}
