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
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// trial is an example whose modules somebody changes, step by step. Nothing in
// it is changed in place, so that a step can be undone.
type trial struct {
	executor executor.Executor
	// logged is the example as the run has it, before with the outputs that
	// the file does not carry, and after what the changes make of it.
	logged, before, after *loaders.Example
	// was and is are what the program returned without changes and with them.
	was, is *executor.Outcome
	steps   []edits // the last are in force; the first are none
}

// edits are what is done to modules, by index.
type edits map[int]edit

// edit is what is done to one module, in a form that can be told.
type edit struct {
	executor.Change
	gold  bool   // Output is the module's gold
	sharp int    // steps of sharpening, negative ones of softening
	what  string // is switched: boxes or tokens
}

// newTrial runs an example's program as it is.
func newTrial(x executor.Executor, ex *loaders.Example) (*trial, error) {
	was, err := x.Run(ex, nil)
	if err != nil {
		return nil, err
	}
	whole := was.Complete(ex)
	return &trial{executor: x, logged: ex, before: whole, after: whole, was: was, is: was, steps: []edits{{}}}, nil
}

// resume puts the steps of another trial of the same example in force.
func (t *trial) resume(o *trial) error {
	t.steps = o.steps
	return t.run(t.now())
}

// now are the edits in force.
func (t *trial) now() edits { return t.steps[len(t.steps)-1] }

// edit returns what is done to a module now, to be changed and handed to set.
func (t *trial) edit(node int) edit {
	e := t.now()[node]
	e.Switches = slices.Clone(e.Switches)
	return e
}

// set puts an edit in force, as a step that can be undone. Where the program
// cannot be run then, the error says why and nothing is done.
func (t *trial) set(node int, e edit) error {
	next := maps.Clone(t.now())
	next[node] = e
	return t.step(next)
}

// mostSteps bounds what can be undone.
const mostSteps = 1000

func (t *trial) step(next edits) error {
	if err := t.run(next); err != nil {
		return err
	}
	if t.steps = append(t.steps, next); len(t.steps) > mostSteps {
		t.steps = slices.Delete(t.steps, 1, 2)
	}
	return nil
}

// undo takes the last step back; there must be one.
func (t *trial) undo() error {
	t.steps = t.steps[:len(t.steps)-1]
	return t.run(t.now())
}

func (t *trial) run(e edits) error {
	changes := e.changes()
	o, err := t.executor.Run(t.logged, changes)
	if err != nil {
		return err
	}
	t.is, t.after = o, t.counterfactual(o, e, changes)
	return nil
}

// sharper is how much one step of sharpening multiplies the exponents of
// eq. 16 of ∇-FOL by.
const sharper = 1.25

func (e edits) changes() executor.Changes {
	changes := executor.Changes{}
	for i, edit := range e {
		c := edit.Change
		if edit.sharp != 0 {
			k := math.Pow(sharper, float64(edit.sharp))
			c.Calibrate = dfol.Calibration{A: k, B: k, C: .5, D: 1}.Of
		}
		changes[i] = c
	}
	return changes
}

// counterfactual is the example with what the program returned under changes.
func (t *trial) counterfactual(o *executor.Outcome, e edits, changes executor.Changes) *loaders.Example {
	ex := *t.before
	ex.Program = slices.Clone(changes.Program(ex.Program))
	touched := make([]bool, len(ex.Program))
	for i := len(ex.Program) - 1; i >= 0; i-- {
		_, touched[i] = e[i]
		for _, child := range ex.Program[i].Children {
			touched[i] = touched[i] || touched[child]
		}
		if touched[i] {
			ex.Program[i].Output = o.Outputs[i]
		}
	}
	said := e.words(&ex)
	if len(said) == 0 {
		return &ex
	}
	ex.Answer = answerOf(o, &t.logged.Answer)
	ex.Tags = append(slices.Clone(ex.Tags), "what-if")
	ex.Meta = maps.Collect(maps.All(ex.Meta))
	ex.Meta["what if"] = strings.Join(said, "; ")
	return &ex
}

// answerOf is the answer of an outcome, judged by the gold one.
func answerOf(o *executor.Outcome, logged *loaders.Answer) loaders.Answer {
	a := loaders.Answer{Predicted: o.Answer, Gold: logged.Gold, Probability: o.Probability}
	if o.Answer == "no" && o.Probability != nil {
		p := 1 - *o.Probability
		a.Probability = &p
	}
	switch {
	case a.Predicted == "":
	case a.Predicted == logged.Predicted:
		a.Correct = logged.Correct
	case a.Gold != "":
		a.Correct = loaders.VerdictOf(executor.Says(a.Predicted, a.Gold))
	}
	return a
}

// words says what is done to which modules, in order.
func (e edits) words(ex *loaders.Example) []string {
	var all []string
	for _, i := range slices.Sorted(maps.Keys(e)) {
		edit := e[i]
		if said := edit.String(); said != "" {
			all = append(all, evidence.Label(&ex.Program[i])+": "+said)
		}
	}
	return all
}

// String says what is done to the module, "" for nothing.
func (e *edit) String() string {
	var said []string
	add := func(on bool, text string) {
		if on {
			said = append(said, text)
		}
	}
	add(e.Op != "", "now "+e.Op)
	add(e.Text != "", "of "+e.Text)
	add(e.gold, "gold")
	add(e.Output != nil && !e.gold, "none")
	if e.Scale != nil {
		add(true, "×"+widget.Small(*e.Scale))
	}
	add(e.sharp > 0, "sharper "+strconv.Itoa(e.sharp))
	add(e.sharp < 0, "softer "+strconv.Itoa(-e.sharp))
	if e.Above != nil {
		add(true, "cut at "+widget.Decimal(*e.Above))
	}
	add(len(e.Switches) > 0, loaders.Count(len(e.Switches), cmp.Or(e.what, "box"))+" switched")
	return strings.Join(said, ", ")
}

// cut sets probabilities to 0 and 1 at a threshold, or no longer.
func (e *edit) cut(at float64) {
	if e.Above != nil && *e.Above == at {
		e.Above = nil
		return
	}
	e.Above = &at
}

// scale multiplies probabilities further.
func (e *edit) scale(by float64) {
	if e.Scale != nil {
		by *= *e.Scale
	}
	if e.Scale = &by; math.Abs(by-1) < 1e-9 {
		e.Scale = nil
	}
}

// flip switches a box or a token, as what says, on or off; one that was switched
// before gets back what the module returns.
func (e *edit) flip(image, box int, on bool, what string) {
	of := func(s executor.Switch) bool { return s.Image == image && s.Box == box }
	if slices.ContainsFunc(e.Switches, of) {
		if e.Switches = slices.DeleteFunc(e.Switches, of); len(e.Switches) == 0 {
			e.Switches = nil
		}
		return
	}
	to := 1.
	if on {
		to = 0
	}
	e.what = what
	e.Switches = append(e.Switches, executor.Switch{Image: image, Box: box, Probability: to})
}

// alike are operators that take and return the same.
var alike = [][]string{
	{"equal", "less", "less-equal", "greater", "greater-equal"},
	{"sum", "difference", "division"},
	{"and", "or"}, {"exist", "forall", "none"}, {"intersect", "union", "discard"},
	{"in-each-image", "in-at-least-one-image"}, {"in-left-image", "in-right-image"},
}

// operator puts the next operator that can be run in a module's place.
func (t *trial) operator(node int) error {
	at := t.after.Program[node].Op
	for _, names := range alike {
		k := slices.Index(names, at)
		for n := 1; k >= 0 && n < len(names); n++ {
			e := t.edit(node)
			if e.Op = names[(k+n)%len(names)]; e.Op == t.logged.Program[node].Op {
				e.Op = ""
			}
			if t.set(node, e) == nil {
				return nil
			}
		}
	}
	return fmt.Errorf("nothing else fits in the place of %s", at)
}

// add adds to a number that stands in the program.
func (t *trial) add(node, more int) error {
	m := &t.after.Program[node]
	if m.Op != "number" {
		return errors.New("the module is not a number")
	}
	n, err := strconv.Atoi(m.Text)
	if err != nil && m.Output.Number != nil {
		n = int(math.Round(m.Output.Number.Mean))
	}
	e := t.edit(node)
	e.Text = strconv.Itoa(max(0, n+more))
	return t.set(node, e)
}

// nothing is the output of a module that chooses no box or token.
func (t *trial) nothing(node int) (*loaders.Output, error) {
	own, out := &t.before.Program[node].Output, loaders.Output{}
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

// frozen counts the modules that keep their output although something below
// them has changed.
func (t *trial) frozen() (n int) {
	for _, why := range t.is.Frozen {
		if why != "" {
			n++
		}
	}
	return n
}
