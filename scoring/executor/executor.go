// Package executor defines what running an example's program again means:
// modules without parameters are computed, learned ones keep what the run
// logged, and any module's output may be changed to see how the answer follows.
// Its subpackages run programs: nmn those of neural module networks, dfol those
// of first-order logic.
package executor

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
)

// Executor runs the programs of examples. It is safe for concurrent use.
type Executor interface {
	// Run runs an example's program under changes, nil for none. The error says why it cannot be
	// run at all.
	Run(ex *loaders.Example, changes Changes) (*Outcome, error)
}

// Outcome is a program's result.
type Outcome struct {
	// Outputs has one per module, empty if it cannot be computed.
	Outputs []loaders.Output
	// Frozen has for each module why it keeps its logged output although something below it
	// changed: it would have to be learned again or run by its network; "" for the others.
	Frozen []string
	// Asked has for each module whether a [Network] ran it again.
	Asked []bool
	// Passes has the outputs of each pass if an image macro runs the modules below it twice; nil
	// otherwise.
	Passes [][]loaders.Output
	// Answer is the prediction as the run writes it ("True", "yes"), ties joined with " | "; "" if
	// it cannot be computed, and then Undefined says why.
	Answer    string
	Undefined string
	Empty     int // the module that finds nothing, if that is the reason
	// Probability of true or yes; nil for an open question.
	Probability *float64
}

// NewOutcome returns the outcome of a program of n modules, with empty outputs.
func NewOutcome(n int) *Outcome {
	return &Outcome{Outputs: make([]loaders.Output, n), Frozen: make([]string, n), Asked: make([]bool, n)}
}

// Likelihood returns the probability of an answer: Probability for yes or true, the rest for "no"
// and "False", for an open question the option's in the first module's output; ok is false if there
// is none.
func (o *Outcome) Likelihood(answer string) (p float64, ok bool) {
	switch {
	case o.Probability != nil && (answer == "no" || answer == "False"):
		return 1 - *o.Probability, true
	case o.Probability != nil:
		return *o.Probability, true
	case len(o.Outputs) == 0:
		return 0, false
	}
	for _, option := range o.Outputs[0].Options {
		if option.Name == answer {
			return option.Probability, true
		}
	}
	return 0, false
}

// Arguments returns an error unless module i has as many children as it takes, all of which come
// after it, like in a tree listed from its root.
func Arguments(modules []loaders.Module, i, takes int) error {
	children := modules[i].Children
	if len(children) != takes {
		return fmt.Errorf("%d arguments instead of %d", len(children), takes)
	}
	for _, child := range children {
		if child <= i || child >= len(modules) {
			return errors.New("the program is not a tree")
		}
	}
	return nil
}

// Changes maps modules, by index, to what is done to them.
type Changes map[int]Change

// Change holds what is done to one module, in the order of the fields.
type Change struct {
	// Op and Text replace the module by another without parameters ("greater" for "equal"), or its
	// argument ("3" for "2"); "" keeps them.
	Op, Text string
	// Output replaces the module's output.
	Output *loaders.Output
	// Scale multiplies probabilities, up to 1.
	Scale *float64
	// Calibrate maps probabilities and must keep them in 0..1.
	Calibrate func(p float64) float64
	// Above sets a probability over it to 1 and any other to 0.
	Above *float64
	// Switches set single boxes or tokens.
	Switches []Switch
}

// Switch gives one proposal of a picture another probability, or one token of the passage, numbered
// by Box, another share of the attention.
type Switch struct {
	Image, Box  int
	Probability float64
}

// Silent reports whether a change leaves the module's output; another operator or argument does not
// count.
func (c *Change) Silent() bool {
	return c.Output == nil && c.Scale == nil && c.Calibrate == nil && c.Above == nil && c.Switches == nil
}

// Probability returns a probability after the change: scaled and cut to 0..1, calibrated, and set
// to 1 or 0 by Above. Output and switches do not count.
func (c *Change) Probability(p float64) float64 {
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

// Boxes returns the probabilities of proposals after the change: Output's, or else logged, each
// changed, then switched. It does not modify logged. A switch of a missing box has no effect.
func (c *Change) Boxes(logged [][]float64) [][]float64 {
	if c.Output != nil {
		logged = c.Output.Boxes
	}
	boxes := loaders.Fill(len(logged), func(i int) []float64 { return loaders.Map(logged[i], c.Probability) })
	for _, s := range c.Switches {
		isThere := s.Image >= 0 && s.Image < len(boxes) && s.Box >= 0 && s.Box < len(boxes[s.Image])
		if isThere {
			boxes[s.Image][s.Box] = s.Probability
		}
	}
	return boxes
}

// spread is how far the sum of an attention over tokens may be from 1.
const spread = 1e-2

// Tokens returns an attention over a passage's tokens after the change of Output's, or else of
// logged, which it does not modify. An attention that sums to 1 still does: all other tokens make
// up for switched ones. A switch of a missing token has no effect.
func (c *Change) Tokens(logged []float64) []float64 {
	if c.Output != nil {
		logged = c.Output.Tokens
	}
	tokens := loaders.Fill(len(logged), func(i int) float64 { return c.Probability(logged[i]) })
	for _, s := range c.Switches {
		if s.Box >= 0 && s.Box < len(tokens) {
			tokens[s.Box] = s.Probability
		}
	}
	after := loaders.Sum(tokens)
	if math.Abs(loaders.Sum(logged)-1) > spread || !(after > 0) {
		return tokens
	}
	return loaders.Map(tokens, func(p float64) float64 { return p / after })
}

// Program returns a copy of the modules with the operators and arguments of the changes, or the
// modules themselves if there are none. Another operator drops the Name, another argument the
// logged output.
func (c Changes) Program(modules []loaders.Module) []loaders.Module {
	var own []loaders.Module
	for _, i := range loaders.SortedKeys(c) {
		change := c[i]
		changesNothing := i < 0 || i >= len(modules) || change.Op == "" && change.Text == ""
		if changesNothing {
			continue
		}
		if own == nil {
			own = slices.Clone(modules)
		}
		if change.Op != "" {
			own[i].Op, own[i].Name = change.Op, ""
		}
		if change.Text != "" {
			own[i].Text, own[i].Output = change.Text, loaders.Output{}
		}
	}
	if own == nil {
		return modules
	}
	return own
}

// Matches reports whether an answer is gold or one of its parts between " | ", the singular of a
// plural, or a relation that differs only by the words of its direction ("to the left of" and
// "left"), like GQA's answers. DFOL-VQA puts gold answers in the singular and accepts any option
// that contains them, also "woman" for "man".
func Matches(answer, gold string) bool {
	return answer == gold || answer != "" && slices.ContainsFunc(strings.Split(gold, " | "), func(one string) bool {
		return answer == one || slices.Contains(Singulars(one), answer) || answer == "to the "+one+" of" || one == "to the "+answer+" of"
	})
}

// endings map the endings of plurals to singulars.
var endings = [][2]string{
	{"people", "person"}, {"men", "man"}, {"children", "child"}, {"ies", "y"}, {"ves", "f"}, {"ves", "fe"},
	{"shes", "sh"}, {"ches", "ch"}, {"xes", "x"}, {"ses", "s"}, {"s", ""},
}

// Singulars returns what an English plural may be the plural of, the likeliest first; nil for other
// words.
func Singulars(name string) []string {
	var list []string
	for _, end := range endings {
		stem, ok := strings.CutSuffix(name, end[0])
		isSingular := end[0] == "s" && (stem == "" || strings.HasSuffix(stem, "s"))
		if ok && !isSingular {
			list = append(list, stem+end[1])
		}
	}
	return list
}
