// Package whatif recomputes an example's answer with changed modules. Each change can be written as
// the words of a step. A learned module whose network can't be rerun keeps what the run logged, and
// the outcome says so.
package whatif

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
	"faithscope/scoring/table"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// ChangedExample is an example with changed modules. Nothing in it is changed in place, so that earlier
// changes can be restored.
type ChangedExample struct {
	executor executor.Executor // asks no model
	asking   executor.Executor // asks a model for learned modules; nil for none
	// Logged is the run's example, Before adds the outputs that the file lacks, After is changed.
	Logged, Before, After *loaders.Example
	// Was and Is are the outcomes without and with changes.
	Was, Is *executor.Outcome
	Now     ExampleEdits // in force
	IoU     float64      // covers gold boxes
	Said    []string     // the changes in order: "find[tower] = gold"
	// Needless are arguments that the recorded answer doesn't depend on, Repairs the answers with
	// single modules at their gold.
	Needless []executor.NeedlessRelation
	Repairs  []GoldRepair
}

// New runs an example's program unchanged, and sets Needless and Repairs. networkExecutor, nil for none,
// asks a model for learned modules. A gold box is covered by what overlaps it by more than iouThreshold.
// It fails if the program can't run.
func New(x, networkExecutor executor.Executor, ex *loaders.Example, iouThreshold float64) (*ChangedExample, error) {
	was, err := x.Run(ex, nil)
	if err != nil {
		return nil, err
	}
	t := &ChangedExample{executor: x, asking: networkExecutor, Logged: ex, Before: was.Complete(ex), Was: was, Is: was,
		Now: ExampleEdits{}, IoU: iouThreshold}
	t.After = t.counterfactualExample(was, nil)
	t.Needless, _, _ = executor.FindNeedless(x, ex) // a change that it cannot run is none of a person's
	t.Repairs = t.tryRepairs()
	return t, nil
}

// Asks reports whether a model could compute more of the outcome.
func (t *ChangedExample) Asks() bool { return t.asking != nil && strings.Join(t.Is.Frozen, "") != "" }

// Ask runs the same changes with the executor that asks a model, which may be slow, and returns
// another trial; t doesn't change.
func (t *ChangedExample) Ask() (*ChangedExample, error) {
	next := *t
	next.executor = t.asking
	err := next.Put(t.Now)
	next.executor = t.executor
	return &next, err
}

// DescribeEdits describes the changes, "" for none.
func (t *ChangedExample) DescribeEdits() string { return strings.Join(t.Said, "; ") }

// Put replaces the edits. If the program can't run with them, it returns why and changes nothing.
func (t *ChangedExample) Put(e ExampleEdits) error {
	changes, next, x := executor.OutputChanges{}, *t, t.executor
	next.Now, next.Said = e, nil
	var away [][]bool
	for _, i := range loaders.SortedKeys(e) {
		var said []string
		var err error
		label, and := "without ", ", "
		switch i {
		case Picture:
			away, said, err = e[i].proposalsAway(t.Logged.Images)
		case Oracle:
			label, and = "oracle corrected on ", " + "
			var which []int
			which, said, err = e[i].predicatesTrue(t.Logged.Answer.Predicates)
			b, ok := x.(executor.PredicateOverrider)
			if err == nil && !ok {
				err = errors.New("no oracle is available here")
			}
			if err == nil {
				x = b.Believing(which)
			}
		default:
			label = t.Label(i) + " = "
			changes[i], said, err = e[i].changeOf(t.Before, i, t.IoU)
		}
		if err != nil {
			return err
		}
		next.Said = append(next.Said, label+strings.Join(said, and))
	}
	o, err := executor.Without(x, t.Logged, changes, away)
	if err != nil {
		return err
	}
	next.Is, next.After = o, next.counterfactualExample(o, changes)
	*t = next
	return nil
}

// Label returns the module's label, numbered in the program's order if others have the same.
func (t *ChangedExample) Label(nodeIndex int) string {
	label, number, count := t.Logged.Program[nodeIndex].Label(), 0, 0
	for i := range t.Logged.Program {
		if t.Logged.Program[i].Label() == label {
			if count++; i == nodeIndex {
				number = count
			}
		}
	}
	return label + widget.If(count > 1, fmt.Sprintf(" (%d of %d)", number, count))
}

func (t *ChangedExample) putEdit(nodeIndex int, e ModuleEdit) error {
	next := maps.Clone(t.Now)
	if next[nodeIndex] = e; len(e) == 0 {
		delete(next, nodeIndex)
	}
	return t.Put(next)
}

// Set sets a verb of a module's edit, or removes it if the value is "" or the recorded text.
func (t *ChangedExample) Set(nodeIndex int, changeVerb, verbValue string) error {
	if changeVerb == "text" && verbValue == t.Logged.Program[nodeIndex].Text {
		verbValue = ""
	}
	return t.putEdit(nodeIndex, t.Now[nodeIndex].withValue(changeVerb, "", verbValue))
}

// Output makes a module return its gold ("gold") or nothing ("none"), or undoes that if it does so
// already.
func (t *ChangedExample) Output(nodeIndex int, newOutput string) error {
	e := t.Now[nodeIndex].withValue("gold", "", "").withValue("none", "", "")
	return t.putEdit(nodeIndex, e.withValue(newOutput, "", widget.If(t.Now[nodeIndex].Value(newOutput) == "", newOutput)))
}

// counterfactualExample gives new outputs only to edited modules, those computed differently from
// the record, and those above them; to all if the picture is edited.
func (t *ChangedExample) counterfactualExample(o *executor.Outcome, outputChanges executor.OutputChanges) *loaders.Example {
	ex := *t.Before
	ex.Program = outputChanges.Program(ex.Program)
	touched := make([]bool, len(ex.Program))
	for i := len(ex.Program) - 1; i >= 0; i-- {
		_, edited := t.Now[i]
		touched[i] = edited || t.Now[Picture] != nil || t.Now[Oracle] != nil || outputsDiffer(&ex.Program[i].Output, &o.Outputs[i])
		for _, child := range ex.Program[i].Children {
			touched[i] = touched[i] || touched[child]
		}
		if touched[i] {
			ex.Program[i].Output = o.Outputs[i]
		}
	}
	if !slices.Contains(touched, true) {
		return t.Before
	}
	ex.Answer = answerOf(o, &t.Logged.Answer)
	ex.Tags = append(slices.Clone(ex.Tags), "what-if")
	ex.Meta = maps.Clone(ex.Meta)
	ex.Describe("what if", t.DescribeEdits())
	return &ex
}

// Rounding is how far a recorded number may be from the recomputed one.
const Rounding = 1e-3

func outputsDiffer(logged, computed *loaders.Output) bool {
	if logged.Number != nil && computed.Number != nil {
		return math.Abs(logged.Number.Mean-computed.Number.Mean) > Rounding
	}
	return logged.Truth != nil && computed.Truth != nil && math.Abs(*logged.Truth-*computed.Truth) > Rounding
}

// answerOf keeps the recorded verdict for the recorded answer, because the run's judge may accept what
// a comparison with gold doesn't.
func answerOf(o *executor.Outcome, loggedAnswer *loaders.Answer) loaders.Answer {
	a := loaders.Answer{Predicted: o.Answer, Gold: loggedAnswer.Gold, Probability: o.Probability}
	if p, ok := o.Likelihood(o.Answer); ok && o.Answer != "False" {
		a.Probability = &p
	}
	switch a.Predicted {
	case "":
	case loggedAnswer.Predicted:
		a.Correct = loggedAnswer.Correct
	default:
		a.Judge(executor.Matches(a.Predicted, a.Gold))
	}
	return a
}

// Answer returns the answer with the changes, judged by gold.
func (t *ChangedExample) Answer() loaders.Answer { return answerOf(t.Is, &t.Logged.Answer) }

// Recomputed returns the answer without changes, perhaps not the run's.
func (t *ChangedExample) Recomputed() loaders.Answer { return answerOf(t.Was, &t.Logged.Answer) }

// Times multiplies the factor on a module's probabilities, 1 at first; at 1 the change is removed.
func (t *ChangedExample) Times(nodeIndex int, factor float64) error {
	if x, err := strconv.ParseFloat(t.Now[nodeIndex].Value("scale"), 64); err == nil {
		factor *= x
	}
	return t.Set(nodeIndex, "scale", widget.If(math.Abs(factor-1) >= 1e-9, fmt.Sprint(factor)))
}

// Sharpen adds steps of sharpening a module's probabilities, or softening below 0; at 0 steps the
// change is removed.
func (t *ChangedExample) Sharpen(nodeIndex, stepCount int) error {
	steps, _ := strconv.Atoi(t.Now[nodeIndex].Value("sharp")) // 0 for none
	return t.Set(nodeIndex, "sharp", widget.If(steps+stepCount != 0, strconv.Itoa(steps+stepCount)))
}

// Switch adds a proposal of an image, or a token of the passage, to a module's output, or removes
// it; one switched before returns to what the module returned.
func (t *ChangedExample) Switch(nodeIndex, imageIndex, boxIndex int, isPresent bool) error {
	place := fmt.Sprintf("%d/%d=", imageIndex, boxIndex)
	to := place + loaders.IfElse(isPresent, "1", "0")
	e := t.Now[nodeIndex]
	isSame := func(d moduleChange) bool { return d.verb == "set" && strings.HasPrefix(d.value, place) }
	if was, ok := widget.First(e, isSame); ok && was.value != to {
		to = ""
	}
	return t.putEdit(nodeIndex, e.withValue("set", place, to))
}

// Believe takes the truth of predicates for the oracle's likelihoods.
func (t *ChangedExample) Believe(predicateIndices []int) error {
	return t.putEdit(Oracle, loaders.Map(predicateIndices, func(i int) moduleChange { return moduleChange{outside[Oracle], strconv.Itoa(i)} }))
}

// Object removes an object from the picture, or puts it back (isPresent). It fails for padding, and if
// the object is so already.
func (t *ChangedExample) Object(imageIndex, boxIndex int, isPresent bool) error {
	place := fmt.Sprintf("%d/%d", imageIndex, boxIndex)
	away := slices.Contains(t.Now[Picture], moduleChange{"without", place})
	switch {
	case !isObject(t.Logged.Images, imageIndex, boxIndex):
		return errors.New("this isn't an object in the picture")
	case isPresent && !away:
		return errors.New("this object hasn't been removed")
	case away && !isPresent:
		return errors.New("this object is already removed; + restores it")
	}
	return t.putEdit(Picture, t.Now[Picture].withValue("without", place+"=", widget.If(!isPresent, place)))
}

// Operator replaces a module's operator by the next similar one with which the program runs,
// including the recorded one; it fails if there is none.
func (t *ChangedExample) Operator(nodeIndex int) error {
	at, own := t.After.Program[nodeIndex].Op, t.Logged.Program[nodeIndex].Op
	for _, other := range language.Of(at).Alike() {
		if t.Set(nodeIndex, "op", widget.If(other.String() != own, other.String())) == nil {
			return nil
		}
	}
	return fmt.Errorf("no other operator can replace %s", at)
}

// Number reports whether a module is a number of the program.
func (t *ChangedExample) Number(nodeIndex int) bool { return t.After.Program[nodeIndex].Op == "number" }

// Add adds to a number of the program, at least 0; at the recorded number the change is removed.
func (t *ChangedExample) Add(nodeIndex, increment int) error {
	m := &t.After.Program[nodeIndex]
	n, err := strconv.Atoi(m.Text)
	if err != nil && m.Output.Number != nil {
		n = int(math.Round(m.Output.Number.Mean))
	}
	text := strconv.Itoa(max(0, n+increment))
	return t.Set(nodeIndex, "text", widget.If(text != t.Logged.Program[nodeIndex].Text, text))
}

// FrozenModules returns the modules that a node rests on, itself included, that keep what the run
// logged although something below them changed.
func (t *ChangedExample) FrozenModules(nodeIndex int) (nodes []int) {
	rests := map[int]bool{nodeIndex: true}
	for i := range t.Is.Frozen {
		if !rests[i] || t.Now[i].Value("gold")+t.Now[i].Value("none") != "" {
			continue // what is below does not matter
		}
		if t.Is.Frozen[i] != "" {
			nodes = append(nodes, i)
		}
		for _, child := range t.After.Program[i].Children {
			rests[child] = true
		}
	}
	return nodes
}

// Unknown returns "? can't tell" if the answer rests on a frozen module, "? no answer" without one, and
// "" if it is known.
func (t *ChangedExample) Unknown() string {
	return cmp.Or(widget.If(len(t.FrozenModules(0)) > 0, "? can't tell"), widget.If(t.Is.Answer == "", "? no answer"))
}

// Warning returns why the output of a frozen module, or else the answer, may be wrong, and what
// would help; "" for no reason. With -1 it is only about the answer.
func (t *ChangedExample) Warning(nodeIndex int) (text string) {
	frozen := t.FrozenModules(0)
	switch {
	case nodeIndex >= 0 && t.Is.Frozen[nodeIndex] != "":
		return t.explainFrozen(nodeIndex)
	case t.Is.Undefined != "":
		return "No answer: " + t.Is.Undefined + "."
	}
	if asked := loaders.Filter(loaders.Indices(len(t.Is.Asked)), func(i int) bool { return t.Is.Asked[i] }); len(asked) > 0 {
		names := loaders.Map(asked, func(i int) string { return t.After.Program[i].Op })
		text = "the model returned " + strings.Join(names, ", ") + widget.If(frozen != nil, "; ")
	}
	if frozen == nil {
		return text
	}
	return text + t.explainUnknown()
}

func (t *ChangedExample) explainUnknown() string {
	if frozen := t.FrozenModules(0); frozen != nil {
		return t.explainFrozen(frozen[len(frozen)-1]) // which runs first
	}
	return "no answer: " + t.Is.Undefined + "."
}

func (t *ChangedExample) explainFrozen(nodeIndex int) string {
	op := t.After.Program[nodeIndex].Op
	tries := loaders.NonEmpty([]string{widget.If(op == "count" && t.After.Passage == nil, "w k (count from the boxes)"),
		widget.If(t.asking == nil, ":model")})
	return op + ": " + t.Is.Frozen[nodeIndex] + "." + widget.If(len(tries) > 0, " Try "+strings.Join(tries, " or ")+".")
}

// GoldRepair holds the answer with one module at its gold. Why says why it is unknown, "" if it is
// known.
type GoldRepair struct {
	Node    int
	Says    string
	Reaches bool
	Why     string
}

func (t *ChangedExample) tryRepairs() (all []GoldRepair) {
	if t.Logged.Answer.Correct != loaders.Wrong || t.Recomputed().Correct == loaders.Right {
		return nil
	}
	for node := range t.Logged.Program {
		if _, ok := executor.Gold(t.Logged, node, t.IoU); !ok {
			continue
		}
		r, next := GoldRepair{Node: node}, *t
		switch err := next.Put(ExampleEdits{node: {{"gold", "gold"}}}); {
		case err != nil:
			r.Says = err.Error()
		case next.Unknown() != "":
			r.Says, r.Why = next.Unknown(), "Fixing "+t.Label(node)+" isn't enough to tell: "+next.explainUnknown()
		default:
			a := next.Answer()
			r.Says, r.Reaches = a.Correct.Sign()+" "+a.Predicted, a.Correct == loaders.Right
			if p, ok := next.Is.Likelihood(a.Predicted); ok {
				r.Says += " " + widget.Small(p)
			}
		}
		all = append(all, r)
	}
	return all
}

// Output returns a module's output in a few cells: the example's, or the outcome's in the two passes
// of an image macro, joined by "/"; [table.Absent] for none.
func Output(ex *loaders.Example, nodeIndex int, o *executor.Outcome, threshold float64) string {
	own := evidence.OutputText(&ex.Program[nodeIndex], threshold)
	var passes []string
	for _, outputs := range o.Passes {
		if text := evidence.OutputText(&loaders.Module{Output: outputs[nodeIndex]}, threshold); own == "" && text != "" {
			passes = append(passes, text)
		}
	}
	return cmp.Or(own, strings.Join(passes, "/"), table.Absent)
}
