package commands

import (
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/scoring/protocols/annotators"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/session"
)

func tagsAgreementCommand() *cobra.Command {
	o := &agreementOptions{commandLine: newCommand("agreement RUN…", "Measure how well annotators agree",
		"For every two annotators: F1 of the second one's boxes against the first one's, and κ and α of the tokens they marked. Only "+
			"modules that both annotated count.",
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

// run prints one report; if a run fails, nothing.
func (o *agreementOptions) run() error {
	return o.EachRun(o.args, func(j *opening.OpenedRuns) error {
		var scored []*session.Scored
		for _, run := range j.Runs {
			names, books := opening.People(run, o.Demo), map[string]*marks.Book{}
			for _, name := range names {
				books[name] = opening.BookOf(run, o.Demo, name)
			}
			pairs, err := marks.PairRuns(o.Context(), run, names, books)
			if err != nil {
				return err
			}
			for _, pair := range pairs {
				s := session.New(pair, []scoring.Protocol{boxes.Protocol, annotators.Protocol})
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
