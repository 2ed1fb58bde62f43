// Package executor runs programs again: modules without parameters are computed, learned ones keep
// their logged output, and any output may be changed.
//
// nmn runs neural module networks, dfol first-order logic.
package executor

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
)

// Executor is safe for concurrent use.
type Executor interface {
	// Run runs a program under changes, nil for none. The error says why it can't run at all.
	Run(ex *loaders.Example, changes OutputChanges) (*Outcome, error)
}

// Outcome is a program's result.
type Outcome struct {
	Outputs []loaders.Output
	// Frozen has, per module, why it keeps its logged output although something below it changed;
	// "" for the others.
	Frozen []string
	Asked  []bool
	// Passes has each pass's outputs if an image macro runs modules twice; otherwise nil.
	Passes [][]loaders.Output
	// Answer is written like the run's ("True", "yes"), ties joined with " | "; "" if it can't be
	// computed, and Undefined says why.
	Answer    string
	Undefined string
	Empty     int
	// Probability of true or yes; nil for an open question.
	Probability *float64
}

// NewOutcome has moduleCount empty outputs.
func NewOutcome(moduleCount int) *Outcome {
	return &Outcome{Outputs: make([]loaders.Output, moduleCount), Frozen: make([]string, moduleCount), Asked: make([]bool, moduleCount)}
}

// Likelihood returns an answer's probability: Probability for yes or true, the rest for "no" and
// "False", the option's in the first module's output for an open question.
func (o *Outcome) Likelihood(answerText string) (p float64, ok bool) {
	switch {
	case o.Probability != nil && (answerText == "no" || answerText == "False"):
		return 1 - *o.Probability, true
	case o.Probability != nil:
		return *o.Probability, true
	}
	for _, option := range o.Outputs[0].Options {
		if option.Name == answerText {
			return option.Probability, true
		}
	}
	return 0, false
}

// Arguments checks that module i has as many children as it takes, all after it.
func Arguments(modules []loaders.Module, i, argumentCount int) error {
	children := modules[i].Children
	if len(children) != argumentCount {
		return fmt.Errorf("wrong number of arguments: %d, expected %d", len(children), argumentCount)
	}
	for _, child := range children {
		if child <= i || child >= len(modules) {
			return errors.New("the program is not a tree")
		}
	}
	return nil
}

// OutputChanges maps module indices to changes.
type OutputChanges map[int]OutputChange

// OutputChange is applied in the order of its fields.
type OutputChange struct {
	// "" keeps them.
	Op, Text string
	Output   *loaders.Output
	// Scale multiplies probabilities, up to 1.
	Scale *float64
	// Calibrate must keep probabilities in 0..1.
	Calibrate func(p float64) float64
	// Above sets probabilities over it to 1 and others to 0.
	Above    *float64
	Switches []ProbabilityOverride
}

// ProbabilityOverride sets a proposal's probability, or the attention of token Box.
type ProbabilityOverride struct {
	Image, Box  int
	Probability float64
}

// Silent reports whether the output stays; another operator or argument does not count.
func (c *OutputChange) Silent() bool {
	return c.Output == nil && c.Scale == nil && c.Calibrate == nil && c.Above == nil && c.Switches == nil
}

// Probability scales, cuts to 0..1, calibrates, then applies Above; Output and switches don't
// count.
func (c *OutputChange) Probability(p float64) float64 {
	if c.Scale != nil {
		p = min(max(p**c.Scale, 0), 1)
	}
	if c.Calibrate != nil {
		p = c.Calibrate(p)
	}
	if c.Above != nil {
		if p > *c.Above {
			return 1
		}
		return 0
	}
	return p
}

// Boxes returns Output's or else a copy of logged probabilities, changed, then switched. Missing
// boxes are ignored.
func (c *OutputChange) Boxes(loggedBoxes [][]float64) [][]float64 {
	if c.Output != nil {
		loggedBoxes = c.Output.Boxes
	}
	boxes := loaders.Fill(len(loggedBoxes), func(i int) []float64 { return loaders.Map(loggedBoxes[i], c.Probability) })
	for _, s := range c.Switches {
		isThere := s.Image >= 0 && s.Image < len(boxes) && s.Box >= 0 && s.Box < len(boxes[s.Image])
		if isThere {
			boxes[s.Image][s.Box] = s.Probability
		}
	}
	return boxes
}

const spread = 1e-2

// Tokens is like Boxes, for an attention over tokens. An attention that sums to 1 still does: all
// other tokens make up for switched ones.
func (c *OutputChange) Tokens(loggedAttention []float64) []float64 {
	if c.Output != nil {
		loggedAttention = c.Output.Tokens
	}
	tokens := loaders.Fill(len(loggedAttention), func(i int) float64 { return c.Probability(loggedAttention[i]) })
	for _, s := range c.Switches {
		if s.Box >= 0 && s.Box < len(tokens) {
			tokens[s.Box] = s.Probability
		}
	}
	after := loaders.Sum(tokens)
	if math.Abs(loaders.Sum(loggedAttention)-1) > spread || !(after > 0) {
		return tokens
	}
	return loaders.Map(tokens, func(p float64) float64 { return p / after })
}

// Program returns a changed copy. Another operator drops the Name, another argument the logged output.
func (c OutputChanges) Program(modules []loaders.Module) []loaders.Module {
	own := slices.Clone(modules)
	for i := range own {
		if op := c[i].Op; op != "" {
			own[i].Op, own[i].Name = op, ""
		}
		if text := c[i].Text; text != "" {
			own[i].Text, own[i].Output = text, loaders.Output{}
		}
	}
	return own
}

// Matches reports whether an answer is goldAnswer or one of its parts between " | ", a plural's
// singular, or a relation that differs only by words of direction ("to the left of" and "left"), like
// GQA's answers. DFOL-VQA puts correct answers in the singular and accepts any option that contains
// them, also "woman" for "man".
func Matches(answer, goldAnswer string) bool {
	return answer == goldAnswer || answer != "" && slices.ContainsFunc(strings.Split(goldAnswer, " | "), func(one string) bool {
		return answer == one || slices.Contains(Singulars(one), answer) || answer == "to the "+one+" of" || one == "to the "+answer+" of"
	})
}

var endings = [][2]string{
	{"people", "person"}, {"men", "man"}, {"children", "child"}, {"ies", "y"}, {"ves", "f"}, {"ves", "fe"},
	{"shes", "sh"}, {"ches", "ch"}, {"xes", "x"}, {"ses", "s"}, {"s", ""},
}

// Singulars returns a plural's possible singulars, the likeliest first; nil for other words.
func Singulars(pluralName string) []string {
	var list []string
	for _, end := range endings {
		stem, ok := strings.CutSuffix(pluralName, end[0])
		isSingular := end[0] == "s" && (stem == "" || strings.HasSuffix(stem, "s"))
		if ok && !isSingular {
			list = append(list, stem+end[1])
		}
	}
	return list
}
