// Package faithfulness counts examples by answer and faithfulness ([scoring.Judge]).
//
// An example is faithful if its number reaches a bar of [scoring.Settings], which are this
// program's:
//
//   - Boxes, also ∇-FOL's operators: F1 of the modules together, .5.
//   - Spans: mean attention on gold tokens over the gold lists, .5.
//   - Counting: GroundP, .5.
//   - Steps: 1 if the judge names the first wrong step or, without a judge, if no step is wrong, else 0; .5.
//   - Importance alignment: C with the hard oracle, .2, about Pearson's r = .2; another example's
//     explanation scores about 0.
//   - QUACKIE: HPD, 1: the best sentence is a gold one, without a tie. At .5 it may be the second.
//
// Counts are examples with both verdicts; others are "no_verdict". "faithful" is a share of all
// examples with a number, "faithful_right" of those with a right answer. A wrong answer that an
// oracle blames on something isn't faithful; if it blames all, "wrong_faithful" is undefined.
package faithfulness

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
	"faithscope/scoring/protocols/alignment"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/grounding"
	"faithscope/scoring/protocols/predicates"
	"faithscope/scoring/protocols/sentences"
	"faithscope/scoring/protocols/spans"
	"faithscope/scoring/protocols/steps"
)

// Name is the protocol's name.
const Name = "faithfulness"

// Protocol is "faithfulness".
var Protocol = scoring.Protocol{
	Name:      Name,
	Source:    "faithscope's thresholds on each protocol's example scores",
	Settings:  append(loaders.Map(Judging, func(p scoring.Protocol) string { return p.Bar.Setting() }), "oracle"),
	Metrics:   scoring.MetricsOf(columns),
	New:       scoring.New[judgedAnswer],
	Derive:    deriveVerdict,
	From:      slices.Concat(Judging, Amending, []scoring.Protocol{answers.Protocol}),
	Aggregate: newAggregate,
	Version:   3,
}

// Judging lists the protocols with a number for an example, in the order in which [scoring.Judge]
// asks them.
var Judging = []scoring.Protocol{boxes.Protocol, spans.Protocol, steps.Protocol, grounding.Protocol, alignment.Protocol, sentences.Protocol}

// Amending lists the protocols that correct modules' scores.
var Amending = []scoring.Protocol{predicates.Protocol}

type judgedAnswer struct {
	verdict loaders.Verdict
	scoring.Judge
}

func (e *judgedAnswer) Fields(c *coding.Coder) {
	coding.Index(c, "verdict", &e.verdict, int(loaders.Unanswered)+1)
	e.CodeFields(c, Judging, Amending)
}

// deriveVerdict pairs the first answer verdict with the first judge; nil if one is missing.
func deriveVerdict(protocolEvidence []scoring.Evidence) scoring.Evidence {
	judge, k := scoring.JudgeOf(protocolEvidence)
	if k < 0 {
		return nil
	}
	for _, e := range protocolEvidence {
		if answer, ok := answers.VerdictOf(e); ok {
			return &judgedAnswer{answer, judge}
		}
	}
	return nil
}

const (
	rightFaithful = iota
	rightUnfaithful
	wrongFaithful
	wrongUnfaithful
	noVerdict
	all // examples
	faithful
	called // faithful or not
	right
	both   // verdicts
	blamed // wrong, unfaithful at any bar
	width
)

const source = "faithscope: the answer's verdict and the threshold of the example's protocol"

var columns = []scoring.Column{
	scoring.Counting("right_faithful", source).Sum("overall", rightFaithful, both, ""),
	scoring.Counting("right_unfaithful", source).Sum("overall", rightUnfaithful, both, ""),
	{Metric: scoring.Counting("wrong_faithful", source), Of: "overall", Over: both, Value: countWrongFaithful},
	scoring.Counting("wrong_unfaithful", source).Sum("overall", wrongUnfaithful, both, ""),
	scoring.Counting("no_verdict", scoring.WithoutVerdict.Source).Sum("overall", noVerdict, all, ""),
	scoring.Higher.Metric("faithful", source, "faithful examples / examples judged faithful or not").
		Mean(faithful, called, "no example is judged for faithfulness"),
	scoring.Higher.Metric("faithful_right", source, "faithful examples with a right answer / examples with a right answer").
		Mean(rightFaithful, right, "no example with a right answer is judged for faithfulness"),
}

func countWrongFaithful(termSums []float64) scoring.Value {
	if n := termSums[blamed]; n > 0 && n == termSums[wrongFaithful]+termSums[wrongUnfaithful] {
		return scoring.Undefined("empty by construction: the oracle finds a cause for each wrong answer, so none is faithful")
	}
	return scoring.Defined(termSums[wrongFaithful])
}

func newAggregate(s scoring.Settings) scoring.Aggregate {
	return scoring.NewAdditive(Name, s, width, func(x *judgedAnswer, row []float64) {
		row[all] = 1
		score := x.Outline(&s)
		verdict, judged := s.Verdict(x.verdict), score.Faithful
		if judged != loaders.Unknown {
			row[called] = 1
		}
		if judged == loaders.Right {
			row[faithful] = 1
		}
		if verdict == loaders.Unknown || judged == loaders.Unknown {
			row[noVerdict] = 1
			return
		}
		row[both] = 1
		row[rightFaithful+2*(verdict-loaders.Right)+judged-loaders.Right] = 1
		if score.Cause != scoring.NoCause {
			row[blamed] = 1
		}
		if verdict == loaders.Right {
			row[right] = 1
		}
	}, func([]float64) []scoring.Column { return columns })
}
