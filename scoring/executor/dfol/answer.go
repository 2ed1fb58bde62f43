package dfol

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/rules"
	"faithscope/scoring"
	"faithscope/scoring/executor"
)

// Answer returns a judged copy with the executor's answer, attentions, and objects as proposals.
// select becomes find and relate relocate, because scores go by modules' names. If the program
// can't be run, meta and error say why.
func (e *Executor) Answer(ex *loaders.Example) (*loaders.Example, error) {
	ex = withProgram(ex)
	answered := *ex
	answered.Answer, answered.Meta = loaders.Answer{Gold: ex.Answer.Gold}, maps.Clone(ex.Meta)
	o, scene, err := e.runExample(ex, nil, nil)
	if err == nil && o.Undefined != "" {
		err = loaders.Errorf("%s %w", wordModule(&ex.Program[o.Empty]), ErrNothing)
	}
	if err != nil {
		answered.Describe("not answered", err.Error())
		answered.Answer.CountMissing()
		e.sortMissed(&answered)
		return &answered, err
	}
	answered.Images = []loaders.Image{{Path: PictureOf(ex) + ".jpg"}}
	if len(ex.Images) > 0 {
		answered.Images[0] = ex.Images[0]
	}
	im := &answered.Images[0]
	im.Width, im.Height = cmp.Or(im.Width, scene.Width), cmp.Or(im.Height, scene.Height)
	im.Units, im.Proposals, im.Labels = loaders.Pixels, scene.Image("").Proposals, nil
	answered.Program = slices.Clone(ex.Program)
	for i := range answered.Program {
		m := &answered.Program[i]
		m.Output = o.Outputs[i]
		if op := language.Of(m.Op).String(); op != "" {
			m.SetOp(op)
		}
	}
	answered.Answer.Predicted = o.Answer
	if p, ok := o.Likelihood(o.Answer); ok {
		answered.Answer.Probability = &p
	}
	rules.JudgeOptions(&answered.Answer, strings.Split(o.Answer, " | "), func(option string) bool {
		return executor.Matches(option, ex.Answer.Gold)
	})
	if tied := strings.Count(o.Answer, " | "); tied > 0 {
		answered.Describe("tied", strconv.Itoa(tied+1))
	}
	e.sortMissed(&answered)
	return &answered, nil
}

// ErrNothing means that a presupposed object isn't found.
var ErrNothing = errors.New("finds nothing")

// sortMissed explains a wrong or missing answer on an exact scene graph in [scoring.Missed]: lists,
// if they lack the options or the answer; program, if it isn't logic or its own objects would
// answer correctly; tie, if the correct answer is one of several; otherwise graph.
func (e *Executor) sortMissed(ex *loaders.Example) {
	p, scene, err := e.Compile(ex.Program, PictureOf(ex))
	if scene == nil || !scene.isExact() || ex.Answer.Gold == "" || ex.Answer.Correct == loaders.Right {
		return
	}
	missed := "graph"
	isCorrect := func(answer string) bool { return executor.Matches(answer, ex.Answer.Gold) }
	switch {
	case errors.Is(err, errUnlisted) || err == nil && !slices.ContainsFunc(p.Options(), isCorrect):
		missed = "lists"
	case err != nil || e.answersNamed(ex):
		missed = "program"
	case slices.ContainsFunc(strings.Split(ex.Answer.Predicted, " | "), isCorrect):
		missed = "tie"
	}
	ex.Describe(scoring.Missed, missed)
}

func (e *Executor) answersNamed(ex *loaders.Example) bool {
	o, err := e.Run(ex, executor.Correct(ex, sameObject, loaders.Indices(len(ex.Program))...))
	return err == nil && executor.Matches(o.Answer, ex.Answer.Gold)
}
