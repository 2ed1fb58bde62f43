package calibration

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/protocols/reasoning"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// JudgeSplits fits calibrations to the pictures that each of n successive seeds draws, and measures
// the answers without, with the common one and with those by predicate on the held-out pictures. It
// returns two tables: the means over the splits with bootstrap intervals, and the parameters by
// operator and predicate under the first seed. The error is the context's, or a question's first.
func (s *Study) JudgeSplits(ctx context.Context, n int) ([]*table.Table, error) {
	measured := make([][]scoring.Value, 2*len(calibrations)) // the accuracies, and then the errors on the easy set
	var fitted *table.Table
	for split := range n {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		fit, _, held := s.divideQuestions(s.Seed + uint64(split))
		common, by, err := dfol.CalibratePredicates(s.Settings, fit, s.Shrink)
		if err != nil {
			return nil, err
		}
		if split == 0 {
			fitted = fittedTable(by)
		}
		for k := range calibrations {
			settings := s.Settings
			if k > 0 {
				settings.Calibration = &common.Calibration
			}
			if k == 2 {
				settings.ByPredicate = by
			}
			rates, err := s.rateQuestions(settings, held)
			if err != nil {
				return nil, err
			}
			accuracy, _, errEasy := rates.Values()
			measured[k] = append(measured[k], accuracy)
			measured[len(calibrations)+k] = append(measured[len(calibrations)+k], errEasy)
		}
	}
	return []*table.Table{s.meansOf(measured, n), fitted}, nil
}

// calibrations are compared over the splits.
var calibrations = []string{"none", "common", "by predicate"}

// meansOf draws splits for its 95 % intervals, because the questions of a split depend on each other.
// A mean is over the splits in which its value is defined, and its cell counts them.
func (s *Study) meansOf(valuesPerSplit [][]scoring.Value, splitCount int) *table.Table {
	t := &table.Table{Name: "splits", Title: "held-out pictures, means over " + loaders.Count(splitCount, "split"), Columns: table.Columns(
		"calibration", table.Count, "splits", table.Number, reasoning.OfAnswers[0], table.Between, reasoning.OfAnswers[0],
		table.Number, "err_easy=Err_e", table.Between, "err_easy")}
	meansOver := func(drawn []int) []scoring.Mean {
		return loaders.Map(valuesPerSplit, func(list []scoring.Value) (mean scoring.Mean) {
			for _, i := range drawn {
				mean.Add(list[i])
			}
			return mean
		})
	}
	valueOf := func(mean scoring.Mean) scoring.Value { return mean.Value("no split holds out a question of this kind") }
	means := meansOver(loaders.Indices(splitCount))
	between := stats.Bootstrap{Trials: 1000, Seed: s.Seed}.Draws(splitCount, func(drawn []int) []scoring.Value {
		return loaders.Map(meansOver(drawn), valueOf)
	})
	for k, name := range calibrations {
		row := []any{name, splitCount}
		for _, at := range []int{k, len(calibrations) + k} {
			cell := table.Cell{Value: valueOf(means[at]), N: means[at].Count}
			row = append(row, cell, table.Cell{Value: cell.Value, N: cell.N, Interval: between[at]})
		}
		t.Add(row...)
	}
	return t
}

func (s *Study) rateQuestions(executorSettings dfol.Settings, heldOutQuestions []*question) (rates reasoning.AnswerRates, err error) {
	r := dfol.NewRunner(executorSettings)
	for _, q := range heldOutQuestions {
		right, err := q.isRight(r)
		if err != nil {
			return rates, err
		}
		easy, known := q.isEasy(s.EasyBy)
		rates.Add(right, easy, known)
	}
	return rates, nil
}

func fittedTable(by map[dfol.AskedConcept]dfol.Calibration) *table.Table {
	t := &table.Table{Name: "predicates", Title: "calibrations by operator and predicate, fitted to the pictures chosen by the seed",
		Columns: table.Columns("operator", "predicate", table.Number, "a", "b", "c", "d")}
	for _, asking := range slices.SortedFunc(maps.Keys(by), func(x, y dfol.AskedConcept) int {
		return cmp.Or(cmp.Compare(x.Op, y.Op), strings.Compare(x.Concept, y.Concept))
	}) {
		c := by[asking]
		t.Add(asking.Op.String(), asking.Concept, c.A, c.B, c.C, c.D)
	}
	return t
}
