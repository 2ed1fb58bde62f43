package commands

import (
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/explaining"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/cmd/faithscope/site"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/tui"
	"faithscope/tui/still"
	"faithscope/views"
)

type headlessOptions struct {
	config.DisplayFlags
	programs oracle.ProgramFlags
	size     image.Point // cells
}

func (o *headlessOptions) addStage(set *pflag.FlagSet) {
	o.size = image.Pt(120, 36)
	o.programs.AddTo(set)
	addWishes(set, &o.DisplayFlags, explaining.Flags()...)
	value.Declare(set, value.Cells(&o.size), "size", "the screen's size in cells")
}

type headlessScreen struct {
	*tui.HeadlessProgram
	s    *views.Session
	dark bool
}

func openStage(f *opening.Flags, paths []string, o *headlessOptions) (_ *headlessScreen, done func(), err error) {
	if err := errors.Join(f.Check(), o.Read()); err != nil {
		return nil, nil, err
	}
	ctx := f.Context()
	answering.Complete(f, &o.programs.Options)
	f.Demo = len(paths) == 0
	j, err := f.JoinAll(paths)
	if err != nil {
		return nil, nil, err
	}
	s := sessionOn(paths, f)
	end, err := o.programs.GiveTo(ctx, &s.ModelAccess, f, j.Runs)
	if err != nil {
		j.Close()
		return nil, nil, err
	}
	o.Model.GiveTo(&s.ModelAccess, explaining.FlagOnly, f.Demo)
	leave := (&screenSession{s: s}).fillSession(ctx, j, &o.DisplayFlags)
	done = func() {
		leave()
		o.Model.Close()
		end()
		j.Close()
	}
	for _, scored := range s.Runs {
		if err := scored.Read(ctx); err != nil {
			done()
			return nil, nil, err
		}
		f.PrintProblems(scored.Run)
	}
	st := &headlessScreen{tui.NewStage(ctx, tui.Options{Session: s, Theme: o.Colors, OpenTheme: o.Wardrobe().Open}, o.size), s, true}
	return st, done, nil
}

func (st *headlessScreen) examplePage(w io.Writer) error {
	run, at, ok := st.Example()
	if !ok {
		return errors.New("an .html page shows an example: use --example ID")
	}
	scored := st.s.Runs[run]
	p := site.ExampleBuilder{Scored: scored, Book: st.s.Book(run), Settings: st.s.Settings, Look: st.s.Look, Ground: still.GroundOf(st.dark),
		Every: true}
	e, err := p.Example(scored.Run.Example(at))
	if err != nil {
		return err
	}
	page := p.Page(e.ID + " · " + e.Run)
	page.Examples = []site.Example{e}
	return site.WritePage(w, page)
}

func (st *headlessScreen) followSteps(viewSteps ...views.ViewStep) error {
	for _, step := range viewSteps {
		if err := st.Do(step); err != nil {
			return fmt.Errorf("%s: %w", loaders.Clean(step.String()), err)
		}
	}
	return nil
}
