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

func sessionOn(runPaths []string, f *opening.Flags) *views.Session {
	host := views.HostFunctions{Reopen: opening.ReopenerOf(runPaths, f.Options)}
	return &views.Session{Data: views.Data{Settings: f.Settings}, Console: views.Console{Host: host}}
}

// fillSession returns leave, which keeps d.files locked, so that nothing can be written afterwards, and
// leaves no part of a file.
func (d *screenSession) fillSession(ctx context.Context, j *opening.OpenedRuns, w *config.DisplayFlags) (leave func()) {
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
	s.Host.JSON, s.Host.Annotator, s.Host.Annotators = exampleJSON, j.Annotator, annotatorsBeside(demonstrates, j.Annotator)
	if demonstrates {
		s.Start.Guides = demo.Guides()
	}
	ctx, end := context.WithCancel(ctx)
	d.ctx, s.Host.Write, s.Host.Export = ctx, d.writeWhole, d.exportCommand
	return func() {
		end()
		loaders.WaitAtMost(time.Second, d.files.Lock) // a slow disk must not keep the program from ending
	}
}

type screenSession struct {
	ctx   context.Context
	files sync.RWMutex // held for reading by every writer
	s     *views.Session
}

func (d *screenSession) writeWhole(path string, writeContent func(w io.Writer) error) error {
	d.files.RLock()
	defer d.files.RUnlock()
	if path == "-" {
		return errors.New("can't write to standard output: the screen is using it")
	}
	return (&output.Target{Path: path}).Write(d.ctx, nil, writeContent)
}

// exportCommand captures run and settings now, because the session may have moved on when the returned
// function runs. That function replaces no file and holds d.files for reading. filterQuery is the query
// that selected the rows.
func (d *screenSession) exportCommand(scoredRun *session.ScoredRun, rowIndices []int, filterQuery string) func(path string) (status string,
	err error) {
	e := writing.Export{Scored: scoredRun, Settings: d.s.Settings, Where: filterQuery}
	if run := slices.Index(d.s.Runs, scoredRun); run >= 0 {
		e.Book, e.Table = d.s.Book(run), d.s.Table(run)
	}
	return func(path string) (string, error) {
		d.files.RLock()
		defer d.files.RUnlock()
		return e.To(d.ctx, &writing.Options{Target: output.Target{Path: path}}, io.Discard, rowIndices)
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

// openKeyboard returns the terminal to read keys from if a run is standard input, which then can't
// deliver keys; nil otherwise.
func openKeyboard(runs []*loaders.Run) (*os.File, error) {
	if !slices.ContainsFunc(runs, func(run *loaders.Run) bool { return run.Path == files.Stdin }) {
		return nil, nil
	}
	tty, _, err := tea.OpenTTY()
	if err != nil {
		return nil, fmt.Errorf("can't read keys, because standard input is a run and no terminal was found: %w", err)
	}
	return tty, nil
}
