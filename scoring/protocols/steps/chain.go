package steps

import (
	"cmp"
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// JudgedChain holds what people and a judge say of a program's steps under settings.
type JudgedChain struct {
	*evidence
	isMarked bool
	settings scoring.Settings
}

// ChainOf returns nil if nobody says anything of the program's steps, unless they are a chain or a conversation.
func ChainOf(program []loaders.Module, s scoring.Settings) *JudgedChain {
	e, isMarked := readSteps(program)
	isChain := len(program) > 1 && program[0].Op == "answer" && len(program[0].Children) == len(program)-1
	if !isMarked && !e.IsJudged && !isChain {
		return nil
	}
	return &JudgedChain{e, isMarked, s}
}

// NumberOf returns a module's place among the steps, from 1; 0 for the root.
func (c *JudgedChain) NumberOf(nodeIndex int) int {
	return 1 + slices.IndexFunc(c.Steps, func(s step) bool { return s.Node == nodeIndex })
}

// VerdictsOn returns people's and the judge's verdict on a module, Unknown for none.
func (c *JudgedChain) VerdictsOn(nodeIndex int) (people, judge loaders.Verdict) {
	s := loaders.ElementAt(c.Steps, c.NumberOf(nodeIndex)-1)
	return s.Gold, s.judgedAs(&c.settings)
}

// IsUnparsed reports whether a judge was asked and says nothing of any step.
func (c *JudgedChain) IsUnparsed() bool { return c.IsJudged && c.judgedFirst(&c.settings) == unparsed }

// ScoreText compares the judge's score of a module with the threshold: ".12 < .50"; "" without a
// score.
func (c *JudgedChain) ScoreText(nodeIndex int) string {
	s := loaders.ElementAt(c.Steps, c.NumberOf(nodeIndex)-1)
	if !s.IsScored {
		return ""
	}
	x, bar := scoring.Apart(s.Score, c.settings.StepScore)
	return x + loaders.IfElse(s.Score < c.settings.StepScore, " < ", " ≥ ") + bar
}

// FirstWrong returns the first module that people call wrong, -1 for none.
func (c *JudgedChain) FirstWrong() int {
	if i := c.goldFirst(); i >= 0 {
		return c.Steps[i].Node
	}
	return none
}

// PlaceOfError returns the place of the first step that people call wrong, from 1; 0 for none.
func PlaceOfError(program []loaders.Module) int {
	e, _ := readSteps(program)
	return e.goldFirst() + 1
}

// NextDifference returns the next module in direction d, ±1, on which the judge and people differ: both judge
// it, or only one calls it wrong first; -1 for none. The root comes after all steps.
func (c *JudgedChain) NextDifference(nodeIndex, d int) int {
	i := c.NumberOf(nodeIndex) - 1
	if i < 0 {
		i = len(c.Steps)
	}
	if !c.isMarked || !c.IsJudged {
		return none
	}
	gold, judged := c.goldFirst(), c.judgedFirst(&c.settings)
	for i += d; i >= 0 && i < len(c.Steps); i += d {
		people, judge := c.Steps[i].Gold, c.Steps[i].judgedAs(&c.settings)
		differ := people != judge && people != loaders.Unknown && judge != loaders.Unknown
		if differ || gold != judged && (i == gold || i == judged) {
			return c.Steps[i].Node
		}
	}
	return none
}

var fewSteps = [...]string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

// String says which step both call wrong first: "people: step 3 · judge: step 5, two late".
func (c *JudgedChain) String() string {
	gold, judged := c.goldFirst(), c.judgedFirst(&c.settings)
	text := "people: " + loaders.IfElse(c.isMarked, firstText(gold), "no verdict")
	if !c.IsJudged {
		return text
	}
	text += " · judge: " + firstText(judged)
	if !c.isMarked || judged == unparsed || judged == gold {
		return text
	}
	cause := causeOf(gold, judged).String()
	if gold == none || judged == none {
		return text + ", " + cause
	}
	apart := max(judged-gold, gold-judged)
	return text + ", " + cmp.Or(loaders.ElementAt(fewSteps[:], apart), fmt.Sprint(apart)) + " " + cause
}

func firstText(firstWrongIndex int) string {
	switch firstWrongIndex {
	case none:
		return "sound"
	case unparsed:
		return "unparsed"
	}
	return fmt.Sprintf("step %d", firstWrongIndex+1)
}
