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
	o := &agreementOptions{commandLine: newCommand("agreement RUN…", "Measure how well annotators agree",
		"For each pair of annotators, prints the F1 of the second's boxes against the first's, κ and α for the tokens they marked, and "+
			"the share of matching step verdicts and first errors, with κ. The file's verdicts count as an annotator's. Modules "+
			"that only one of them annotated are left out.",
		"tags agreement predictions.json.gz",
		"tags agreement predictions.json.gz --average cumulative --iou .7 --format markdown")}
	o.addReport(&o.report)
	o.AddTotals()
	o.AddShared()
	return o.runWith(o.run)
}

type agreementOptions struct {
	*commandLine
	report reportOptions
}

func (o *agreementOptions) run() error {
	return o.EachRun(o.args, func(j *opening.OpenedRuns) error {
		var scored []*session.ScoredRun
		for _, run := range j.Runs {
			names, books := opening.People(run, o.Demo), map[string]*marks.MarksBook{}
			for _, name := range names {
				books[name] = opening.BookOf(run, o.Demo, name)
			}
			pairs, err := marks.PairRuns(o.Context(), run, names, books)
			if err != nil {
				return err
			}
			for _, pair := range pairs {
				s := session.New(pair, []scoring.Protocol{boxes.Protocol, annotators.Protocol, steps.Agreement})
				s.Aim(o.Settings)
				if err := s.Read(o.Context()); err != nil {
					return err
				}
				scored = append(scored, s)
			}
		}
		return o.printReport(scored, o.Settings, o.report)
	})
}
