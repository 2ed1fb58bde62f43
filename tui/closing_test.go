package tui

import (
	"context"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
)

// endless is a screen whose computing ends only when it is cancelled.
type endless struct {
	views.View
	views.ComputedView[bool]
}

func (v *endless) Init() tea.Cmd              { return v.Compute() }
func (v *endless) Title() string              { return "endless" }
func (v *endless) Waiting() bool              { return v.ComputedView.Waiting() }
func (v *endless) Update(msg tea.Msg) tea.Cmd { return v.ComputedView.Update(msg) }

// However a screen is closed, what it was computing is cancelled.
func TestClosedScreensComputeNothing(t *testing.T) {
	for _, closed := range []func(d *driven) tea.Msg{
		func(*driven) tea.Msg { return views.PopView{} },
		func(d *driven) tea.Msg { d.resetPlaces(); return tea.BlurMsg{} },
	} {
		d := drive(t, twoRuns(2), 80, 24)
		work := func() func(context.Context) bool {
			return func(ctx context.Context) bool { <-ctx.Done(); return true }
		}
		v := &endless{d.topView(), views.NewComputed(&d.session.Data, work, func() {})}
		d.Update(views.PushView{View: v})
		ended := make(chan tea.Msg)
		compute := v.Compute()
		go func() { ended <- compute() }()
		d.Update(tea.BlurMsg{})
		select {
		case <-ended:
			t.Fatal("it is cancelled while it is shown")
		default:
		}
		d.Update(closed(d))
		if slices.Contains(d.allViews(), views.View(v)) {
			t.Fatal("it is still open")
		}
		<-ended
	}
}
