package commands

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/explaining"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/views"
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
	s := &views.Session{Settings: f.Settings, Host: views.Host{Reopen: opening.ReopenerOf(paths, f.Options), Forget: opening.Forget},
		Start: views.Start{Opened: again}}
	done, err := o.programs.GiveTo(cmd.Context(), s, f, j.Runs)
	if err != nil {
		return err
	}
	defer done()
	o.Model.GiveTo(s, true, f.Demo)
	defer o.Model.Close()
	s.Save = func(run *loaders.Run, ex *loaders.Example) (string, error) {
		return saveCounterfactual(cmd.Context(), run, ex)
	}
	return errors.Join(show(cmd.Context(), s, j, &o.Wishes, steps), j.Err())
}
