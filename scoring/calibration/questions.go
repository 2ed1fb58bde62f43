package calibration

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"

	"faithscope/loaders"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/protocols/reasoning"
)

// Study holds the questions of a run and how calibrations are fitted to them.
type Study struct {
	Settings dfol.Settings // without a calibration
	// Share of the pictures whose questions are fitted to, above 0 and at most 1; Seed draws them.
	Share float64
	Seed  uint64
	// Shrink, 0 or more, pulls what is fitted to an operator or predicate towards what is fitted to
	// all questions.
	Shrink float64
	// EasyBy decides which questions are easy; nil for those that are right without a calibration.
	EasyBy reasoning.BaseModel

	questions []*question
}

// question is one that can be run.
type question struct {
	dfol.Question
	id      string
	modules []loaders.Module
	photo   string  // path
	right   [2]bool // the answer without calibration, and with it
}

func (q *question) isRight(r *dfol.Runner) (bool, error) {
	outcome, err := r.Run(q.Program, q.Scene, nil)
	return err == nil && outcome.Undefined == "" && executor.Matches(outcome.Answer, q.Gold), err
}

// isEasy reports whether the base run answers the question correctly; without a base run, whether
// the uncalibrated answer is right, which must have been set.
func (q *question) isEasy(baseModel reasoning.BaseModel) (easy, known bool) {
	match, known := baseModel[q.id]
	if baseModel == nil {
		return q.right[0], true
	}
	return known && match.Easy(reasoning.ByEquality), known
}

// AskQuestions reads the whole run, compiles each question's program and asks e for its scene. left
// counts the questions that can't be run, each of which becomes a problem of the run, and those
// without a correct answer. It fails if no question can be run.
func (s *Study) AskQuestions(ctx context.Context, run *loaders.Run, e *dfol.Executor) (left int, err error) {
	if err := run.Wait(ctx, math.MaxInt); err != nil {
		return 0, err
	}
	r := dfol.NewRunner(s.Settings)
	for i := range run.Len() {
		ex := run.Scan(i)
		q := dfol.Question{Gold: ex.Answer.Gold}
		q.Program, q.Scene, err = e.Compile(ex.Program, dfol.PictureOf(ex))
		if err == nil {
			_, err = r.Likelihood(q.Program, q.Scene)
		}
		if err != nil || q.Gold == "" {
			if err != nil {
				run.Problems.Add(loaders.Problem{File: run.Path, Example: ex.ID}.Worded("%w; left out", err))
			}
			left++
			continue
		}
		s.questions = append(s.questions, &question{Question: q, id: ex.ID, modules: ex.Program, photo: loaders.ElementAt(ex.Images, 0).Path})
	}
	if s.questions == nil {
		return left, fmt.Errorf("%s: none of the %d questions can be run", run.Path, run.Len())
	}
	return left, nil
}

// divideQuestions keeps all questions of a picture together, so that no held-out picture was fitted
// to. A hash of the seed and its name decides, so that the order doesn't matter.
func (s *Study) divideQuestions(seed uint64) (fit []dfol.Question, fitted, rest []*question) {
	for _, q := range s.questions {
		h := fnv.New64a()
		fmt.Fprintf(h, "%d %s", seed, q.Scene.Picture)
		if float64(h.Sum64()>>11)/(1<<53) < s.Share {
			fit, fitted = append(fit, q.Question), append(fitted, q)
		} else {
			rest = append(rest, q)
		}
	}
	return fit, fitted, rest
}
