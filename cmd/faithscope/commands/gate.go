package commands

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/classes"
	"faithscope/scoring/protocols/faithfulness"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/compare"
)

// gateCommand swaps whole pictures by default: if examples that share pictures are swapped singly, 155
// of 1,000 pairs of equal runs fail. Errors have the exit code 2, so that a build server doesn't take
// them for a worse run.
func gateCommand() *cobra.Command {
	o := &gateOptions{compareOptions: compareOptions{commandLine: newCommand("gate A B", "Fail if run B is worse than run A (for CI)",
		"B fails if it is significantly worse than A in answers, faithfulness or any module type, or lacks scores or examples "+
			"that A has. Runs the tests of `faithscope compare` over whole pictures or passages.\n\nExit code: 0 if B passes; "+
			"1 if it fails; 2 if undecided, because a flag is invalid, the runs can't be compared, or answers, faithfulness or the scores in "+
			"--only have too few pictures, passages or examples to test.",
		"gate main.jsonl branch.jsonl",
		"gate main.jsonl branch.jsonl --drop .02 --only answers,faithfulness",
		"gate main.jsonl branch.jsonl --only module-boxes --markdown gate.md --force")},
		GateBounds: report.GateBounds{Level: report.Level}}
	o.code = 2 // a build server that reads 1 as a worse run would misread a wrong flag as one
	o.Settings.Trials, o.design.Cluster = report.Permutations, session.ByPicture
	var known []string
	for _, p := range session.Protocols() {
		if slices.ContainsFunc(p.Metrics, func(m scoring.Metric) bool { return (&report.Difference{Protocol: p.Name, Metric: m.Name}).Leads() }) {
			known = append(known, p.Name)
		}
	}
	known = append(known, session.ModuleTypes(session.Protocols())...)
	o.addFormat()
	o.addFlags(
		&o.Drop, "drop", "how far a score may fall, in its own unit: .02 is 2 points of accuracy",
		&o.Level, "level", "significance level of the corrected p",
		&value.OneOf{Several: &o.Only, What: "a protocol or a type of module", Known: known}, "only",
		"judge only these protocols or module types, like answers,faithfulness,find",
		&o.Lost, "lost", "how many of A's examples may be missing; -1: any",
		&o.Untested, "allow-untested", "pass even if a score has too few examples",
		&o.design.Cluster, "cluster", swapped,
		&o.Path, "markdown", "also write the report to this Markdown file",
		&o.Force, "force", "with --markdown: replace the file if it exists")
	o.AddTotals()
	o.AddShared()
	return o.runWith(o.checkLimits, o.run)
}

func (o *gateOptions) checkLimits() error {
	switch {
	case !(o.Drop >= 0):
		return fmt.Errorf("--drop must be 0 or more, not %g", o.Drop)
	case !(o.Level > 0 && o.Level < 1):
		return fmt.Errorf("--level must be between 0 and 1, not %g", o.Level)
	case o.Lost < -1:
		return fmt.Errorf("--lost must be -1 or more, not %d", o.Lost)
	}
	return o.Check()
}

// run returns an exit code without text, because the reasons were printed: 1 if B is worse, 2 if
// undecided. Runs without a common example, or that can't be read, are an error.
func (o *gateOptions) run() error {
	scored, err := o.readCompared()
	for _, s := range scored {
		defer s.Run.Close()
		defer o.PrintProblems(s.Run)
	}
	if err != nil {
		return err
	}
	c, err := report.Compare(o.Context(), scored[0], scored[1], o.Settings, o.design)
	if err != nil {
		return err
	}
	g := c.Judge(o.GateBounds)
	isShare := func(c report.GateCheck) bool { return session.MetricIn(c.Protocol, c.Metric).Share }
	switch {
	case g.Pairs == 0:
		return errNothingShared
	case o.Drop >= 1 && slices.ContainsFunc(g.Checks, isShare):
		return fmt.Errorf("--drop %g: a share can't fall that far; write .02 for 2 points", o.Drop)
	}
	d := g.Document(o.commandFor(g))
	err = o.printDocument(d)
	if o.Path != "" {
		err = errors.Join(err, o.writeFile(func(w io.Writer) error { return d.Write(w, table.Find("markdown")) }))
	}
	if err != nil {
		return err
	}
	switch g.Outcome() {
	case loaders.Unknown:
		return ending.ExitCodeError{Code: o.code}
	case loaders.Wrong: // the reasons were printed
		return ending.ExitCodeError{Code: 1}
	}
	return nil
}

func (o *gateOptions) commandFor(g *report.GateVerdict) func(c *report.GateCheck) string {
	own := o.Command.LocalNonPersistentFlags()
	var screen = openCommand().Flags()
	words := append([]string{"faithscope", "open"}, o.args...)
	words = append(words, givenFlags(o.Set, func(flag string) bool { return own.Lookup(flag) != nil && screen.Lookup(flag) != nil })...)
	if slices.ContainsFunc(o.args, isPartial) {
		return func(*report.GateCheck) string { return "partial reports have no examples to show" }
	}
	return func(c *report.GateCheck) string {
		return shellWords(append(words, "--view", views.JoinSteps(stepsTo(g, c)))...)
	}
}

type gateOptions struct {
	compareOptions
	report.GateBounds
}

// stepsTo filters A for a score that B lost, because B has nothing to show for it, and compares both
// for examples that B lacks. c is nil for those that B lacks or doesn't answer.
func stepsTo(g *report.GateVerdict, c *report.GateCheck) []views.ViewStep {
	inB := func(query string) []views.ViewStep {
		return []views.ViewStep{views.Do("run", g.B.Name), views.Do("examples"), views.Do("filter", strings.Fields(query)...)}
	}
	run := g.B.Name
	switch {
	case c == nil && g.Unanswered == g.Lacking:
		return inB("verdict=unknown")
	case c == nil:
		return []views.ViewStep{views.Do("compare", g.A.Name+compare.Against+run), views.Do("change", "only in A")}
	case c.Gone || c.Fewer:
		run = g.A.Name
	case c.Of != "overall" && c.Of != classes.Macro:
		return inB("delta." + c.Of + "<0")
	case c.Protocol == faithfulness.Name:
		return inB("unfaithful other.faithful")
	case c.Metric == "accuracy" || c.Of == classes.Macro:
		return inB("wrong other.right")
	}
	return []views.ViewStep{views.Do("run", run), views.Do(views.RestsOn, c.Protocol, c.Metric, c.Of)}
}
