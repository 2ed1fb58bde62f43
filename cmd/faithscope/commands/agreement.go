package commands

import (
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/scoring/protocols/annotators"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/session"
)

func tagsAgreementCommand() *cobra.Command {
	c := newCommand("agreement RUN…", "Measure how well annotators agree",
		"For each pair of annotators, prints the F1 of the second's boxes against the first's, κ and α for the tokens they marked, and "+
			"the share of matching step verdicts and first errors, with κ. The file's verdicts count as an annotator's. Modules "+
			"that only one of them annotated are left out.",
		"tags agreement predictions.json.gz",
		"tags agreement predictions.json.gz --average cumulative --iou .7 --format markdown")
	c.addReport()
	c.AddTotals()
	c.AddShared()
	return c.runWith(c.printAgreement)
}

func (c *commandLine) printAgreement() error {
	return c.EachRun(c.args, func(j *opening.OpenedRuns) error {
		var scored []*session.ScoredRun
		for _, run := range j.Runs {
			names, books := opening.People(run, c.Demo), map[string]*marks.MarksBook{}
			for _, name := range names {
				books[name] = opening.BookOf(run, c.Demo, name)
			}
			pairs, err := marks.PairRuns(c.Context(), run, names, books)
			if err != nil {
				return err
			}
			for _, pair := range pairs {
				s := session.New(pair, []scoring.Protocol{boxes.Protocol, annotators.Protocol, steps.Agreement})
				s.Aim(c.Settings)
				if err := s.Read(c.Context()); err != nil {
					return err
				}
				scored = append(scored, s)
			}
		}
		return c.printReport(scored, c.Settings)
	})
}
