package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/tui"
	"faithscope/tui/still"
	"faithscope/views"
)

// stageOptions are the flags of commands that draw screens without a terminal.
type stageOptions struct {
	wishes
	size image.Point // cells
}

func (o *stageOptions) addStage(cmd *cobra.Command) {
	o.size = image.Pt(120, 36)
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	o.addTo(set)
	for _, name := range []string{"theme", "config"} {
		cmd.Flags().AddFlag(set.Lookup(name))
	}
	cmd.Flags().Var(&cells{&o.size}, "size", "the screen's size in cells")
}

// cells is a flag value: columns and rows.
type cells struct{ size *image.Point }

func (c *cells) String() string {
	if c.size == nil || *c.size == (image.Point{}) {
		return ""
	}
	return fmt.Sprintf("%dx%d", c.size.X, c.size.Y)
}

func (c *cells) Set(word string) error {
	const least, most = 20, 500
	var x, y int
	if n, err := fmt.Sscanf(word, "%dx%d", &x, &y); n != 2 || err != nil || x < least || y < 10 || x > most || y > most {
		return fmt.Errorf("%q is not a size: COLUMNSxROWS, as 120x36, at most %dx%d", word, most, most)
	}
	*c.size = image.Pt(x, y)
	return nil
}

func (c *cells) Type() string { return "WxH" }

// stage is a program without a terminal on runs that were read.
type stage struct {
	*tui.Stage
	s         *views.Session
	dark      bool
	protocols []scoring.Protocol // of reports; some are not on screen
}

// openStage reads runs, or the demo where no path is given, and opens the first
// screen on them. done closes them.
func openStage(ctx context.Context, paths []string, f *flags, o *stageOptions, said io.Writer) (_ *stage, done func(), err error) {
	if err := errors.Join(f.check(), o.read()); err != nil {
		return nil, nil, err
	}
	protocols, err := f.asked(ctx)
	if err != nil {
		return nil, nil, err
	}
	runs, failed, err := openNamed(ctx, paths, len(paths) == 0, f.options)
	if err != nil {
		return nil, nil, err
	}
	if err := all(failed); err != nil { // what is drawn has all that was asked for
		closeAll(runs)
		return nil, nil, err
	}
	f.addBaseProblems(runs...)
	s := &views.Session{Settings: f.settings}
	if len(paths) > 0 {
		s.Reopen = reopenerOf(paths, f.options)
	}
	fill(ctx, s, runs, onScreen(slices.Clone(protocols)), nil, &o.wishes)
	done = func() {
		closeBooks(s.Books)
		closeAll(runs)
	}
	for _, scored := range s.Runs {
		if err := scored.Read(ctx); err != nil {
			done()
			return nil, nil, err
		}
		tellProblems(said, scored.Run)
	}
	st := &stage{tui.NewStage(ctx, tui.Options{Session: s, Theme: o.colors, OpenTheme: o.wardrobe().open}, o.size), s, true, protocols}
	return st, done, nil
}

// still is what is on screen.
func (st *stage) still() *still.Still { return still.Of(st.Frame(), still.GroundOf(st.dark)) }

// examplePage writes the example on screen as a page.
func (st *stage) examplePage(w io.Writer) error {
	run, at, ok := st.Example()
	if !ok {
		return errors.New("a page is of an example: name it with --example")
	}
	scored := st.s.Runs[run]
	p := pages{scored, st.s.Book(run), st.s.Settings, st.s.Look, still.GroundOf(st.dark), true}
	e, err := p.example(scored.Run.Example(at))
	if err != nil {
		return err
	}
	page := p.page(e.ID + " · " + e.Run)
	page.Examples = []pageExample{e}
	return writePage(w, page)
}

// follow does commands one after the other.
func (st *stage) follow(commands ...views.Command) error {
	for _, c := range commands {
		if err := st.Do(c); err != nil {
			return fmt.Errorf("%s: %w", loaders.Clean(strings.TrimSpace(c.Name+" "+c.Value)), err)
		}
	}
	return nil
}
