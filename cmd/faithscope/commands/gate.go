package commands

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/faithfulness"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/compare"
)

func gateCommand() *cobra.Command {
	o := gateOptions{Flags: opening.NewFlags(), Bounds: report.Bounds{Level: report.Level}}
	o.Settings.Trials, o.design.Cluster = report.Permutations, session.ByPicture
	var known []string
	for _, p := range session.Protocols() {
		if slices.ContainsFunc(p.Metrics, func(m scoring.Metric) bool { return (&report.Difference{Protocol: p.Name, Metric: m.Name}).Leads() }) {
			known = append(known, p.Name)
		}
	}
	known = append(known, session.ModuleTypes(session.Protocols())...)
	cmd := &cobra.Command{
		Use:   "gate A B",
		Short: "Fail if run B is worse than run A: for build servers",
		Long: "Test whether run B, say that of a new checkpoint, may take the place of run A, and fail if it is significantly worse in its " +
			"answers, in faithfulness, or in any type of module. The tests are those of `faithscope compare` for the scores that represent " +
			"their protocols: paired, over whole pictures or passages, and corrected together by Holm's method, so that two equal runs " +
			"fail in at most 5 of 100 comparisons, however many scores there are.\n\n" +
			"B also fails if it has lost a score that A has, or examples, which a mean would hide.\n\n" +
			"It prints a line for each reason to fail, with the command that shows the examples. The exit code is 0 if B passes, 1 if " +
			"it does not, and 2 if that cannot be said: a flag is wrong, a run does not open or is cut off, gold answers or " +
			"ids do not fit, or answers, faithfulness or what --only names rest on too few pictures, passages or examples for " +
			"any fall to be significant.",
		Example: "faithscope gate main.jsonl branch.jsonl\n" +
			"faithscope gate main.jsonl branch.jsonl --drop .02 --only answers,faithfulness\n" +
			"faithscope gate main.jsonl branch.jsonl --only module-boxes --junit gate.xml --markdown gate.md --force",
		RunE: func(cmd *cobra.Command, paths []string) error {
			outcome, err := o.run(cmd, paths)
			switch {
			case err != nil || outcome == loaders.Unknown:
				return ending.Exit{Code: 2, Err: err}
			case outcome == loaders.Wrong: // the reasons were printed
				return ending.Exit{Code: 1}
			}
			return nil
		},
	}
	set := cmd.Flags()
	addFormat(set, &o.Format)
	value.Declare(set,
		&o.Drop, "drop", "how far a score may fall, in its own unit, even significantly: .02 is 2 points of accuracy",
		&o.Level, "level", "the corrected p below which a fall is significant",
		&value.OneOf{Several: &o.Only, What: "a protocol or a type of module", Known: known}, "only",
		"judge only these protocols or types of module: answers, faithfulness, module-boxes, find; separated by commas",
		&o.Lost, "lost", "how many examples of A may be missing from B, or unreadable there; -1: any number",
		&o.Untested, "allow-untested", "let B pass although no fall of a score that is asked for could be significant",
		&o.design.Cluster, "cluster", "what a test swaps: example, picture (all examples of a picture or passage) or set (of a group, or of "+
			"one question)",
		&o.junit, "junit", "write the outcome of every score to this file too, in JUnit's XML",
		&o.markdown, "markdown", "write the report to this file too, in Markdown",
		&o.force, "force", "replace these files if they exist")
	f := o.Flags
	f.AddSetting(set, "trials")
	f.AddTo(set)
	// A build server that reads 1 as a worse run would misread a wrong flag as one.
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return ending.Exit{Code: 2, Err: suggestFlag(cmd, err)} })
	return cmd
}

// gateOptions are the flags of gate.
type gateOptions struct {
	*opening.Flags
	report.Bounds
	design          report.Design
	junit, markdown string // files, "" for none
	force           bool   // replaces them
}

// check fails for arguments that make no gate. Partial reports do not know pictures, so that
// each of their examples stands for itself.
func (o *gateOptions) check(cmd *cobra.Command, paths []string) error {
	switch {
	case len(paths) != 2:
		return fmt.Errorf("gate takes two runs, not %d", len(paths))
	case !(o.Drop >= 0):
		return fmt.Errorf("--drop %g is below 0", o.Drop)
	case !(o.Level > 0 && o.Level < 1):
		return fmt.Errorf("--level %g is not between 0 and 1", o.Level)
	case cmd.Flags().Changed("cluster") && o.design.Cluster != session.ByExample && slices.ContainsFunc(paths, isPartial):
		return errNoClusters
	}
	return o.Check()
}

func (o *gateOptions) run(cmd *cobra.Command, paths []string) (outcome loaders.Verdict, err error) {
	if err := o.check(cmd, paths); err != nil {
		return outcome, err
	}
	ctx := cmd.Context()
	protocols, err := o.Asked(ctx)
	if err != nil {
		return outcome, err
	}
	scored, err := readTwo(cmd, o.Flags, paths, protocols)
	for _, s := range scored {
		defer s.Run.Close()
		defer opening.PrintProblems(cmd.ErrOrStderr(), s.Run)
	}
	if err != nil {
		return outcome, err
	}
	o.design.Trials, o.design.Seed = o.Settings.Trials, o.Settings.Seed
	c, err := report.Compare(ctx, scored[0], scored[1], o.Settings, o.design)
	if err != nil {
		return outcome, err
	}
	g := c.Judge(o.Bounds)
	outcome = g.Outcome()
	if g.Pairs == 0 {
		return outcome, errNothingShared
	}
	show := showing(cmd, g, paths)
	d := g.Document(show)
	return outcome, errors.Join(printTables(cmd, d, o.Format), o.write(cmd, g, d, show))
}

// write writes the files that build servers read.
func (o *gateOptions) write(cmd *cobra.Command, g *report.Gate, d *table.Document, show func(c *report.Check) string) (err error) {
	for path, write := range map[string]func(w io.Writer) error{
		o.junit:    func(w io.Writer) error { return g.WriteJUnit(w, show) },
		o.markdown: func(w io.Writer) error { return d.Write(w, table.Find("markdown")) },
	} {
		if path != "" {
			err = errors.Join(err, (&output.Target{Path: path, Force: o.force}).Write(cmd.Context(), cmd.OutOrStdout(), write))
		}
	}
	return err
}

// showing returns a function that gives the command which shows the examples of a score
// on screen, or for nil those that B lacks: with the flags that open and score the runs.
func showing(cmd *cobra.Command, g *report.Gate, paths []string) func(c *report.Check) string {
	own := cmd.LocalNonPersistentFlags()
	var screen = openCommand().Flags()
	words := append([]string{"faithscope", "open"}, paths...)
	words = append(words, givenFlags(cmd, func(flag string) bool { return own.Lookup(flag) != nil && screen.Lookup(flag) != nil })...)
	return func(c *report.Check) string {
		return strings.Join(loaders.Map(append(words, "--view", views.JoinSteps(stepsTo(g, c))), views.ShellWord), " ")
	}
}

// stepsTo are the steps to the examples of a score that became worse or is gone, or for
// nil to those that B lacks.
func stepsTo(g *report.Gate, c *report.Check) []views.Step {
	inB := func(query string) []views.Step {
		return []views.Step{views.Do("run", g.B.Name), views.Do("examples"), views.Do("filter", strings.Fields(query)...)}
	}
	switch {
	case c == nil:
		return []views.Step{views.Do("compare", g.A.Name+compare.Against+g.B.Name), views.Do("change", "in A alone")}
	case c.Gone:
		return []views.Step{views.Do("run", g.A.Name), views.Do(views.RestsOn, c.Protocol, c.Metric, c.Of)}
	case c.Of != "overall":
		return inB("delta." + c.Of + "<0")
	case c.Protocol == faithfulness.Name:
		return inB("unfaithful other.faithful")
	case c.Metric == "accuracy":
		return inB("wrong other.right")
	}
	return []views.Step{views.Do("run", g.B.Name), views.Do(views.RestsOn, c.Protocol, c.Metric, c.Of)}
}
