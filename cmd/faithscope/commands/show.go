package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/native"
	"faithscope/scoring/session"
	"faithscope/views"
)

func sessionOn(paths []string, f *opening.Flags) *views.Session {
	host := views.Host{Reopen: opening.ReopenerOf(paths, f.Options)}
	return &views.Session{Data: views.Data{Settings: f.Settings}, Console: views.Console{Host: host}}
}

// fillSession adds the demo's guides to a session that can't reopen runs. Runs that did not open
// are among the problems. leave is d.cancelWriting.
func (d *desk) fillSession(ctx context.Context, j *opening.OpenedRuns, w *config.Wishes) (leave func()) {
	s, demonstrates := d.s, d.s.Host.Reopen == nil
	s.Themes, s.Keys = w.Wardrobe().Names(), w.Keys
	protocols := slices.Clone(j.Protocols)
	runs, base := j.Shown()
	s.Base = base
	for _, run := range runs {
		scored := session.New(run, protocols)
		scored.Aim(s.Settings)
		s.Runs = append(s.Runs, scored)
		s.Books = append(s.Books, opening.Book(run, demonstrates, j.Annotator))
	}
	for _, f := range j.Failed {
		s.Unopened = append(s.Unopened, f.Problem())
	}
	s.Host.JSON, s.Host.Annotators = exampleJSON, annotatorsBeside(demonstrates, j.Annotator)
	if demonstrates {
		s.Start.Guides = demo.Guides()
	}
	d.ctx, d.end = context.WithCancel(ctx)
	s.Host.Write, s.Host.Export = d.writeWhole, d.exportCommand
	return d.cancelWriting
}

type desk struct {
	ctx   context.Context
	end   context.CancelFunc
	files sync.RWMutex // held for reading by every writer
	s     *views.Session
}

func (d *desk) writeWhole(path string, write func(w io.Writer) error) error {
	d.files.RLock()
	defer d.files.RUnlock()
	if path == "-" {
		return errors.New("standard output is the screen")
	}
	return (&output.Target{Path: path}).Write(d.ctx, nil, write)
}

// exportCommand captures the run, its table and the settings, and returns a function that writes
// the examples at rows with the session's marks at that moment. That function replaces no file and
// holds d.files for reading. what is the query that selected the rows.
func (d *desk) exportCommand(scored *session.Scored, rows []int, what string) func(path string) (status string, err error) {
	e := writing.Export{Scored: scored, Settings: d.s.Settings, Where: what}
	if run := slices.Index(d.s.Runs, scored); run >= 0 {
		e.Book, e.Table = d.s.Book(run), d.s.Table(run)
	}
	return func(path string) (string, error) {
		d.files.RLock()
		defer d.files.RUnlock()
		return e.To(d.ctx, &writing.Options{Target: output.Target{Path: path}}, io.Discard, rows)
	}
}

// cancelWriting leaves no part of a file, waits up to a second, and keeps d.files locked, so that
// nothing can be written afterwards.
func (d *desk) cancelWriting() {
	d.end()
	cleared := make(chan struct{})
	go func() {
		d.files.Lock()
		close(cleared)
	}()
	select {
	case <-cleared:
	case <-time.After(time.Second):
	}
}

func exampleJSON(run *loaders.Run, ex *loaders.Example) (string, error) {
	e, err := native.NewEncoder(io.Discard, native.HeaderOf(run))
	if err != nil {
		return "", err
	}
	line, err := e.Line(ex)
	return strings.TrimSpace(string(line)), err
}

// openKeyboard returns the terminal to read keys from if a run is standard input (an error without
// a terminal), and nil otherwise.
func openKeyboard(runs []*loaders.Run) (*os.File, error) {
	if !slices.ContainsFunc(runs, func(run *loaders.Run) bool { return run.Path == files.Stdin }) {
		return nil, nil
	}
	tty, _, err := tea.OpenTTY()
	if err != nil {
		return nil, fmt.Errorf("keys cannot come from standard input, which is a run, and there is no terminal: %w", err)
	}
	return tty, nil
}
