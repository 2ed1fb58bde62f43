package commands

import (
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/progress"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
)

func (c *commandLine) addReport() {
	c.addFormat()
	c.addFlags(
		&c.reporting.noIntervals, "no-intervals", "don't compute bootstrap intervals",
		&c.reporting.arguments, "arguments", "modules: also print F1 by text argument")
}

func (c *commandLine) printReport(scoredRuns []*session.ScoredRun, settings scoring.Settings) error {
	r, ctx := report.Build(scoredRuns, settings), c.Context()
	if !c.reporting.noIntervals {
		if err := progress.ShowWhile(ctx, "computing intervals", func() error { return r.Resample(ctx, scoredRuns) }); err != nil {
			return err
		}
	}
	if c.reporting.arguments {
		r.AddArguments(scoredRuns)
	}
	return c.printDocument(r.Document())
}

// printWritten reads the file back, so that the scores are of what was written, without intervals.
// onEachRun is called before the run closes.
func (c *commandLine) printWritten(protocols []scoring.Protocol, onEachRun func(run *loaders.Run) error) error {
	images := loaders.Options{}.With(loaders.ImageFolder, c.Options.Of(loaders.ImageFolder))
	run, err := c.Options.Opener().Open(c.Context(), c.Path, images)
	if err != nil {
		return err
	}
	defer run.Close()
	scored, err := opening.Read(c.Context(), []*loaders.Run{run}, protocols, c.Settings)
	if err == nil {
		c.reporting.noIntervals = true
		err = c.printReport(scored, c.Settings)
	}
	if err != nil {
		return err
	}
	return onEachRun(run)
}
