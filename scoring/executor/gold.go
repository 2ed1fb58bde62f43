package executor

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/stats"
)

// Unit names what a switch changes.
func Unit(moduleOutput *loaders.Output) string {
	return loaders.IfElse(moduleOutput.Kind() == loaders.TokenKind, "token", "box")
}

// Gold returns the output that module i's gold asks for; ok is false without gold, or if it is not
// boxes or tokens.
//
// Each gold box takes the proposal that overlaps it most, over iouThreshold, the greatest overlap first;
// no proposal serves two, so that counts are right.
//
// Gold spans share the attention equally, which minimises the loss.
func Gold(ex *loaders.Example, i int, iouThreshold float64) (out loaders.Output, ok bool) {
	switch gold := ex.Program[i].Gold; gold.Kind() {
	case loaders.TokenKind:
		if len(gold.Spans) > 0 && ex.Passage != nil {
			out.Tokens = attentionOn(gold.Spans, max(len(ex.Passage.Tokens), len(ex.Program[i].Output.Tokens)))
		}
	case loaders.BoxKind:
		out.Boxes = make([][]float64, len(ex.Images))
		for image, im := range ex.Images {
			out.Boxes[image] = make([]float64, len(im.Proposals))
			for _, k := range proposalsOnGold(im.Proposals, loaders.ElementAt(gold.Boxes, image), iouThreshold) {
				out.Boxes[image][k] = 1
			}
		}
	}
	return out, !out.Empty()
}

// None returns an output of the same shape with nothing chosen.
func None(moduleOutput *loaders.Output) (out *loaders.Output, err error) {
	cut := OutputChange{Above: new(1.)}
	switch moduleOutput.Kind() {
	case loaders.BoxKind:
		return &loaders.Output{Boxes: cut.Boxes(moduleOutput.Boxes)}, nil
	case loaders.TokenKind:
		return &loaders.Output{Tokens: cut.Tokens(moduleOutput.Tokens)}, nil
	}
	return nil, errors.New("the module returns neither boxes nor tokens")
}

func attentionOn(goldSpans []loaders.Span, n int) []float64 {
	p, there := make([]float64, n), 0
	for _, s := range goldSpans {
		start, end := max(s.Start, 0), min(s.End, n)
		if start < end {
			there++
		}
		for i := start; i < end; i++ {
			p[i] += 1 / float64(end-start)
		}
	}
	for i := range p {
		p[i] /= float64(max(there, 1))
	}
	return p
}

// proposalsOnGold pairs each proposal with at most one gold box, the greatest overlap first, because a
// count of the pairs must be right.
func proposalsOnGold(proposalBoxes, goldBoxes []loaders.Box, iouThreshold float64) (found []int) {
	type pair struct {
		proposal, gold int
		overlap        float64
	}
	var pairs []pair
	for k, p := range proposalBoxes {
		for g, b := range goldBoxes {
			if overlap := boxes.IoU(p.Corners(), b.Corners()); overlap > iouThreshold {
				pairs = append(pairs, pair{k, g, overlap})
			}
		}
	}
	loaders.SortBy(pairs, func(p pair) float64 { return -p.overlap })
	taken, met := map[int]bool{}, map[int]bool{}
	for _, p := range pairs {
		if !taken[p.proposal] && !met[p.gold] {
			taken[p.proposal], met[p.gold] = true, true
			found = append(found, p.proposal)
		}
	}
	return found
}

// Correct sets modules to [Gold]; those without stay.
func Correct(ex *loaders.Example, iouThreshold float64, moduleIndices ...int) OutputChanges {
	changes := OutputChanges{}
	for _, i := range moduleIndices {
		if gold, ok := Gold(ex, i, iouThreshold); ok {
			changes[i] = OutputChange{Output: &gold}
		}
	}
	return changes
}

// Complete returns a copy with computed outputs, marked Derived, where missing.
func (o *Outcome) Complete(ex *loaders.Example) *loaders.Example {
	whole := *ex
	whole.Program = slices.Clone(ex.Program)
	for i := range whole.Program {
		if m := &whole.Program[i]; m.Output.Empty() && !o.Outputs[i].Empty() {
			m.Output, m.Derived = o.Outputs[i], true
		}
	}
	return &whole
}

// GoldEffects count how answers change if one type of module is set to its gold.
type GoldEffects struct {
	// Examples in no row: Unjudged have no verdict; Failed have a program that cannot be run or an
	// answer that cannot be computed; Apart have a computed answer that differs from the run's.
	Examples, Unjudged, Failed, Apart int
	failureCounts

	rowsMu sync.Mutex
	rows   []GoldEffect
}

// GoldEffect is a row: a type of module with gold.
type GoldEffect struct {
	Type   string
	Wrong  int
	Mended int
	Right  int
	Broken int
	// Other answers, whose change is unknown: a module above must keep its output, or there is no
	// answer.
	FrozenWrong, FrozenRight int
	// "" for another reason
	Because map[string]int
}

// Frozen explains the frozen answers; "" without any.
func (e *GoldEffect) Frozen() string {
	if e.FrozenWrong+e.FrozenRight == 0 {
		return ""
	}
	var why []string
	for _, op := range loaders.ByCount(e.Because) {
		because := "the network for " + op + " can't be rerun"
		if language.Of(op).Computed() {
			because = "the run lacks inputs that " + op + " needs"
		}
		if op == "" {
			because = "the answer can't be computed"
		}
		why = append(why, fmt.Sprintf("%s (%d)", because, e.Because[op]))
	}
	wrong, right := e.Wrong+e.FrozenWrong, e.Right+e.FrozenRight
	return fmt.Sprintf("%d of %d wrong and %d of %d right answers (%.0f %%) are frozen: %s", e.FrozenWrong, wrong, e.FrozenRight, right,
		100*float64(e.FrozenWrong+e.FrozenRight)/float64(wrong+right), strings.Join(why, ", "))
}

// Mending returns the share of recomputed wrong answers that become right, with Wilson's interval.
func (e *GoldEffect) Mending() (scoring.Value, *scoring.Interval) {
	return stats.Share(e.Mended, e.Wrong)
}

// Rows returns module types by name, then "all": all gold at once.
func (e *GoldEffects) Rows() []GoldEffect { return e.rows }

const everything = "all"

func (e *GoldEffects) effectOf(moduleType string) *GoldEffect {
	at := slices.IndexFunc(e.rows, func(row GoldEffect) bool {
		return row.Type == everything || moduleType != everything && row.Type >= moduleType
	})
	if at < 0 {
		at = len(e.rows)
	}
	if at == len(e.rows) || e.rows[at].Type != moduleType {
		e.rows = slices.Insert(e.rows, at, GoldEffect{Type: moduleType, Because: map[string]int{}})
	}
	return &e.rows[at]
}

// Add runs an example with each type's gold, and with all. iouThreshold is [Gold]'s. It is safe for
// concurrent use.
func (e *GoldEffects) Add(x Executor, ex *loaders.Example, iouThreshold float64) {
	left, after, why := &e.Unjudged, map[string]*Outcome{}, ""
	if judged := ex.Answer.Correct; judged == loaders.Right || judged == loaders.Wrong {
		before, err := x.Run(ex, nil)
		switch {
		case err != nil:
			left, why = &e.Failed, err.Error()
		case before.Undefined != "":
			left, why = &e.Failed, before.Undefined
		case before.Answer != ex.Answer.Predicted:
			left = &e.Apart
		default:
			left, after = nil, runMended(x, ex, iouThreshold)
		}
	}
	if why != "" {
		e.fail(why)
	}
	e.rowsMu.Lock()
	defer e.rowsMu.Unlock()
	if e.Examples++; left != nil {
		*left++
	}
	for kind, o := range after {
		e.effectOf(kind).countEffect(ex, o)
	}
}

func runMended(x Executor, ex *loaders.Example, iouThreshold float64) map[string]*Outcome {
	types, after := map[string][]int{}, map[string]*Outcome{}
	for i, m := range ex.Program {
		if _, ok := Gold(ex, i, iouThreshold); ok {
			types[m.Op] = append(types[m.Op], i)
			if !language.Of(m.Op).Computed() {
				types[everything] = append(types[everything], i)
			}
		}
	}
	for kind, modules := range types {
		if o, err := x.Run(ex, Correct(ex, iouThreshold, modules...)); err == nil {
			after[kind] = o
		}
	}
	return after
}

// countEffect lets a frozen module decide first, because the answer is then unknown.
func (e *GoldEffect) countEffect(ex *loaders.Example, changedOutcome *Outcome) {
	right := ex.Answer.Correct == loaders.Right
	because, frozen := "", changedOutcome.Undefined != ""
	for i, why := range changedOutcome.Frozen {
		if why != "" {
			because, frozen = ex.Program[i].Op, true
		}
	}
	switch {
	case frozen && right:
		e.FrozenRight++
	case frozen:
		e.FrozenWrong++
	case right:
		e.Right++
		if changedOutcome.Answer != ex.Answer.Predicted && !Matches(changedOutcome.Answer, ex.Answer.Gold) {
			e.Broken++
		}
	default:
		e.Wrong++
		if Matches(changedOutcome.Answer, ex.Answer.Gold) {
			e.Mended++
		}
	}
	if frozen {
		e.Because[because]++
	}
}

// Recomputed counts recomputed and frozen answers with all gold.
func (e *GoldEffects) Recomputed() (recomputed, frozen int) {
	for _, row := range e.rows {
		if row.Type == everything {
			return row.Right + row.Wrong, row.FrozenRight + row.FrozenWrong
		}
	}
	return 0, 0
}

// String explains the examples in no row; "" if all are in one.
func (e *GoldEffects) String() string {
	left, why := e.Unjudged+e.Failed+e.Apart, ""
	if left == 0 {
		return ""
	}
	if failures := e.Failures(); failures != nil {
		why = fmt.Sprintf(" (%s: %d)", failures[0], e.byReason[failures[0]])
	}
	return fmt.Sprintf("%d of %d examples are left out: %d unanswered or without a verdict, %d that cannot be run%s, "+
		"%d whose computed answer differs from the run's",
		left, e.Examples, e.Unjudged, e.Failed, why, e.Apart)
}
