package main

import (
	"context"
	"fmt"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/tui"
	"faithscope/views"
	"faithscope/views/examples"
)

// fill gives a session, which has its settings, its runs, their books and the
// themes. What did not open stands among the problems.
func fill(ctx context.Context, s *views.Session, runs []*loaders.Run, protocols []scoring.Protocol, failed []unopened, w *wishes) {
	s.Themes = w.wardrobe().names()
	for _, run := range runs {
		scored := session.New(run, protocols)
		scored.Aim(s.Settings)
		s.Runs = append(s.Runs, scored)
	}
	for _, f := range failed {
		s.Unopened = append(s.Unopened, f.problem())
	}
	books, unreadable := openBooks(ctx, runs, func(run *loaders.Run) marks.Location { return bookAt(run, s.Reopen == nil) })
	s.Books = books
	s.Unopened = append(s.Unopened, unreadable...)
}

// show opens the screen on runs in a session that has its settings, scored by
// protocols, as w says. What did not open stands among the problems.
func show(ctx context.Context, s *views.Session, runs []*loaders.Run, protocols []scoring.Protocol, failed []unopened, w *wishes) error {
	notice := ""
	fill(ctx, s, runs, protocols, failed, w)
	defer closeBooks(s.Books)
	if len(failed) > 0 {
		notice = fmt.Sprintf("%d of %d runs did not open: press ! to see why", len(failed), len(failed)+len(runs))
	}
	defer func() {
		for _, run := range s.Runs {
			run.Run.Close() // those that were reopened
		}
	}()
	if w.where != "" {
		s.Push(examples.New(s, 0, examples.Filter{Where: w.where}))
	}
	keys, err := keyboard(runs)
	if err != nil {
		return err
	}
	defer keys.Close() // closing nothing does no harm
	monitored()()
	return tui.Run(ctx, tui.Options{
		In: keys, Session: s, Wish: w.Wish, Mouse: true, Notice: notice, Theme: w.colors, OpenTheme: w.wardrobe().open,
	})
}
