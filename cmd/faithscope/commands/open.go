package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/explaining"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/loaders/files/writer"
	"faithscope/tui"
	"faithscope/views"
	"faithscope/views/examples"
)

func openCommand() *cobra.Command {
	o := &screenOptions{flags: opening.NewFlags()}
	cmd := &cobra.Command{
		Use:   "open [RUN…]",
		Short: "Open runs on screen, at a view",
		Long: "Open runs on screen as faithscope does without a command, and go to a view: what `y` copies as a link. A view is the " +
			"commands that lead to it, as `:` accepts them inside, separated by semicolons.",
		Example: "faithscope open predictions.json.gz --view 'threshold .4; examples; sort find; goto dev-3125-1; open; module 2'",
		Args:    cobra.ArbitraryArgs,
		RunE:    o.open,
	}
	value.Declare(cmd.Flags(), &o.view, "view", "commands that lead to what is shown first, separated by semicolons")
	o.addTo(cmd)
	return cmd
}

// screenOptions are the flags of what opens the screen.
type screenOptions struct {
	flags *opening.Flags
	config.Wishes
	programs oracle.Programs
	view     string
}

func (o *screenOptions) addTo(cmd *cobra.Command) {
	set := cmd.Flags()
	o.flags.AddQuery(set)
	o.programs.AddTo(set)
	answering.Complete(o.flags, &o.programs.Options)
	value.Declare(set, &o.flags.Options.Follow, "follow", "keep reading what an evaluation writes to the runs")
	o.AddTo(set)
}

// open opens the screen on runs, or on the demo.
func (o *screenOptions) open(cmd *cobra.Command, paths []string) error {
	f := o.flags
	if err := errors.Join(f.Check(), o.Read()); err != nil {
		return err
	}
	if f.Demo = len(paths) == 0; os.Getenv("TERM") == "dumb" { // which shows words, and no screen of them
		return (&scoreOptions{Flags: f}).run(cmd, paths)
	}
	f.Options.Ask = true
	o.Where, f.Where = f.Where, "" // the screen filters
	j, err := f.Join(cmd, paths)
	f.Where = o.Where
	if err != nil {
		return err
	}
	defer j.Close()
	suggestCommand(cmd, j.Failed)
	if len(j.Runs) == 0 {
		return j.Err()
	}
	if err := config.CheckKeys(cmd.Context(), o.Keys); err != nil {
		return err
	}
	steps, err := views.ParseSteps(o.view)
	if err != nil {
		return fmt.Errorf("--view: %w", err)
	}
	again := append(slices.Clone(paths), givenFlags(cmd, func(flag string) bool {
		return flag != "view" && !slices.Contains(explaining.Flags(), flag) // a link starts no model
	})...)
	s := sessionOn(paths, f)
	s.Start.Opened = again
	done, err := o.programs.GiveTo(cmd.Context(), &s.Asking, f, j.Runs)
	if err != nil {
		return err
	}
	defer done()
	o.Model.GiveTo(&s.Asking, true, f.Demo)
	defer o.Model.Close()
	s.Host.Save = func(run *loaders.Run, ex *loaders.Example) (string, error) {
		return saveCounterfactual(cmd.Context(), run, ex)
	}
	return errors.Join(o.show(cmd.Context(), s, j, steps), j.Err())
}

// show opens the screen on runs in a session that has its settings, as the person wishes.
// Runs that did not open are listed among the problems.
func (o *screenOptions) show(ctx context.Context, s *views.Session, j *opening.Joined, view []views.Step) error {
	w, notice := &o.Wishes, ""
	defer (&desk{s: s}).fill(ctx, j, w)()
	if failed := len(j.Failed); failed > 0 {
		notice = fmt.Sprintf("%d of %d runs did not open: press ! to see why", failed, failed+len(j.Runs))
	}
	defer func() {
		for _, run := range s.Runs {
			run.Run.Close() // those that were reopened
		}
	}()
	s.Start.Typed, _ = readFilters() // keeping one says why they cannot be read
	s.Start.SaveTyped = saveTyped
	if w.Where != "" {
		s.Push(examples.New(s, 0, examples.Filter{Where: w.Where}))
	}
	keys, err := keyboard(j.Runs)
	if err != nil {
		return err
	}
	defer keys.Close() // closing nothing does no harm
	ending.Monitored()()
	defer func() {
		if s.Notebook.HasSteps() { // not for one who only looked; nobody is left to read an error
			_ = writer.Save(lastNotebook(), []byte(s.NotebookText()))
		}
	}()
	return tui.Run(ctx, tui.Options{
		In: keys, Session: s, Wish: w.Wish, Mouse: true, Notice: notice, Theme: w.Colors, OpenTheme: w.Wardrobe().Open, View: view,
	})
}
