package executor

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// NeedlessRelation is a relation whose second argument never changes the answer.
type NeedlessRelation struct {
	Node       int
	Thresholds int // that run, of 20 from 0 to .95
}

// FindNeedless cuts the second argument of each with-relation at 20 thresholds, and returns those,
// in program order, whose answer never changes; nil if the program has no answer. among counts the
// with-relations that can be run at some threshold. The error is the executor's.
func FindNeedless(x Executor, ex *loaders.Example) (list []NeedlessRelation, among int, err error) {
	was, err := x.Run(ex, nil)
	if err != nil || was.Undefined != "" {
		return nil, 0, err
	}
	for i, m := range ex.Program {
		if language.Of(m.Op) != language.WithRelation || len(m.Children) != 2 {
			continue
		}
		found, changes := NeedlessRelation{Node: i}, false
		for step := range 20 {
			above := float64(step) / 20
			o, err := x.Run(ex, OutputChanges{m.Children[1]: {Above: &above}})
			if err != nil {
				return nil, 0, err
			}
			if o.Undefined == "" && !slices.ContainsFunc(o.Frozen, func(reason string) bool { return reason != "" }) {
				found.Thresholds++
				changes = changes || o.Answer != was.Answer
			}
		}
		among += min(1, found.Thresholds)
		if found.Thresholds > 0 && !changes {
			list = append(list, found)
		}
	}
	return list, among, nil
}
