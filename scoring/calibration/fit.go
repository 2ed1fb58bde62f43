package calibration

import (
	"fmt"

	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/protocols/reasoning"
	"faithscope/scoring/table"
)

// held explains which parameter isn't fitted.
const held = "d is fixed at 1: only c / (d (1 - c)) matters in ∇-FOL's eq. 16"

// Fit fits one calibration to the questions of Share of the pictures. Its part has accuracies and
// errors before and after for the questions fitted to, held out and all, the parameters and the
// mean loss.
func (s *Study) Fit() (_ *table.DocumentPart, common dfol.Calibration, err error) {
	fit, fitted, rest := s.divideQuestions(s.Seed)
	found, err := dfol.Calibrate(s.Settings, fit)
	if err != nil {
		return nil, common, err
	}
	with := s.Settings
	with.Calibration = &found.Calibration
	for k, settings := range []dfol.Settings{s.Settings, with} {
		r := dfol.NewRunner(settings)
		for _, q := range s.questions {
			if q.right[k], err = q.isRight(r); err != nil {
				return nil, common, err
			}
		}
	}
	t := &table.Table{Name: "sets", Title: "before and after calibration, for fitted and held-out pictures", Columns: table.Columns(
		"set", table.N, table.Count, "hard", table.Number, "accuracy_before=accuracy before",
		"acc_hard_before=Acc_h before", "err_easy_before=Err_e before",
		"accuracy_after=accuracy after", "acc_hard_after=Acc_h after", "err_easy_after=Err_e after",
	)}
	for _, set := range []struct {
		name      string
		questions []*question
	}{{"fitted", fitted}, {"held out", rest}, {"all", s.questions}} {
		var rates [2]reasoning.AnswerRates
		for _, q := range set.questions {
			easy, known := q.isEasy(s.EasyBy)
			rates[0].Add(q.right[0], easy, known)
			rates[1].Add(q.right[1], easy, known)
		}
		row := []any{set.name, rates[0].All, rates[0].Hard}
		for k := range rates {
			accuracy, hard, easy := rates[k].Values()
			row = append(row, accuracy, hard, easy)
		}
		t.Add(row...)
	}
	return &table.DocumentPart{Tables: []*table.Table{t}, Lines: []string{
		fmt.Sprintf("mean negative log-likelihood on the fitted questions: %.4f before, %.4f after", found.Before, found.After), held,
		fmt.Sprintf("--calibration %.6g,%.6g,%.6g,%.6g", found.A, found.B, found.C, found.D),
	}, Facts: table.Named("a", found.A, "b", found.B, "c", found.C, "d", found.D, "held", held, "loss",
		table.Named("before", found.Before, "after", found.After))}, found.Calibration, nil
}
