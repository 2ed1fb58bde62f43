package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/writer"
	"faithscope/loaders/native"
	"faithscope/scoring/session"
	"faithscope/tui"
	"faithscope/views"
	"faithscope/views/examples"
)

// fill gives a session that has its settings the runs, their books and the themes. Runs
// that did not open are listed among the problems. leave cancels what is being written.
func fill(ctx context.Context, s *views.Session, j *opening.Joined, w *config.Wishes) (leave func()) {
	s.Themes, s.Keys = w.Wardrobe().Names(), w.Keys
	protocols := slices.Clone(j.Protocols)
	for _, run := range j.Runs {
		scored := session.New(run, protocols)
		scored.Aim(s.Settings)
		s.Runs = append(s.Runs, scored)
		s.Books = append(s.Books, opening.Book(run, s.Reopen == nil, j.Annotator))
	}
	for _, f := range j.Failed {
		s.Unopened = append(s.Unopened, f.Problem())
	}
	s.JSON, s.Annotators = exampleJSON, annotatorsBeside(s, j.Annotator)
	if s.Reopen == nil { // the demo
		s.Guides = demo.Guides()
	}
	desk := &desk{s: s}
	desk.ctx, desk.end = context.WithCancel(ctx)
	s.Write, s.Export = desk.write, desk.export
	return desk.clear
}

// desk writes a session's files while its screen stays usable.
type desk struct {
	ctx   context.Context
	end   context.CancelFunc
	files sync.RWMutex // held by every file that is being written
	s     *views.Session
}

// write makes a file, which appears when it is whole and replaces none.
func (d *desk) write(path string, write func(w io.Writer) error) error {
	d.files.RLock()
	defer d.files.RUnlock()
	if path == "-" {
		return errors.New("standard output is the screen")
	}
	return (&output.Target{Path: path}).Write(d.ctx, nil, write)
}

// export returns a function that writes examples of a run and says what was written.
func (d *desk) export(run int, rows []int, what, path string) func() (said string, err error) {
	e := writing.Export{Scored: d.s.Runs[run], Book: d.s.Book(run), Settings: d.s.Settings, Where: what, Table: d.s.Table(run)}
	return func() (string, error) {
		d.files.RLock()
		defer d.files.RUnlock()
		return e.To(d.ctx, &writing.Options{Target: output.Target{Path: path}}, io.Discard, rows)
	}
}

// clear cancels what is being written, so that no part of it remains, and prevents
// further writing. It waits one second for a slow disk.
func (d *desk) clear() {
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

// exampleJSON is an example as a line of the native format.
func exampleJSON(run *loaders.Run, ex *loaders.Example) (string, error) {
	e, err := native.NewEncoder(io.Discard, native.HeaderOf(run))
	if err != nil {
		return "", err
	}
	line, err := e.Line(ex)
	return strings.TrimSpace(string(line)), err
}

// show opens the screen on runs in a session that has its settings, as w says. Runs
// that did not open are listed among the problems.
func show(ctx context.Context, s *views.Session, j *opening.Joined, w *config.Wishes, view []views.Step) error {
	notice := ""
	defer fill(ctx, s, j, w)()
	if failed := len(j.Failed); failed > 0 {
		notice = fmt.Sprintf("%d of %d runs did not open: press ! to see why", failed, failed+len(j.Runs))
	}
	defer func() {
		for _, run := range s.Runs {
			run.Run.Close() // those that were reopened
		}
	}()
	s.Typed, _ = readFilters() // keeping one says why they cannot be read
	s.SaveTyped = saveTyped
	if w.Where != "" {
		s.Push(examples.New(s, 0, examples.Filter{Where: w.Where}))
	}
	keys, err := keyboard(j.Runs)
	if err != nil {
		return err
	}
	defer keys.Close() // closing nothing does no harm
	ending.Monitored()()
	defer saveNotebook(s)
	return tui.Run(ctx, tui.Options{
		In: keys, Session: s, Wish: w.Wish, Mouse: true, Notice: notice, Theme: w.Colors, OpenTheme: w.Wardrobe().Open, View: view,
	})
}

// mostTyped bounds how many filters are kept, mostFilter one of them in bytes.
const (
	mostTyped  = 500
	mostFilter = 4 << 10
)

// typedPath is the file of the filters that a person typed, one a line, the
// last at the end.
func typedPath() string { return opening.State.File("filters.txt") }

// readFilters lists the filters typed so far, the last one at the end; none if there is
// no file.
func readFilters() ([]string, error) {
	text, err := files.ReadStored(files.Disk{}, typedPath(), mostTyped*mostFilter)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' }), err
}

// saveTyped adds a filter at the end, and removes its earlier line. A long one is not
// saved.
func saveTyped(filter string) error {
	lines, err := readFilters()
	if err != nil || len(filter) >= mostFilter || strings.Contains(filter, "\n") {
		return err
	}
	lines = append(slices.DeleteFunc(lines, func(line string) bool { return line == filter }), filter)
	return writer.Save(typedPath(), []byte(strings.Join(lines[max(0, len(lines)-mostTyped):], "\n")+"\n"))
}

// keyboard is where keys come from: nil for standard input, the terminal
// itself where a run is piped into that.
func keyboard(runs []*loaders.Run) (*os.File, error) {
	if !slices.ContainsFunc(runs, func(run *loaders.Run) bool { return run.Path == files.Stdin }) {
		return nil, nil
	}
	tty, _, err := tea.OpenTTY()
	if err != nil {
		return nil, fmt.Errorf("keys cannot come from standard input, which is a run, and there is no terminal: %w", err)
	}
	return tty, nil
}
