package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/explaining"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/tui"
	"faithscope/views"
	"faithscope/views/examples"
)

func openCommand() *cobra.Command {
	o := newScreen("open [RUN…]", "Open runs at a given view",
		"A view is a list of commands that `:` accepts; `y` `l` copies this command for the view on screen.",
		"open predictions.json.gz --view 'threshold .4; examples; sort find; goto dev-3125-1; open; module 2'")
	o.addFlags(&o.view, "view", "commands that open the view, separated by semicolons")
	return o.addScreen()
}

type screenOptions struct {
	*commandLine
	config.DisplayFlags
	programs oracle.ProgramFlags
	view     string
}

func newScreen(usageLine, briefHelp, longHelp string, usageExamples ...string) *screenOptions {
	return &screenOptions{commandLine: newCommand(usageLine, briefHelp, longHelp, usageExamples...)}
}

func (o *screenOptions) addScreen() *cobra.Command {
	o.AddQuery()
	o.AddTotals()
	o.programs.AddTo(o.Set)
	answering.Complete(o.Flags, &o.programs.Options)
	o.addFlags(&o.Options.Follow, "follow", "keep reading while an evaluation writes the run")
	o.AddTo(o.Set)
	return o.runWith(o.openScreen)
}

// openScreen makes --where a filter on screen, so that all examples stay open. Runs that did not open
// are returned as errors afterwards, or at once if none did.
func (o *screenOptions) openScreen() error {
	f := o.Flags
	if err := errors.Join(f.Check(), o.Read()); err != nil {
		return err
	}
	if f.Demo = len(o.args) == 0; os.Getenv("TERM") == "dumb" { // it has no screen
		return (&scoreOptions{commandLine: o.commandLine}).run()
	}
	f.Options.Ask = true
	o.Where, f.Where = f.Where, "" // the screen filters
	j, err := f.Join(o.args)
	f.Where = o.Where
	if err != nil {
		return err
	}
	defer j.Close()
	suggestCommand(o.Command, j.Failed)
	if len(j.Runs) == 0 {
		return j.Err()
	}
	if err := config.CheckKeys(o.Context(), o.Keys); err != nil {
		return err
	}
	steps, err := views.ParseSteps(o.view)
	if err != nil {
		return fmt.Errorf("--view: %w", err)
	}
	again := func(by *pflag.FlagSet) []string {
		return append(slices.Clone(o.args), givenFlags(o.Set, func(flag string) bool {
			// The view has the filter, and a link starts no model.
			return flag != "view" && flag != "where" && by.Lookup(flag) != nil && !slices.Contains(explaining.Flags(), flag)
		})...)
	}
	s := sessionOn(o.args, f)
	s.Start.Opened, s.Start.Drawn = again(o.Set), again(renderCommand().Flags())
	done, err := o.programs.GiveTo(o.Context(), &s.ModelAccess, f, j.Runs)
	if err != nil {
		return err
	}
	defer done()
	o.Model.GiveTo(&s.ModelAccess, explaining.FlagOrFile, f.Demo)
	defer o.Model.Close()
	return errors.Join(o.showScreen(o.Context(), s, j, steps), j.Err())
}

// showScreen closes the runs that are open at the end, not those it began with. --where becomes the
// first list of examples, so that the view continues from it.
func (o *screenOptions) showScreen(ctx context.Context, s *views.Session, j *opening.OpenedRuns, viewSteps []views.ViewStep) error {
	w, notice := &o.DisplayFlags, ""
	defer (&screenSession{s: s}).fillSession(ctx, j, w)()
	if failed := len(j.Failed); failed > 0 {
		notice = fmt.Sprintf("%d of %d runs couldn't be opened: press ! to see why", failed, failed+len(j.Runs))
	}
	defer func() {
		s.FinishSaving()
		for _, run := range s.Runs {
			run.Run.Close() // reopened ones too
		}
	}()
	s.Start.Typed, _ = typedFilters.readLines() // saving reports why they can't be read
	s.Start.SaveTyped = saveTyped
	s.Wanted, s.Host.SaveColumns = readColumns(), saveColumns
	s.Host.Page = func(text string) tea.Cmd { return pageText(ctx, text) }
	if os.Getenv("TMUX") != "" { // tmux drops what programs copy, unless set otherwise
		s.Host.Give = func(text string) error {
			load := exec.Command("tmux", "load-buffer", "-w", "-")
			load.Stdin = strings.NewReader(text)
			return load.Run()
		}
	}
	if w.Where != "" {
		s.Push(examples.New(s, 0, examples.Filter{Where: w.Where}))
	}
	keys, err := openKeyboard(j.Runs)
	if err != nil {
		return err
	}
	defer keys.Close() // nil is fine
	ending.Monitored()()
	return tui.Run(ctx, tui.Options{
		In: keys, Session: s, Wish: w.Preferences, Mouse: true, Notice: notice, Theme: w.Colors, OpenTheme: w.Wardrobe().Open, View: viewSteps,
	})
}
