// Package whatif tries how an answer changes when the modules of its program
// return something else: an example's program is run again with changes to some
// of them, each of which can be written as the words of a step. A learned
// module whose network would have to look again keeps what the run logged, and
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
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/table"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// Trial is an example whose modules a person changes. Nothing in it is changed in place,
// so that earlier changes can be restored.
type Trial struct {
	executor executor.Executor // asks nothing
	asking   executor.Executor // asks a model for learned modules, nil for none
	// Logged is the example as in the run, Before has the outputs that the file
	// lacks too, and After is the example under the changes.
	Logged, Before, After *loaders.Example
	// Was and Is are what the program returned without changes and with them.
	Was, Is *executor.Outcome
	Now     Edits // in force
}

// Edits are what is done to modules, by index. The switches of [Picture] take objects away
// altogether.
type Edits map[int]Edit

// Picture is the index of the pictures in [Edits].
const Picture = -1

// Edit is what is done to one module, in a form that can be put into words.
type Edit struct {
	executor.Change
	Sharp int  // steps of sharpening, negative ones of softening
	gold  bool // Output is the module's gold
}

// New runs an example's program as it is. Where a model runs learned modules, asking asks it;
// nil for none.
func New(x, asking executor.Executor, ex *loaders.Example) (*Trial, error) {
	was, err := x.Run(ex, nil)
	if err != nil {
		return nil, err
	}
	whole := was.Complete(ex)
	return &Trial{executor: x, asking: asking, Logged: ex, Before: whole, After: whole, Was: was, Is: was, Now: Edits{}}, nil
}

// Asks reports whether a model could say more of the outcome.
func (t *Trial) Asks() bool { return t.asking != nil && strings.Join(t.Is.Frozen, "") != "" }

// Ask returns the trial with what a model says of the modules that are frozen, which may take
// long.
func (t *Trial) Ask() (*Trial, error) {
	next := *t
	next.executor = t.asking
	err := next.Put(t.Now)
	next.executor = t.executor
	return &next, err
}

// Put applies edits. Where the program cannot be run with them, the error says why and
// nothing changes.
func (t *Trial) Put(e Edits) error {
	changes := e.changes()
	o, err := executor.Without(t.executor, t.Logged, changes, e.Away(t.Logged))
	if err != nil {
		return err
	}
	t.Now, t.Is, t.After = e, o, t.counterfactual(o, e, changes)
	return nil
}

// Edit changes the edit of a module by with, and puts it in force.
func (t *Trial) Edit(node int, with func(e *Edit) error) error {
	e := t.Now[node]
	e.Switches = slices.Clone(e.Switches)
	if err := with(&e); err != nil {
		return err
	}
	next := maps.Collect(maps.All(t.Now))
	next[node] = e
	if said, _ := e.parts(false); said == nil {
		delete(next, node)
	}
	return t.Put(next)
}

// sharper is the factor by which one step multiplies the exponents of ∇-FOL's eq. 16.
const sharper = 1.25

func (e Edits) changes() executor.Changes {
	changes := executor.Changes{}
	for i, edit := range e {
		if i == Picture {
			continue
		}
		c := edit.Change
		if edit.Sharp != 0 {
			k := math.Pow(sharper, float64(edit.Sharp))
			c.Calibrate = dfol.Calibration{A: k, B: k, C: .5, D: 1}.Of
		}
		changes[i] = c
	}
	return changes
}

// Away are the proposals of an example that are taken away, by image; nil for none.
func (e Edits) Away(ex *loaders.Example) (away [][]bool) {
	if e[Picture].Switches == nil {
		return nil
	}
	away = loaders.Map(ex.Images, func(im loaders.Image) []bool { return make([]bool, len(im.Proposals)) })
	for _, s := range e[Picture].Switches {
		away[s.Image][s.Box] = true
	}
	return away
}

// counterfactual is the example with what the program returned under changes.
func (t *Trial) counterfactual(o *executor.Outcome, e Edits, changes executor.Changes) *loaders.Example {
	ex := *t.Before
	ex.Program = slices.Clone(changes.Program(ex.Program))
	touched := make([]bool, len(ex.Program))
	for i := len(ex.Program) - 1; i >= 0; i-- {
		_, edited := e[i]
		touched[i] = edited || e[Picture].Switches != nil
		for _, child := range ex.Program[i].Children {
			touched[i] = touched[i] || touched[child]
		}
		if touched[i] {
			ex.Program[i].Output = o.Outputs[i]
		}
	}
	said := e.words(&ex)
	if len(said) == 0 {
		return t.Before
	}
	ex.Answer = answerOf(o, &t.Logged.Answer)
	ex.Tags = append(slices.Clone(ex.Tags), "what-if")
	ex.Meta = maps.Collect(maps.All(ex.Meta))
	ex.Meta["what if"] = strings.Join(said, "; ")
	return &ex
}

// answerOf is the answer of an outcome, judged by the gold one.
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

// Answer is what the program answers now, judged by the gold answer.
func (t *Trial) Answer() loaders.Answer { return answerOf(t.Is, &t.Logged.Answer) }

// Words describe what is done to which modules, in order: "find[tower] = gold".
func (t *Trial) Words() []string { return t.Now.words(t.Logged) }

// words describe what is done to which modules of an example.
func (e Edits) words(ex *loaders.Example) []string {
	var all []string
	for _, i := range slices.Sorted(maps.Keys(e)) {
		edit := e[i]
		switch said, _ := edit.parts(i != Picture && ex.Program[i].Output.Tokens != nil); {
		case i == Picture:
			gone := loaders.Map(edit.Switches, func(s executor.Switch) string { return evidence.ObjectName(&ex.Images[s.Image], s.Box) })
			all = append(all, "without "+strings.Join(gone, ", "))
		case said != nil:
			all = append(all, evidence.Label(&ex.Program[i])+" = "+strings.Join(said, ", "))
		}
	}
	return all
}

// parts are what is done to the module, for people, and as the words that
// [Trial.Read] reads: gold, none, op NAME, scale X, sharp N, cut X, set
// IMAGE/BOX=P for a box or a token, and text with all that follows.
func (e *Edit) parts(ofText bool) (said, steps []string) {
	add := func(on bool, text string, words ...string) {
		if on {
			said, steps = append(said, text), append(steps, words...)
		}
	}
	add(e.Op != "", "now "+e.Op, "op", e.Op)
	add(e.Text != "", "of "+e.Text)
	add(e.gold, "gold", "gold")
	add(e.Output != nil && !e.gold, "none", "none")
	if e.Scale != nil {
		add(true, "×"+widget.Small(*e.Scale), "scale", fmt.Sprintf("%g", *e.Scale))
	}
	add(e.Sharp > 0, "sharper "+strconv.Itoa(e.Sharp), "sharp", strconv.Itoa(e.Sharp))
	add(e.Sharp < 0, "softer "+strconv.Itoa(-e.Sharp), "sharp", strconv.Itoa(e.Sharp))
	if e.Above != nil {
		add(true, "cut at "+widget.Decimal(*e.Above), "cut", fmt.Sprintf("%g", *e.Above))
	}
	add(len(e.Switches) > 0, loaders.Count(len(e.Switches), cmp.Or(widget.If(ofText, "token"), "box"))+" switched")
	for _, s := range e.Switches {
		steps = append(steps, "set", fmt.Sprintf("%d/%d=%g", s.Image, s.Box, s.Probability))
	}
	if e.Text != "" { // last: it may have blanks
		steps = append(steps, "text", e.Text)
	}
	return said, steps
}

// Cut sets probabilities to 0 and 1 at a threshold, or stops doing so.
func (e *Edit) Cut(at float64) {
	if e.Above != nil && *e.Above == at {
		e.Above = nil
		return
	}
	e.Above = &at
}

// Times multiplies probabilities further.
func (e *Edit) Times(by float64) {
	if e.Scale != nil {
		by *= *e.Scale
	}
	if e.Scale = &by; math.Abs(by-1) < 1e-9 {
		e.Scale = nil
	}
}

// Switch adds a proposal of an image, or a token of the passage, to what a
// module returns, or removes it; one that was switched before returns to what
// the module gave it.
func (t *Trial) Switch(node, image, at int, in bool) error {
	to := executor.Switch{Image: image, Box: at}
	if in {
		to.Probability = 1
	}
	return t.Edit(node, func(e *Edit) error {
		was := slices.IndexFunc(e.Switches, func(s executor.Switch) bool { return s.Image == image && s.Box == at })
		switch {
		case was < 0:
			e.Switches = append(e.Switches, to)
		case e.Switches[was] != to:
			e.Switches = slices.Delete(e.Switches, was, was+1)
		}
		if len(e.Switches) == 0 {
			e.Switches = nil
		}
		return nil
	})
}

// Object takes an object out of the picture, or puts it back.
func (t *Trial) Object(image, at int, in bool) error {
	away := slices.Contains(t.Now[Picture].Switches, executor.Switch{Image: image, Box: at})
	switch {
	case !t.isObject(image, at):
		return errors.New("this is not an object of the picture")
	case in && !away:
		return errors.New("this is not away")
	case away && !in:
		return errors.New("this is away already: + puts it back")
	}
	return t.Switch(Picture, image, at, in)
}

// isObject reports whether an image has a proposal that is not padding.
func (t *Trial) isObject(image, at int) bool {
	images := t.Logged.Images
	return image >= 0 && image < len(images) && at >= 0 && at < len(images[image].Proposals) &&
		images[image].Proposals[at] != (loaders.Box{})
}

// Operator replaces a module's operator with the next one that can be run.
func (t *Trial) Operator(node int) error {
	at := t.After.Program[node].Op
	for _, other := range language.Of(at).Alike() {
		if t.Edit(node, func(e *Edit) error {
			if e.Op = other.String(); e.Op == t.Logged.Program[node].Op {
				e.Op = ""
			}
			return nil
		}) == nil {
			return nil
		}
	}
	return fmt.Errorf("nothing else fits in the place of %s", at)
}

// Number reports whether a module is a number of the program, and Add adds to it.
func (t *Trial) Number(node int) bool { return t.After.Program[node].Op == "number" }

// Add adds to a number that stands in the program.
func (t *Trial) Add(node, more int) error {
	m := &t.After.Program[node]
	n, err := strconv.Atoi(m.Text)
	if err != nil && m.Output.Number != nil {
		n = int(math.Round(m.Output.Number.Mean))
	}
	return t.Edit(node, func(e *Edit) error {
		if e.Text = strconv.Itoa(max(0, n+more)); e.Text == t.Logged.Program[node].Text {
			e.Text = ""
		}
		return nil
	})
}

// Toggle sets what a module returns to its gold or, without gold, to nothing; or sets it
// back.
func (t *Trial) Toggle(node int, gold bool, iou float64) error {
	return t.Edit(node, func(e *Edit) error {
		if e.Output != nil && e.gold == gold {
			e.Output, e.gold = nil, false
			return nil
		}
		return t.output(node, e, gold, iou)
	})
}

// output makes an edit of what a module returns: its gold or, without gold, nothing.
func (t *Trial) output(node int, e *Edit, gold bool, iou float64) (err error) {
	if e.gold = gold; !gold {
		e.Output, err = t.nothing(node)
		return err
	}
	out, ok := executor.Gold(t.Logged, node, iou)
	if e.Output = &out; !ok {
		return errors.New("the module has no gold boxes or spans")
	}
	return nil
}

// nothing is the output of a module that chooses no box or token.
func (t *Trial) nothing(node int) (*loaders.Output, error) {
	own, out := &t.Before.Program[node].Output, loaders.Output{}
	for _, list := range own.Boxes {
		out.Boxes = append(out.Boxes, make([]float64, len(list)))
	}
	if own.Tokens != nil {
		out.Tokens = make([]float64, len(own.Tokens))
	}
	if out.Empty() {
		return nil, errors.New("the module returns neither boxes nor tokens")
	}
	return &out, nil
}

// frozen are the modules on which the answer rests and that keep what the run logged although
// something below them changed.
func (t *Trial) frozen() (nodes []int) {
	rests := map[int]bool{0: true}
	for i := range t.Is.Frozen {
		if !rests[i] || t.Now[i].Output != nil {
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

// Unknown says that the answer is not known, "" if it is.
func (t *Trial) Unknown() string {
	return cmp.Or(widget.If(len(t.frozen()) > 0, "? frozen"), widget.If(t.Is.Answer == "", "? no answer"))
}

// Warning says why the answer, or the output of a module, may not be the true one, and what
// would tell; "" for no reason.
func (t *Trial) Warning(node int) (said string) {
	names := func(of func(i int) bool) string {
		nodes := loaders.Filter(loaders.Fill(len(t.Is.Frozen), func(i int) int { return i }), of)
		return strings.Join(loaders.Map(nodes, func(i int) string { return t.After.Program[i].Op }), ", ")
	}
	frozen, thaw := t.frozen(), widget.If(t.asking == nil, "; `:model` names one that may tell")
	switch {
	case node >= 0 && t.Is.Frozen[node] != "":
		return t.After.Program[node].Op + " is frozen: " + t.Is.Frozen[node] + thaw
	case t.Is.Undefined != "":
		return "no answer: " + t.Is.Undefined
	case t.Was.Answer != t.Logged.Answer.Predicted && t.Logged.Answer.Predicted != "":
		return "computed without changes the answer is " + t.Was.Answer + ", which is not the run's"
	}
	if asked := names(func(i int) bool { return t.Is.Asked != nil && t.Is.Asked[i] }); asked != "" {
		said = "the model returned " + asked + widget.If(frozen != nil, "; ")
	}
	if frozen == nil {
		return said
	}
	return said + "frozen: " + names(func(i int) bool { return slices.Contains(frozen, i) }) + ", so that the true answer is not known: " +
		t.Is.Frozen[frozen[len(frozen)-1]] + thaw // which runs first
}

// Repair is a module that is set to its gold and nothing else: what becomes of the answer, and
// whether it becomes the gold one.
type Repair struct {
	Node    int
	Says    string
	Reaches bool
}

// Repairs are those of all modules with gold of a wrong answer, in order.
func (t *Trial) Repairs(iou float64) (all []Repair) {
	for node := range t.Logged.Program {
		if _, ok := executor.Gold(t.Logged, node, iou); !ok || t.Logged.Answer.Correct != loaders.Wrong {
			continue
		}
		r, next := Repair{Node: node}, *t
		next.Now = nil
		switch err := next.Toggle(node, true, iou); {
		case err != nil:
			r.Says = err.Error()
		case next.Unknown() != "":
			r.Says = next.Warning(-1)
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

// Output is what a module returned in an outcome, in a few cells, once per pass
// where an image macro runs it twice.
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
