package scoring

import "faithscope/loaders"

// Cause says why a module is wrong, by its output and gold: this program's reading, not a paper's.
type Cause uint8

// A module that is right or has no score has no cause.
//
// With boxes, the first that holds (T is the threshold, aligned is above the IoU, bad counts
// against precision):
//
//   - from nothing: there is no gold box, and something is predicted;
//   - no proposal: at least half of the missed gold boxes have no aligned proposal, whatever its
//     probability: the detector's failure;
//   - low p or empty: nothing is predicted. It is low p if at least half of the other missed gold
//     boxes have an aligned proposal over [NearMiss] × T;
//   - low p: no predicted box is bad, so only a lower threshold would find the rest;
//   - too many: more predicted boxes are bad than gold boxes are missed, and some gold box is
//     found;
//   - elsewhere: the rest, whose predicted boxes lie on something else.
//
// With spans (attention over the tokens of a passage):
//
//   - diffuse: half of the attention takes more than [DiffuseTokens] tokens and more than twice as
//     many as are gold;
//   - elsewhere: less than [ElsewhereMass] of the attention is on gold;
//   - partial: the rest.
//
// With a count that is the sum of its regions' scores (package grounding):
//
//   - elsewhere: too little of the sum is on gold boxes.
//
// With an oracle of ∇-FOL (package predicates): object, attribute, relation, answer step,
// detections. If the oracle is a scene graph that lacks the answer: graph, program, lists, tie.
//
// With verdicts on steps (package steps): wrong step without a judge. With one:
//
//   - early, late: the first error is named too early or too late; a chain has one at most, on the
//     earlier of the two steps if annotators judged it, else on theirs;
//   - missed error: annotators call the step wrong, and the judge doesn't;
//   - false alarm: the judge calls it wrong, and annotators don't;
//   - neutral: one calls it right, the other neutral;
//   - unparsed: the judge gives no verdict on any step.
const (
	NoCause Cause = iota
	NoProposal
	LowProbability
	Elsewhere
	TooMany
	Empty
	FromNothing
	Diffuse
	Partial
	MissedObject
	MissedAttribute
	MissedRelation
	MissedAnswer
	MissedDetection
	MissedGraph
	MissedProgram
	MissedLists
	MissedTie
	WrongStep
	Early
	Late
	MissedError
	FalseAlarm
	Unparsed
	NeutralStep

	causeCount int = iota
)

// Missed is the key in Meta of why an example's answer isn't right on a scene graph.
const Missed = "missed"

const (
	// NearMiss is the share of the threshold above which a proposal was nearly predicted.
	NearMiss = 0.2
	// DiffuseTokens is how many tokens may share half of an attention that isn't called diffuse.
	DiffuseTokens = 10
	// ElsewhereMass is the least attention on gold that isn't elsewhere.
	ElsewhereMass = 0.1
)

var causeNames = [causeCount]string{"", "no proposal", "low p", "elsewhere", "too many", "empty", "from nothing", "diffuse", "partial",
	"object", "attribute", "relation", "answer step", "detections", "graph", "program", "lists", "tie",
	"wrong step", "early", "late", "missed error", "false alarm", "unparsed", "neutral"}

// String returns the cause's word ("low p"), "" for NoCause.
func (c Cause) String() string { return causeNames[c] }

// Causes lists all causes but NoCause, in display order.
func Causes() []Cause {
	return loaders.Fill(causeCount-1, func(i int) Cause { return NoProposal + Cause(i) })
}

var causeSentences = [causeCount]string{
	"",
	"the detector proposes no box for at least half of the missed gold boxes",
	"found the right box, but scored it below the threshold",
	"attends to something else",
	"finds gold boxes, but too many other boxes as well",
	"predicts no box, though there is a gold box",
	"predicts a box, though there is no gold box",
	"its attention is spread over too many tokens",
	"only part of its attention is on gold spans",
	"would be right if the oracle knew which objects have this name",
	"would be right if the oracle knew which objects have this attribute",
	"would be right if the oracle knew which objects have this relation",
	"would be right if the oracle knew what the last step asks for",
	"stays wrong whatever the oracle knows about the detected objects",
	"the scene graph lacks the correct answer or contradicts it",
	"the program can't be run or selects objects it doesn't name",
	"no list of options contains the correct answer",
	"the scene graph supports several answers, including the correct one",
	"annotators call the step wrong",
	"the judge's first wrong step comes before the annotators'",
	"the judge's first wrong step comes after the annotators'",
	"annotators call the step wrong, but the judge doesn't",
	"the judge calls the step wrong, but annotators don't",
	"the judge gives no verdict",
	"judge and annotators disagree whether the step is right or neutral",
}

// Sentence explains the cause, "" for none.
func (c Cause) Sentence() string { return causeSentences[c] }

// ModuleFault says whether a module is wrong by itself.
type ModuleFault uint8

// A module is wrong by [ModuleScore.Wrong]. Its error is inherited if a scored module right under
// it is wrong too, else local; a module without a score is replaced by its inputs. This is this
// program's reading, not a paper's.
const (
	NoFault ModuleFault = iota
	Local
	Inherited
)
