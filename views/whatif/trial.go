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

// Trial is an example with changed modules. Nothing in it is changed in place, so that earlier
// changes can be restored.
type Trial struct {
	executor executor.Executor // asks no model
	asking   executor.Executor // asks a model for learned modules; nil for none
	// Logged is the run's example, Before adds the outputs that the file lacks, After is changed.
	Logged, Before, After *loaders.Example
	// Was and Is are the outcomes without and with changes.
	Was, Is *executor.Outcome
	Now     Edits    // in force
	IoU     float64  // covers gold boxes
	Said    []string // the changes in order: "find[tower] = gold"
	// Needless are arguments that the recorded answer doesn't depend on, Repairs the answers with
	// single modules at their gold.
	Needless []executor.NeedlessRelation
	Repairs  []Repair
}

// New runs an example's program unchanged, and sets Needless and Repairs. asking, nil for none,
// asks a model for learned modules. A gold box is covered by what overlaps it by more than iou. It
// fails if the program can't run.
func New(x, asking executor.Executor, ex *loaders.Example, iou float64) (*Trial, error) {
	was, err := x.Run(ex, nil)
	if err != nil {
		return nil, err
	}
	whole := was.Complete(ex)
	t := &Trial{executor: x, asking: asking, Logged: ex, Before: whole, After: whole, Was: was, Is: was, Now: Edits{}, IoU: iou}
	t.Needless, _, _ = executor.FindNeedless(x, ex) // a change that it cannot run is none of a person's
	t.Repairs = t.tryRepairs()
	return t, nil
}

// Asks reports whether a model could compute more of the outcome.
func (t *Trial) Asks() bool { return t.asking != nil && strings.Join(t.Is.Frozen, "") != "" }

// Ask runs the same changes with the executor that asks a model, which may be slow, and returns
// another trial; t doesn't change.
func (t *Trial) Ask() (*Trial, error) {
	next := *t
	next.executor = t.asking
	err := next.Put(t.Now)
	next.executor = t.executor
	return &next, err
}

// DescribeEdits describes the changes, "" for none.
func (t *Trial) DescribeEdits() string { return strings.Join(t.Said, "; ") }

// Put replaces the edits. If the program can't run with them, it returns why and changes nothing.
func (t *Trial) Put(e Edits) error {
	changes, next := executor.Changes{}, *t
	next.Now, next.Said = e, nil
	var away [][]bool
	for _, i := range loaders.SortedKeys(e) {
		var said []string
		var err error
		if i == Picture {
			away, said, err = e[i].proposalsAway(t.Logged.Images)
			next.Said = append(next.Said, "without "+strings.Join(said, ", "))
		} else {
			changes[i], said, err = e[i].changeOf(t.Before, i, t.IoU)
			next.Said = append(next.Said, t.Logged.Program[i].Label()+" = "+strings.Join(said, ", "))
		}
		if err != nil {
			return err
		}
	}
	o, err := executor.Without(t.executor, t.Logged, changes, away)
	if err != nil {
		return err
	}
	next.Is, next.After = o, next.counterfactualExample(o, changes)
	*t = next
	return nil
}

func (t *Trial) putEdit(node int, e Edit) error {
	next := maps.Clone(t.Now)
	if next[node] = e; len(e) == 0 {
		delete(next, node)
	}
	return t.Put(next)
}

// Set sets a verb of a module's edit, or removes it if value is "".
func (t *Trial) Set(node int, verb, value string) error {
	return t.putEdit(node, t.Now[node].withValue(verb, "", value))
}

// Output makes a module return its gold ("gold") or nothing ("none"), or undoes that if it does so
// already.
func (t *Trial) Output(node int, to string) error {
	e := t.Now[node].withValue("gold", "", "").withValue("none", "", "")
	return t.putEdit(node, e.withValue(to, "", widget.If(t.Now[node].Value(to) == "", to)))
}

// counterfactualExample returns a copy of Before with the outcome's answer and the tag what-if.
// Only edited modules and those above them get new outputs; all do if the picture is edited.
func (t *Trial) counterfactualExample(o *executor.Outcome, changes executor.Changes) *loaders.Example {
	if len(t.Now) == 0 {
		return t.Before
	}
	ex := *t.Before
	ex.Program = slices.Clone(changes.Program(ex.Program))
	touched := make([]bool, len(ex.Program))
	for i := len(ex.Program) - 1; i >= 0; i-- {
		_, edited := t.Now[i]
		touched[i] = edited || t.Now[Picture] != nil
		for _, child := range ex.Program[i].Children {
			touched[i] = touched[i] || touched[child]
		}
		if touched[i] {
			ex.Program[i].Output = o.Outputs[i]
		}
	}
	ex.Answer = answerOf(o, &t.Logged.Answer)
	ex.Tags = append(slices.Clone(ex.Tags), "what-if")
	ex.Meta = maps.Clone(ex.Meta)
	ex.Describe("what if", t.DescribeEdits())
	return &ex
}

// answerOf returns an outcome's answer with its likelihood. The recorded answer keeps its recorded
// verdict, others are compared with gold; no answer has none.
func answerOf(o *executor.Outcome, logged *loaders.Answer) loaders.Answer {
	a := loaders.Answer{Predicted: o.Answer, Gold: logged.Gold, Probability: o.Probability}
	if p, ok := o.Likelihood(o.Answer); ok && o.Answer != "False" {
		a.Probability = &p
	}
	switch a.Predicted {
	case "":
	case logged.Predicted:
		a.Correct = logged.Correct
	default:
		a.Judge(executor.Matches(a.Predicted, a.Gold))
	}
	return a
}

// Answer returns the answer with the changes, judged by gold.
func (t *Trial) Answer() loaders.Answer { return answerOf(t.Is, &t.Logged.Answer) }

// Recomputed returns the answer without changes, perhaps not the run's.
func (t *Trial) Recomputed() loaders.Answer { return answerOf(t.Was, &t.Logged.Answer) }

// Times multiplies the factor on a module's probabilities, 1 at first; at 1 the change is removed.
func (t *Trial) Times(node int, by float64) error {
	if x, err := strconv.ParseFloat(t.Now[node].Value("scale"), 64); err == nil {
		by *= x
	}
	return t.Set(node, "scale", widget.If(math.Abs(by-1) >= 1e-9, fmt.Sprint(by)))
}

// Sharpen adds steps of sharpening a module's probabilities, or softening below 0; at 0 steps the
// change is removed.
func (t *Trial) Sharpen(node, by int) error {
	steps, _ := strconv.Atoi(t.Now[node].Value("sharp")) // 0 for none
	return t.Set(node, "sharp", widget.If(steps+by != 0, strconv.Itoa(steps+by)))
}

// Switch adds a proposal of an image, or a token of the passage, to a module's output, or removes
// it; one switched before returns to what the module returned.
func (t *Trial) Switch(node, image, index int, in bool) error {
	place := fmt.Sprintf("%d/%d=", image, index)
	to := place + loaders.IfElse(in, "1", "0")
	e := t.Now[node]
	isSame := func(d moduleChange) bool { return d.verb == "set" && strings.HasPrefix(d.value, place) }
	if was, ok := widget.First(e, isSame); ok && was.value != to {
		to = ""
	}
	return t.putEdit(node, e.withValue("set", place, to))
}

// Object removes an object from the picture, or puts it back (in). It fails for padding, and if the
// object is so already.
func (t *Trial) Object(image, index int, in bool) error {
	place := fmt.Sprintf("%d/%d", image, index)
	away := slices.Contains(t.Now[Picture], moduleChange{"without", place})
	switch {
	case !isObject(t.Logged.Images, image, index):
		return errors.New("this is not an object of the picture")
	case in && !away:
		return errors.New("this has not been taken away")
	case away && !in:
		return errors.New("this is already taken away: + puts it back")
	}
	return t.putEdit(Picture, t.Now[Picture].withValue("without", place+"=", widget.If(!in, place)))
}

// Operator replaces a module's operator by the next similar one with which the program runs,
// including the recorded one; it fails if there is none.
func (t *Trial) Operator(node int) error {
	at, own := t.After.Program[node].Op, t.Logged.Program[node].Op
	for _, other := range language.Of(at).Alike() {
		if t.Set(node, "op", widget.If(other.String() != own, other.String())) == nil {
			return nil
		}
	}
	return fmt.Errorf("nothing else fits instead of %s", at)
}

// Number reports whether a module is a number of the program.
func (t *Trial) Number(node int) bool { return t.After.Program[node].Op == "number" }

// Add adds to a number of the program, at least 0; at the recorded number the change is removed.
func (t *Trial) Add(node, more int) error {
	m := &t.After.Program[node]
	n, err := strconv.Atoi(m.Text)
	if err != nil && m.Output.Number != nil {
		n = int(math.Round(m.Output.Number.Mean))
	}
	text := strconv.Itoa(max(0, n+more))
	return t.Set(node, "text", widget.If(text != t.Logged.Program[node].Text, text))
}

// FrozenModules returns the modules that node rests on, itself included, that keep what the run
// logged although something below them changed.
func (t *Trial) FrozenModules(node int) (nodes []int) {
	rests := map[int]bool{node: true}
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

// Unknown returns "? frozen" if the answer rests on a frozen module, "? no answer" without one, and
// "" if it is known.
func (t *Trial) Unknown() string {
	return cmp.Or(widget.If(len(t.FrozenModules(0)) > 0, "? frozen"), widget.If(t.Is.Answer == "", "? no answer"))
}

// Warning returns why the output of a frozen module, or else the answer, may be wrong, and what
// would help; "" for no reason. With -1 it is only about the answer.
func (t *Trial) Warning(node int) (said string) {
	frozen := t.FrozenModules(0)
	switch {
	case node >= 0 && t.Is.Frozen[node] != "":
		return t.explainFrozen(node)
	case t.Is.Undefined != "":
		return "No answer: " + t.Is.Undefined + "."
	}
	if asked := loaders.Filter(loaders.Indices(len(t.Is.Asked)), func(i int) bool { return t.Is.Asked[i] }); len(asked) > 0 {
		names := loaders.Map(asked, func(i int) string { return t.After.Program[i].Op })
		said = "the model returned " + strings.Join(names, ", ") + widget.If(frozen != nil, "; ")
	}
	if frozen == nil {
		return said
	}
	return said + "not enough to tell: " + t.explainUnknown()
}

func (t *Trial) explainUnknown() string {
	if frozen := t.FrozenModules(0); frozen != nil {
		return t.explainFrozen(frozen[len(frozen)-1]) // which runs first
	}
	return "no answer: " + t.Is.Undefined + "."
}

// explainFrozen says why a frozen module can't be rerun, and what to try.
func (t *Trial) explainFrozen(node int) string {
	op, why := t.After.Program[node].Op, t.Is.Frozen[node]
	if why = op + ": " + why; strings.Contains(why, "its network") {
		why = "the " + op + " comes from a network we can't rerun"
	}
	tries := slices.DeleteFunc([]string{widget.If(op == "count", "`w k` (count from the boxes)"), widget.If(t.asking == nil, "`:model`")},
		func(try string) bool { return try == "" })
	return why + "." + widget.If(len(tries) > 0, " Try "+strings.Join(tries, " or ")+".")
}

// Repair holds the answer with one module at its gold. Why says why it is unknown, "" if it is
// known.
type Repair struct {
	Node    int
	Says    string
	Reaches bool
	Why     string
}

// tryRepairs returns a repair for each module with gold, in order; nil unless the recorded answer
// is wrong.
func (t *Trial) tryRepairs() (all []Repair) {
	for node := range t.Logged.Program {
		if _, ok := executor.Gold(t.Logged, node, t.IoU); !ok || t.Logged.Answer.Correct != loaders.Wrong {
			continue
		}
		r, next := Repair{Node: node}, *t
		switch err := next.Put(Edits{node: {{"gold", "gold"}}}); {
		case err != nil:
			r.Says = err.Error()
		case next.Unknown() != "":
			r.Says, r.Why = next.Unknown(), "Fixing "+t.Logged.Program[node].Label()+" isn't enough to tell: "+next.explainUnknown()
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
func Output(ex *loaders.Example, node int, o *executor.Outcome, threshold float64) string {
	own := evidence.OutputText(&ex.Program[node], threshold)
	var passes []string
	for _, outputs := range o.Passes {
		if text := evidence.OutputText(&loaders.Module{Output: outputs[node]}, threshold); own == "" && text != "" {
			passes = append(passes, text)
		}
	}
	return cmp.Or(own, strings.Join(passes, "/"), table.Absent)
}
