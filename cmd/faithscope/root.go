package main

import (
	"errors"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"faithscope/scoring"
	"faithscope/scoring/faithfulness"
	"faithscope/views"
)

func rootCommand() *cobra.Command {
	f, w, o := newFlags(), &wishes{}, &programOptions{counting: "run", spread: "code"}
	cmd := &cobra.Command{
		Use:   "faithscope [RUN…]",
		Short: "See where a modular model looked, and whether its answers are right for the right reasons",
		Long: "faithscope opens evaluation runs of modular models: answers beside faithfulness, the program of each " +
			"example module by module, and the boxes or the words that each module attended to.\n\n" +
			"Without a run it opens a demo. Press ? inside for the keys.",
		Example: "faithscope\n" +
			"faithscope predictions.json.gz --gold boxes.csv --images pictures/\n" +
			"faithscope a/predictions.json.gz b/predictions.json.gz\n" +
			"faithscope predictions.json.gz --where 'right unfaithful'\n" +
			"faithscope --follow predictions.jsonl\n" +
			"faithscope score a/predictions.json.gz --format json",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if err := errors.Join(f.check(), w.read()); err != nil {
				return err
			}
			if os.Getenv("TERM") == "dumb" { // which shows words, and no screen of them
				return scoreRuns(cmd, paths, f, &scoreOptions{demo: len(paths) == 0})
			}
			protocols, err := f.asked(cmd.Context())
			if err != nil {
				return err
			}
			// The screens count quadrants from what they show.
			protocols = slices.DeleteFunc(protocols, func(p scoring.Protocol) bool { return p.Name == faithfulness.Name })
			runs, failed, err := openNamed(cmd.Context(), paths, len(paths) == 0, f.options)
			if err != nil {
				return err
			}
			defer closeAll(runs)
			meantCommand(cmd, failed)
			f.addBaseProblems(runs...)
			if len(runs) == 0 {
				return all(failed)
			}
			s := &views.Session{Settings: f.settings, Reopen: reopenerOf(paths, f.options)}
			done, err := o.giveTo(cmd.Context(), s, f, runs)
			if err != nil {
				return err
			}
			defer done()
			w.where = f.where
			return errors.Join(show(cmd.Context(), s, runs, protocols, failed, w), all(failed))
		},
	}
	f.addWhere(cmd.Flags())
	f.addTo(cmd.Flags())
	o.addTo(cmd.Flags())
	cmd.Flags().BoolVar(&f.options.follow, "follow", false, "read what an evaluation is still writing to the runs")
	w.addTo(cmd.Flags())
	cmd.AddCommand(scoreCommand(), compareCommand(), mergeCommand(), convertCommand(), checkCommand(), formatsCommand(), runCommand(), calibrateCommand(), whatifCommand(), tagsCommand(), serveCommand(), renderCommand(), schemaCommand(), doctorCommand(), manCommand())
	complete(cmd, w)
	return cmd
}
