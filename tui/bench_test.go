package tui

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/loadertest/check"
	"faithscope/views"
)

// BenchmarkKey measures what a key costs before the terminal sees anything:
// finding its action, drawing every view, and the text of the frame.
func BenchmarkKey(b *testing.B) {
	for _, test := range []struct {
		name string
		open tea.Msg
	}{
		{"overview", nil},
		{"examples", tea.KeyPressMsg{Code: '2', Text: "2"}},
		{"help", tea.KeyPressMsg{Code: '?', Text: "?"}},
	} {
		b.Run(test.name, func(b *testing.B) {
			s := twoRuns(2000)
			for _, run := range s.Runs {
				check.NoError(b, run.Read(context.Background()))
			}
			p := benchProgram(b, s)
			if test.open != nil {
				p.Update(test.open)
			}
			down, up := tea.KeyPressMsg{Code: 'j', Text: "j"}, tea.KeyPressMsg{Code: 'k', Text: "k"}
			b.ReportAllocs()
			for b.Loop() {
				p.Update(down)
				p.Update(up)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/key")
		})
	}
}

func benchProgram(b *testing.B, s *views.Session) *terminalProgram {
	b.Helper()
	p := withoutPixels(b, Options{Session: s})
	p.Update(tea.WindowSizeMsg{Width: 132, Height: 40})
	if cmd := p.topView().Init(); cmd != nil {
		p.Update(cmd())
	}
	return p
}
