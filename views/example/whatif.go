package example

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/nmn"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/whatif"
	"faithscope/views/widget"
)

// changing is the mode in which the selected modules are changed and the answer follows.
type whatIfMode struct {
	*mode
	starting bool   // an executor for the program is being looked for
	by       string // the model that is asked for learned modules, "" for none
	after    *scoring.ExampleScore
}

func (c *whatIfMode) listSteps() []views.Step {
	if c.form != changed && len(c.trial.Now) == 0 {
		return nil
	}
	steps := append([]views.Step{views.Do("what-if")}, views.Given(views.Do("counting", c.s.Reading.Counting))...)
	if c.oracle != nil {
		steps = append(steps, views.Do("theta", loaders.FormatNumber(c.s.Reading.Theta)))
	}
	return append(steps, doEach(views.StepEdit, c.trial.Steps())...)
}

func (c *whatIfMode) followNews() tea.Cmd {
	if c.scoreChanged(); c.form != changed || c.by == c.networkName() {
		return nil
	}
	return c.startProgram(nil)
}

// beginChanges shows the outcome of changes and calls then, unless nil. If the unchanged program
// was not run yet, or another model may be asked than then, it runs it first, in the background.
func (c *whatIfMode) beginChanges(then func() tea.Cmd) tea.Cmd {
	if c.trial.Is == nil || c.by != c.networkName() {
		return c.startProgram(then)
	}
	if c.form = changed; then == nil {
		return nil
	}
	return then()
}

func (c *whatIfMode) networkName() string {
	offers := c.s.Model != views.Executor && c.s.Model != model.DemoName
	return widget.If(c.s.Given && c.s.StartModel != nil && offers, c.s.Model)
}

// startProgram runs the unchanged program in the background, puts the changes in force again,
// shows the outcome, asks the model for what is frozen, and calls then, unless nil. An error is
// shown, and nothing changes.
func (c *whatIfMode) startProgram(then func() tea.Cmd) tea.Cmd {
	c.starting = true
	// What runs in the background does not read c, which turns to other
	// examples.
	ex, x, by, runners, iou := c.ex, c.executor, c.networkName(), c.runnersOf(), c.s.Settings.IoU
	return c.fetchShown(func() func() tea.Cmd {
		var err error
		var asking executor.Executor
		if x == nil {
			x, asking, err = runners()
		}
		var trial *whatif.Trial
		if err == nil {
			trial, err = whatif.New(x, asking, ex, iou)
		}
		return func() tea.Cmd {
			c.starting = false
			if err == nil && len(c.trial.Now) > 0 {
				err = trial.Put(c.trial.Now)
			}
			if err != nil {
				return c.refuseWith("what if cannot be asked here: " + err.Error())
			}
			c.trial, c.form, c.by = trial, changed, by
			if c.scoreChanged(); then == nil {
				return c.askFrozen()
			}
			return tea.Batch(c.askFrozen(), then())
		}
	})
}

// runnersOf returns a function that finds the executors of the run's programs: x, under which
// modules that the model could answer fail, and asking, which asks it; asking is nil if there is
// no model, it cannot be started or it has no such modules.
func (c *whatIfMode) runnersOf() func() (x, asking executor.Executor, err error) {
	run, reading, programs, by, ctx := c.of, c.s.Reading, c.s.Executor, c.networkName(), c.s.Context()
	start := c.s.Starter(by, run)
	return func() (x, asking executor.Executor, err error) {
		if programs == nil {
			return nil, nil, errors.New("there is nothing here that runs programs")
		}
		if by != "" {
			asked, err := start(ctx)
			if err != nil {
				reading.Network = &executor.Network{Failed: "the model was not asked: " + err.Error()}
			} else if network := explain.Network(ctx, asked.Asker); network != nil {
				full := reading
				full.Network = network
				asking = programs(ctx, run, full)
				reading.Network = &executor.Network{Modules: network.Modules, Failed: "the model is being asked"}
			}
		}
		return programs(ctx, run, reading), asking, nil
	}
}

// askFrozen returns the command that asks the model for the modules that the changes leave frozen,
// and puts its answers into the trial; nil if there are none. What was being asked stops, and its
// answer is dropped.
func (c *whatIfMode) askFrozen() tea.Cmd {
	c.stopAsking()
	trial := c.trial
	if !trial.Asks() {
		return nil
	}
	c.busy, c.about = "the model", c.loadedExample
	asked := *trial
	return c.fetchLast(func() func() tea.Cmd {
		next, err := asked.Ask()
		return func() tea.Cmd {
			if c.busy = ""; err != nil {
				return c.refuseWith(err.Error())
			}
			*trial = *next
			c.scoreChanged()
			return nil
		}
	})
}

func (c *whatIfMode) shownExample() *loaders.Example {
	switch c.form {
	case changed:
		return c.trial.After
	case alternate:
		return c.other.Example
	}
	return c.ex
}

// showOutcome has the program pane show what every module returned and scored before and after the
// changes, a star where these differ, and "frozen" for one that rests on a module the executor
// cannot run again. It adds the recorded boxes of the selected module to subject as a second layer
// if they differ from those now and none is held.
func (c *whatIfMode) showOutcome(subject *evidence.Subject) {
	t, threshold := c.trial, c.s.Settings.Threshold
	score := func(s *scoring.ExampleScore, node int) string {
		if m := s.Module(node); m != nil {
			return widget.Number(m.Value)
		}
		return ""
	}
	c.panes.program.Changed = func(node int) evidence.Changed {
		before, after := whatif.Output(t.Before, node, t.Was, threshold), whatif.Output(t.After, node, t.Is, threshold)
		was, is := score(c.score, node), score(c.after, node)
		differs := before != after || was != is
		return evidence.Changed{
			Before: before, After: loaders.IfElse(len(t.FrozenModules(node)) > 0, "frozen", after+widget.If(differs, "*")),
			Score: strings.Trim(widget.If(differs, was+" → ")+is, "→ "), Differs: differs,
		}
	}
	l := &subject.Layers[0]
	boxes := func(ex *loaders.Example) [][]float64 { return ex.Program[l.Node].Output.Boxes }
	if len(subject.Layers) == 1 && !slices.EqualFunc(boxes(t.Before), boxes(t.After), slices.Equal) {
		subject.Layers = append(subject.Layers, evidence.Layer{Name: recordedName, Example: t.Before, Node: l.Node, Score: c.score})
	}
}

// scoreChanged sets c.after to the score of the example as the changes made it, nil if nothing of
// it is scored.
func (c *whatIfMode) scoreChanged() {
	c.after = c.scoreForm(c.trial.After)
}

// changeModule returns a command that begins a what-if and calls with for the selected module, to
// change the trial; an error is shown. Then the outcome is scored, recorded as a step that undo
// takes back, and the model asked for what is frozen.
func (c *whatIfMode) changeModule(with func(node int) error) func() tea.Cmd {
	return func() tea.Cmd {
		return c.beginChanges(func() tea.Cmd {
			trial, was := c.trial, c.trial.Now
			trial.IoU = c.s.Settings.IoU
			if err := with(c.selectedNode()); err != nil {
				return c.refuseWith(err.Error())
			}
			c.scoreChanged()
			said := cmp.Or(c.trial.DescribeEdits(), "no change is left")
			views.Record(&c.s.Timeline, said, was, trial.Now, func(e whatif.Edits) tea.Cmd {
				if err := trial.Put(e); err != nil || c.trial != trial {
					c.stopAsking() // what it is asked about may be this trial, as it was
					return nil
				}
				c.scoreChanged()
				c.settle()
				return c.askFrozen()
			})
			return c.askFrozen()
		})
	}
}

// whyUnchangeable returns why no module can be changed.
func (c *whatIfMode) whyUnchangeable() string {
	return cmp.Or(c.whyUnread(), widget.If(c.selectedNode() < 0, "there is no program to change"))
}

// rounding is how far a recorded probability may be from the one computed again.
const rounding = 1e-3

// outcomeAnswers returns the recorded answer and the one after the changes, with their likelihoods
// or why they are not known. Where the program without changes gives another answer than the
// recorded one, or another likelihood, that stands between them, each under its name.
func (c *whatIfMode) outcomeAnswers() []shownAnswer {
	t := c.trial
	show := func(name string, a loaders.Answer, unknown string) shownAnswer {
		if a.Probability != nil && a.Predicted != a.Probable() {
			p := 1 - *a.Probability
			a.Probability = &p
		}
		return shownAnswer{name, a, cmp.Or(unknown, widget.If(a.Predicted == "", "? no answer"))}
	}
	was, again, is := show(
		"recorded ",
		t.Logged.Answer,
		"",
	), show(
		"recomputed ",
		t.Recomputed(),
		"",
	), show(
		"changed ",
		t.Answer(),
		t.Unknown(),
	)
	p, q := was.answer.Probability, again.answer.Probability
	if was.unknown != "" || was.answer.Predicted == again.answer.Predicted && (p == nil || q == nil || math.Abs(*p-*q) < rounding) {
		again.name, is.name = "", ""
		return []shownAnswer{again, is}
	}
	if nmn.Computes(c.s.Reading.Counting) {
		again.name = "counted by " + c.s.Reading.Counting + " "
	}
	return []shownAnswer{was, again, is}[:2+min(len(t.Now), 1)]
}

// listAnswers returns [changing.outcomeAnswers], and in words what is changed or, where nothing is,
// which thresholds change no answer.
func (c *whatIfMode) listAnswers() (answers []shownAnswer, said string) {
	t := c.trial
	answers = c.outcomeAnswers()
	if words := c.trial.DescribeEdits(); words != "" {
		return answers, loaders.Count(len(t.Said), "change") + ": " + words
	}
	for _, n := range t.Needless {
		second := &t.Logged.Program[t.Logged.Program[n.Node].Children[1]]
		said += fmt.Sprintf("needless? none of %s of %s changes the answer; ", loaders.Count(n.Thresholds, "threshold"), second.Label())
	}
	return answers, said + "No changes yet. Press w to change something."
}

func (c *whatIfMode) repairRows() []fact {
	all := map[bool][]factPart{}
	for _, r := range c.trial.Repairs {
		text := c.trial.Logged.Program[r.Node].Label() + " = gold → " + r.Says
		all[r.Reaches] = append(all[r.Reaches], factPart{text, Lead{Repair: r.Node + 1}})
	}
	return append(namedFact("fixed by", all[true]...), namedFact("not fixed by", all[false]...)...)
}

// noticeLine says what is being asked, or why the answer may not be the true one or, where nothing
// is changed, what the first repair does or why that isn't known; "" for none.
func (c *whatIfMode) noticeLine(repairs []fact) string {
	why := loaders.IfElse(c.isAskingHere(), "asking "+c.busy+" …", c.trial.Warning(c.selectedNode()))
	if why != "" || len(repairs) == 0 || len(c.trial.Now) > 0 {
		return why
	}
	first := repairs[0].parts[0]
	r, _ := widget.First(c.trial.Repairs, func(r whatif.Repair) bool { return r.Node == first.Repair-1 })
	return cmp.Or(r.Why, repairs[0].name+" "+first.text+"  (tab, about)")
}

func (c *whatIfMode) setOutput(to string) func() tea.Cmd {
	return c.changeModule(func(node int) error { return c.trial.Output(node, to) })
}
