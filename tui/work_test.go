package tui

import (
	"image"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/loadertest/check"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// pressKeys presses keys, and handles what follows from each at once.
func pressKeys(p *terminalProgram, keys ...string) (cmds []tea.Cmd) {
	for _, key := range keys {
		_, cmd := p.Update(tea.KeyPressMsg{Code: []rune(key)[0], Text: key})
		cmds = append(cmds, cmd)
	}
	return cmds
}

// explaining is a hidden screen that asks a model.
type explaining struct {
	views.View
	asked   int
	stopped bool
}

func (e *explaining) Works() []views.BackgroundWork {
	if e.stopped {
		return nil
	}
	return []views.BackgroundWork{{What: "asking lime about one", Done: e.asked, Turn: func() tea.Cmd {
		e.stopped = true
		return nil
	}}}
}

// All that runs is in one list, which is reached from anywhere, and there it is stopped and goes on; a run that was
// stopped stays so, and says how much of it is read, until somebody has it go on.
func TestWorkIsListedAndStopped(t *testing.T) {
	s := twoRuns(50)
	stage := NewStage(t.Context(), Options{Session: s}, image.Pt(100, 24))
	p := stage.p
	asks := &explaining{View: p.topView(), asked: 7}
	p.left[views.PlaceExamples] = []views.View{asks}
	began := p.reader.scoreRun(0)
	check.NoError(t, stage.Do(views.Do("work")))
	text := func() string { return viewtest.Text(stage.Frame()) }
	want := func(words ...string) {
		t.Helper()
		check.Contains(t, text(), words...)
	}
	want("[1 Runs]", "▸ scoring", "0     50", "asking lime about one", "7")

	for _, cmd := range pressKeys(p, "-") {
		stage.waitFor(cmd)
	}
	stage.sendMessage(views.RefreshViews{})
	stage.sendMessage(began())
	want("▸ scoring", "stopped")
	if read, _, complete := s.Runs[0].Progress(); read > 0 || complete {
		t.Fatalf("%d examples are read, though it was stopped", read)
	}
	stage.sendMessage(views.RefreshViews{}) // it does not begin by itself
	if read, _, _ := s.Runs[0].Progress(); read > 0 {
		t.Fatal("it goes on by itself")
	}
	check.NoError(t, stage.Do(views.Do("first")))
	check.NoError(t, s.Runs[1].Read(t.Context()))
	for _, cmd := range pressKeys(p, "-") {
		stage.waitFor(cmd)
	}
	if _, _, complete := s.Runs[0].Progress(); !complete {
		t.Fatal("it does not go on", text())
	}
	stage.sendMessage(clockTick{time.Now()})
	asks.stopped = true
	stage.Home()
	check.NoError(t, stage.Do(views.Do("work")))
	want("nothing is running")
}
