package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/loaders/native"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/tui"
	"faithscope/views"
	"faithscope/views/examples"
)

// fill gives a session, which has its settings, its runs, their books and the
// themes. What did not open stands among the problems.
func fill(ctx context.Context, s *views.Session, j *opening.Joined, w *config.Wishes) {
	s.Themes, s.Keys = w.Wardrobe().Names(), w.Keys
	protocols := opening.OnScreen(slices.Clone(j.Protocols))
	for _, run := range j.Runs {
		scored := session.New(run, protocols)
		scored.Aim(s.Settings)
		s.Runs = append(s.Runs, scored)
	}
	for _, f := range j.Failed {
		s.Unopened = append(s.Unopened, f.Problem())
	}
	books, unreadable := opening.OpenBooks(ctx, j.Runs, func(run *loaders.Run) marks.Location { return opening.BookAt(run, s.Reopen == nil) })
	s.Books = books
	s.Unopened = append(s.Unopened, unreadable...)
	s.Write = func(path string, write func(w io.Writer) error) error { return writeFile(ctx, path, write) }
	s.JSON = exampleJSON
	if s.Reopen == nil { // the demo
		s.Guides = demo.Guides()
	}
	s.Export = func(ctx context.Context, run int, rows []int, what, path string) (string, error) {
		e := writing.Export{Scored: s.Runs[run], Book: s.Book(run), Settings: s.Settings, Where: what}
		count, err := e.To(ctx, &writing.Options{Target: output.Target{Path: path}}, io.Discard, rows)
		return path + ": " + loaders.Count(count, "example"), err
	}
}

// writeFile makes a file, which appears when it is whole and replaces none.
func writeFile(ctx context.Context, path string, write func(w io.Writer) error) error {
	if path == "-" {
		return errors.New("standard output is the screen")
	}
	return (&output.Target{Path: path}).Write(ctx, nil, write)
}

// exampleJSON is an example as a line of the native format.
func exampleJSON(run *loaders.Run, ex *loaders.Example) (string, error) {
	e, err := native.NewEncoder(io.Discard, native.HeaderOf(run))
	if err != nil {
		return "", err
	}
	line, err := e.Line(ex)
	return strings.TrimSpace(string(line)), err
}

// show opens the screen on runs in a session that has its settings, as w says. What did not open stands among the problems.
func show(ctx context.Context, s *views.Session, j *opening.Joined, w *config.Wishes, view []views.Command) error {
	notice := ""
	fill(ctx, s, j, w)
	defer opening.CloseBooks(s.Books)
	if failed := len(j.Failed); failed > 0 {
		notice = fmt.Sprintf("%d of %d runs did not open: press ! to see why", failed, failed+len(j.Runs))
	}
	defer func() {
		for _, run := range s.Runs {
			run.Run.Close() // those that were reopened
		}
	}()
	if w.Where != "" {
		s.Push(examples.New(s, 0, examples.Filter{Where: w.Where}))
	}
	keys, err := keyboard(j.Runs)
	if err != nil {
		return err
	}
	defer keys.Close() // closing nothing does no harm
	ending.Monitored()()
	defer keepNotebook(ctx, s)
	return tui.Run(ctx, tui.Options{
		In: keys, Session: s, Wish: w.Wish, Mouse: true, Notice: notice, Theme: w.Colors, OpenTheme: w.Wardrobe().Open, View: view,
	})
}
