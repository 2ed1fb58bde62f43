package commands

import (
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/progress"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
)

type reportOptions struct{ noIntervals, arguments bool }

func (c *commandLine) addReport(o *reportOptions) {
	c.addFormat()
	c.addFlags(
		&o.noIntervals, "no-intervals", "compute no bootstrap intervals",
		&o.arguments, "arguments", "modules: F1 by text argument too")
}

// printReport prints the score report in the format of --format, unless noIntervals with bootstrap
// intervals.
func (c *commandLine) printReport(scored []*session.Scored, settings scoring.Settings, o reportOptions) error {
	r, ctx := report.Build(scored, settings), c.Context()
	if !o.noIntervals {
		if err := progress.ShowWhile(ctx, "drawing intervals", func() error { return r.DrawIntervals(ctx, scored) }); err != nil {
			return err
		}
	}
	if o.arguments {
		r.AddArguments(scored)
	}
	return c.printDocument(r.Document())
}

// printWritten prints the scores of the run at Path for protocols, without intervals, and calls use
// with the run before it closes it.
func (c *commandLine) printWritten(protocols []scoring.Protocol, use func(run *loaders.Run) error) error {
	images := loaders.Options{}.With(loaders.ImageFolder, c.Options.Of(loaders.ImageFolder))
	run, err := c.Options.Opener().Open(c.Context(), c.Path, images)
	if err != nil {
		return err
	}
	defer run.Close()
	scored, err := opening.Read(c.Context(), []*loaders.Run{run}, protocols, c.Settings)
	if err == nil {
		err = c.printReport(scored, c.Settings, reportOptions{noIntervals: true})
	}
	if err != nil {
		return err
	}
	return use(run)
}
