package screens

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/views"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// observed is a session that notes what is done beside looking.
type observed struct {
	*views.Session
	effects map[widget.Effect]bool
}

func observe(t *testing.T) *observed {
	t.Helper()
	o := &observed{viewtest.ReadAll(t, viewtest.Sample(t)), map[widget.Effect]bool{}}
	wrote := func() { o.effects[widget.Writes] = true }
	o.Write = func(string, func(io.Writer) error) error { wrote(); return nil }
	o.Export = func(int, []int, string, string) func() (string, error) {
		return func() (string, error) { wrote(); return "", nil }
	}
	o.Save = func(*loaders.Run, *loaders.Example) (string, error) { wrote(); return "", nil }
	o.JSON = func(*loaders.Run, *loaders.Example) (string, error) { return "{}", nil }
	o.Reopen = func(context.Context, *loaders.Run, bool) (*loaders.Run, error) { return o.Run(0), nil }
	o.Guides = map[string]views.Guide{o.Run(0).Name: {Steps: "all-examples", Says: "look"}}
	for i := range o.Runs {
		book, err := marks.Open(marks.Location{Own: filepath.Join(t.TempDir(), "marks"), Path: o.Run(i).Name})
		if err != nil {
			t.Fatal(err)
		}
		o.Books = append(o.Books, book)
	}
	return o
}

// take does what the program does with a message, as far as it has an effect.
func (o *observed) take(view views.View, msg tea.Msg, depth int) {
	switch msg := msg.(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			o.run(view, cmd, depth)
		}
	case views.Copy, views.Suspend, views.Quit, views.Back:
		o.effects[widget.Leaves] = true
	case views.SaveScreen, views.WriteNotebook:
		o.effects[widget.Writes] = true
	case views.Link:
		o.run(view, msg.Then([]string{"all-examples"}), depth)
	}
}

func (o *observed) run(view views.View, cmd tea.Cmd, depth int) {
	if cmd != nil && depth < 9 {
		done := make(chan tea.Msg, 1)
		go func() { done <- cmd() }()
		select {
		case msg := <-done:
			o.take(view, msg, depth+1)
		case <-time.After(time.Minute): // a spinner or a tick that goes on
		}
	}
	for _, msg := range o.Posted() {
		o.take(view, msg, depth+1)
	}
}

// Steps that come from elsewhere may do what is declared to only look: every
// action of every screen is run, and what it does is held against what it
// declares.
func TestActionsHaveTheEffectsTheyDeclare(t *testing.T) {
	declared := map[widget.Effect]bool{}
	for name := range everyView(t, observe(t).Session) {
		o := observe(t)
		actions := everyView(t, o.Session)[name].Actions()
		if name == "overview" {
			actions = append(actions, Global(o.Session, func() []widget.Action { return nil })...)
		}
		for i, a := range actions {
			declared[a.Effect] = true
			if a.Effect != widget.Looks {
				continue
			}
			values := []string{"", "x"}
			if a.Values != nil {
				values = append(values, a.Values()...)
			}
			for _, value := range values[:min(len(values), 4)] {
				o := observe(t)
				view := everyView(t, o.Session)[name]
				viewtest.New(t, 120, 36, o.Session, view)
				own := view.Actions()
				if name == "overview" {
					own = append(own, Global(o.Session, func() []widget.Action { return nil })...)
				}
				a := own[i]
				before := said(o.Books)
				switch {
				case a.Why() != "":
				case value == "" && a.Run != nil:
					o.run(view, a.Run(), 0)
				case value != "" && a.With != nil:
					o.run(view, a.With(value), 0)
				}
				if !slices.Equal(said(o.Books), before) {
					o.effects[widget.Says] = true
				}
				for effect := range o.effects {
					t.Errorf("%s: %s %q %s, and does not say so", name, a.Name, value, effect)
				}
			}
		}
	}
	for _, effect := range []widget.Effect{widget.Looks, widget.Says, widget.Writes, widget.Leaves} {
		if !declared[effect] {
			t.Errorf("no action %s", effect)
		}
	}
}

// said is how much is kept with the runs.
func said(books []*marks.Book) (counts []int) {
	for _, book := range books {
		names, _ := book.Views()
		counts = append(counts, book.Count(), len(names))
	}
	return counts
}
