package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/native"
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
	s.Themes, s.Keys = w.wardrobe().names(), w.keys
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
	s.Write = func(path string, write func(w io.Writer) error) error { return writeFile(ctx, path, write) }
	s.JSON = exampleJSON
	if s.Reopen == nil { // the demo
		s.Guides = guides()
	}
	s.Export = func(ctx context.Context, run int, rows []int, what, path string) (string, error) {
		e := exporting{s.Runs[run], s.Book(run), s.Settings, what}
		count, err := e.to(ctx, &exportOptions{out: path}, io.Discard, rows)
		return path + ": " + loaders.Count(count, "example"), err
	}
}

// writeFile makes a file, which appears when it is whole and replaces none.
func writeFile(ctx context.Context, path string, write func(w io.Writer) error) error {
	if path == "-" {
		return errors.New("standard output is the screen")
	}
	out, err := create(ctx, path, nil, false)
	if err != nil {
		return err
	}
	defer out.drop()
	if err := write(out); err != nil {
		return err
	}
	return out.close()
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

// show opens the screen on runs in a session that has its settings, scored by
// protocols, as w says. What did not open stands among the problems.
func show(ctx context.Context, s *views.Session, runs []*loaders.Run, protocols []scoring.Protocol, failed []unopened, w *wishes, view []views.Command) error {
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
	defer keepNotebook(ctx, s)
	return tui.Run(ctx, tui.Options{
		In: keys, Session: s, Wish: w.Wish, Mouse: true, Notice: notice, Theme: w.colors, OpenTheme: w.wardrobe().open, View: view,
	})
}
