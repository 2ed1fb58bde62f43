package steps

import (
	"faithscope/loaders"
	"faithscope/scoring"
)

// Terms of an example.
const (
	ofExample     = iota
	ofWrong       // people call a step wrong
	ofSound       // people call none wrong
	ofJudged      // a judge was asked; in a run with a judge, one who wasn't says nothing
	ofWrongHits   // the judge names the first wrong step
	ofSoundHits   // the judge finds no wrong step where none is
	ofHits        // either
	ofNone        // either, with a judge that says nothing read as finding none
	ofSoundNone   // the same, where no step is wrong
	ofThroughout  // people judged steps after the first wrong one
	ofUnparsed    // the judge says nothing
	ofEarly       // the judge's first wrong step comes before people's
	ofLate        // after it
	ofMissed      // the judge finds none where one is wrong
	ofFalseAlarms // the judge finds one where none is
	ofAnswerOnly  // the final answer is right, a step is wrong
	ofAnswerHits  // there, the judge names the first wrong step
	ofAgents      // people blame an agent
	ofAgentHits
	ofWithin                           // the judge's first wrong step is at most that far from people's
	ofLabels  = ofWithin + len(within) // steps that people judged
	ofClasses = ofLabels + 1           // of steps that both judged: people's verdict by the judge's
	width     = ofClasses + classes*classes
)

// ofCause has the counts of a judge's mistakes.
var ofCause = map[scoring.Cause]int{
	scoring.Unparsed: ofUnparsed, scoring.Early: ofEarly, scoring.Late: ofLate, scoring.MissedError: ofMissed,
	scoring.FalseAlarm: ofFalseAlarms,
}

// within lists the distances from the first wrong step, in steps.
var within = [...]int{1, 3, 5}

// classOf orders verdicts as rows and columns of ofClasses; the last is of steps that a judge left
// out.
var classOf = map[loaders.Verdict]int{loaders.Right: 0, loaders.Neutral: 1, loaders.Wrong: 2, loaders.Unknown: 3}

const classes = 4

func (e *evidence) addTerms(s *scoring.Settings, termRow []float64) {
	gold, judged := e.goldFirst(), e.judgedFirst(s)
	termRow[ofExample] = 1
	count := func(place int, isTrue bool) {
		if isTrue {
			termRow[place]++
		}
	}
	count(ofWrong, gold != none)
	count(ofSound, gold == none)
	count(ofThroughout, gold != none && loaders.CountFunc(e.Steps[gold+1:], func(s step) bool { return s.Gold != loaders.Unknown }) > 0)
	count(ofAnswerOnly, gold != none && e.Answer == loaders.Right)
	count(ofJudged, e.IsJudged)
	count(ofHits, judged == gold)
	count(ofWrongHits, judged == gold && gold != none)
	count(ofSoundHits, judged == gold && gold == none)
	count(ofNone, max(judged, none) == gold)
	count(ofSoundNone, gold == none && max(judged, none) == gold)
	place, isMistake := ofCause[causeOf(gold, judged)]
	count(place, isMistake)
	count(ofAnswerHits, termRow[ofAnswerOnly] > 0 && judged == gold)
	for k, t := range within {
		count(ofWithin+k, gold != none && judged >= 0 && max(judged-gold, gold-judged) <= t)
	}
	count(ofAgents, e.Agent != "")
	count(ofAgentHits, e.Agent != "" && e.namedAgent(judged) == e.Agent)
	e.addLabels(s, termRow)
}

func (e *evidence) addLabels(s *scoring.Settings, termRow []float64) {
	for i := range e.Steps {
		if step := &e.Steps[i]; step.Gold != loaders.Unknown {
			termRow[ofLabels]++
			termRow[ofClasses+classes*classOf[step.Gold]+classOf[step.judgedAs(s)]]++
		}
	}
}

// namedAgent returns whom the judge blames: by name or, without one, who made the step that it
// calls wrong first.
func (e *evidence) namedAgent(judgedStep int) string {
	if e.Named == "" && judgedStep >= 0 {
		return e.Steps[judgedStep].Agent
	}
	return e.Named
}
