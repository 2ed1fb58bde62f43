package example

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/whatif"
	"faithscope/views/widget"
)

// changing is the mode in which the selected modules are changed and the answer follows.
type changing struct {
	*mode
	trial    *whatif.Trial // without an outcome before anybody asked what if
	starting bool          // an executor for the program is being looked for
	by       string        // the model that is asked for learned modules, "" for none
	after    *scoring.ExampleScore
}

// listSteps returns the steps that make the changes again, nil for none.
func (c *changing) listSteps() []views.Step {
	if c.form != changed && len(c.trial.Now) == 0 {
		return nil
	}
	steps := append([]views.Step{views.Do("what-if")}, views.Given(views.Do("counting", c.s.Reading.Counting))...)
	if c.s.Oracle != nil {
		steps = append(steps, views.Do("theta", loaders.FormatNumber(c.s.Reading.Theta)))
	}
	return append(steps, doEach(views.StepEdit, c.trial.Steps())...)
}

// followNews scores the outcome again, and runs the program again if another model was named.
func (c *changing) followNews() tea.Cmd {
	if c.scoreChanged(); c.form != changed || c.by == c.networkName() {
		return nil
	}
	return c.startProgram(nil)
}

// beginChanges shows the outcome of changes, and calls then, nil for nothing; the unchanged program
// has to be run first.
func (c *changing) beginChanges(then func() tea.Cmd) tea.Cmd {
	if c.trial.Is == nil || c.by != c.networkName() {
		return c.startProgram(then)
	}
	if c.form = changed; then == nil {
		return nil
	}
	return then()
}

// networkName returns the model that may be asked for learned modules, "" for none.
func (c *changing) networkName() string {
	offers := c.s.Model != views.Executor && c.s.Model != model.DemoName
	return widget.If(c.s.Given && c.s.StartModel != nil && offers, c.s.Model)
}

// startProgram runs the unchanged program in the background, and puts existing changes
// in force again.
func (c *changing) startProgram(then func() tea.Cmd) tea.Cmd {
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

// runnersOf returns what finds what runs the run's programs: x asks nothing, and asking asks the
// model for learned modules, nil where it offers none.
func (c *changing) runnersOf() func() (x, asking executor.Executor, err error) {
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

// askFrozen asks the model for what the changes leave frozen. What it says of earlier changes is
// dropped.
func (c *changing) askFrozen() tea.Cmd {
	c.stopAsking()
	trial := c.trial
	if !trial.Asks() {
		return nil
	}
	c.busy, c.about = "the model", c.read
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

// shownExample returns what is shown: the example, what changes made of it, or as something else has it.
func (c *changing) shownExample() *loaders.Example {
	switch c.form {
	case changed:
		return c.trial.After
	case alternate:
		return c.other.Example
	}
	return c.ex
}

// showOutcome shows the outcome of changes: in the program what every module returned and scored
// before and after, and over the picture, unless a layer is held or they are the same, the recorded
// boxes of the selected module as a second layer of subject.
func (c *changing) showOutcome(subject *evidence.Subject) {
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
			Before: before, After: cmp.Or(widget.If(len(t.FrozenModules(node)) > 0, "frozen"), after+widget.If(differs, "*")),
			Score: strings.Trim(widget.If(differs, was+" → ")+is, "→ "), Differs: differs,
		}
	}
	l := &subject.Layers[0]
	boxes := func(ex *loaders.Example) [][]float64 { return ex.Program[l.Node].Output.Boxes }
	if len(subject.Layers) == 1 && !slices.EqualFunc(boxes(t.Before), boxes(t.After), slices.Equal) {
		subject.Layers = append(subject.Layers, evidence.Layer{Name: recordedName, Example: t.Before, Node: l.Node})
	}
}

// scoreChanged scores what the changes made, and shows the program, which may have other
// operators now.
func (c *changing) scoreChanged() {
	c.after = c.scoreForm(c.trial.After)
}

// changeModule returns the handler of a change of the selected module, which starts a
// what-if. It can be undone.
func (c *changing) changeModule(with func(node int) error) func() tea.Cmd {
	return func() tea.Cmd {
		return c.beginChanges(func() tea.Cmd {
			trial, was := c.trial, c.trial.Now
			trial.IoU = c.s.Settings.IoU
			if err := with(c.panes.program.Node()); err != nil {
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
func (c *changing) whyUnchangeable() string {
	return cmp.Or(c.whyUnread(), widget.If(c.panes.program.Node() < 0, "there is no program to change"))
}

// listAnswers returns the answers before and after the changes, and what is changed.
func (c *changing) listAnswers() (answers []answered, said string) {
	t := c.trial
	was, is := t.Logged.Answer, t.Answer()
	was.Predicted = cmp.Or(was.Predicted, t.Was.Answer)
	answers = []answered{{answer: was, unknown: widget.If(was.Predicted == "", "? no answer")}, {answer: is, unknown: t.Unknown()}}
	for i, o := range [...]*executor.Outcome{t.Was, t.Is} {
		if p, ok := o.Likelihood(answers[i].answer.Predicted); ok {
			answers[i].answer.Probability = &p
		}
	}
	if words := c.trial.DescribeEdits(); words != "" {
		return answers, loaders.Count(len(t.Said), "change") + ": " + words
	}
	for _, n := range t.Needless {
		second := &t.Logged.Program[t.Logged.Program[n.Node].Children[1]]
		said += fmt.Sprintf("needless? none of %s of %s changes the answer; ", loaders.Count(n.Thresholds, "threshold"), evidence.Label(second))
	}
	return answers, said + "nothing changed so far: w lists what can be"
}

// repairRows say which repairs reach the gold answer, each of which can be made, and why others
// do not.
func (c *changing) repairRows() []said {
	all := map[bool][]part{}
	for _, r := range c.trial.Repairs {
		text := evidence.Label(&c.trial.Logged.Program[r.Node]) + " = gold → " + r.Says
		all[r.Reaches] = append(all[r.Reaches], part{text, Lead{Repair: r.Node + 1}})
	}
	return append(namedFact("reached by", all[true]...), namedFact("not reached by", all[false]...)...)
}

// noticeLine says why the answer may not be the true one or, where nothing is changed, what the
// first repair does.
func (c *changing) noticeLine(repairs []said) string {
	why := cmp.Or(widget.If(c.isAskingHere(), "asking "+c.busy+" …"), c.trial.Warning(c.panes.program.Node()))
	if why == "" && len(repairs) > 0 && len(c.trial.Now) == 0 {
		return "gold " + repairs[0].name + " " + repairs[0].parts[0].text + "  (tab, about)"
	}
	return why
}

// setGold sets the selected module to its gold, or back.
func (c *changing) setGold() tea.Cmd {
	return c.changeModule(func(node int) error { return c.trial.Output(node, "gold") })()
}
