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
	"faithscope/views/evidence/tree"
	"faithscope/views/whatif"
	"faithscope/views/widget"
)

// whatIfMode changes the outputs of modules and recomputes the answer.
type whatIfMode struct {
	*versionMode
	starting bool   // an executor is being started
	by       string // the model asked for learned modules, "" for none
	after    *scoring.ExampleScore
}

func (c *whatIfMode) listSteps() []views.ViewStep {
	if c.form != changed && len(c.trial.Now) == 0 {
		return nil
	}
	steps := append([]views.ViewStep{views.Do("what-if")}, views.Given(views.Do("counting", c.s.Reading.Counting))...)
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

// beginChanges shows the outcome and calls continuation, unless nil. It first runs the program if it
// wasn't, or if another model may be asked now.
func (c *whatIfMode) beginChanges(continuation func() tea.Cmd) tea.Cmd {
	if c.trial.Is == nil || c.by != c.networkName() {
		return c.startProgram(continuation)
	}
	if c.form = changed; continuation == nil {
		return nil
	}
	return continuation()
}

func (c *whatIfMode) networkName() string {
	offers := c.s.Model != views.Executor && c.s.Model != model.DemoName
	return widget.If(c.s.Given && c.s.StartModel != nil && offers, c.s.Model)
}

// startProgram runs the unchanged program in the background, applies the changes again, shows the
// outcome and calls continuation, unless nil. An error changes nothing.
func (c *whatIfMode) startProgram(continuation func() tea.Cmd) tea.Cmd {
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
		var trial *whatif.ChangedExample
		if err == nil {
			trial, err = whatif.New(x, asking, ex, iou)
		}
		return func() tea.Cmd {
			c.starting = false
			if err == nil && len(c.trial.Now) > 0 {
				err = trial.Put(c.trial.Now)
			}
			if err != nil {
				return c.refuseWith("can't rerun: " + err.Error())
			}
			c.trial, c.form, c.by = trial, changed, by
			if c.scoreChanged(); continuation == nil {
				return c.askFrozen()
			}
			return tea.Batch(c.askFrozen(), continuation())
		}
	})
}

// runnersOf returns a function that finds the executor x, under which modules of the model fail,
// and asking, which asks it; nil without one. They are apart because asking is slow.
func (c *whatIfMode) runnersOf() func() (x, asking executor.Executor, err error) {
	run, reading, programs, by, ctx := c.of, c.s.Reading, c.s.Executor, c.networkName(), c.s.Context()
	start := c.s.Starter(by, run)
	return func() (x, asking executor.Executor, err error) {
		if programs == nil {
			return nil, nil, errors.New("programs can't be run here")
		}
		if by != "" {
			asked, err := start(ctx)
			if err != nil {
				reading.Network = &executor.Network{Failed: "couldn't ask the model: " + err.Error()}
			} else if network := explain.Network(ctx, asked.Asker); network != nil {
				full := reading
				full.Network = network
				asking = programs(ctx, run, full)
				reading.Network = &executor.Network{Modules: network.Modules, Failed: "waiting for the model"}
			}
		}
		return programs(ctx, run, reading), asking, nil
	}
}

// askFrozen asks the model for the modules that the changes leave frozen; nil if there are none. It
// stops what was being asked.
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

func (c *whatIfMode) showOutcome(shownVersions *evidence.ShownVersions) {
	t, threshold := c.trial, c.s.Settings.Threshold
	score := func(s *scoring.ExampleScore, node int) string {
		if m := s.Module(node); m != nil {
			return widget.Number(m.Value)
		}
		return ""
	}
	c.panes.program.Changed = func(node int) tree.OutputChange {
		before, after := whatif.Output(t.Before, node, t.Was, threshold), whatif.Output(t.After, node, t.Is, threshold)
		was, is := score(c.score, node), score(c.after, node)
		differs := before != after || was != is
		return tree.OutputChange{
			Before: before, After: loaders.IfElse(len(t.FrozenModules(node)) > 0, "not rerun", after+widget.If(differs, "*")),
			Score: strings.Trim(widget.If(was != is, was+" → ")+is, "→ "), Differs: differs,
		}
	}
	l := &shownVersions.ExampleVersion
	boxes := func(ex *loaders.Example) [][]float64 { return ex.Program[l.Node].Output.Boxes }
	if shownVersions.Held.Example == nil && !slices.EqualFunc(boxes(t.Before), boxes(t.After), slices.Equal) {
		shownVersions.Held = evidence.ExampleVersion{Name: recordedName, Example: t.Before, Node: l.Node, Score: c.score}
	}
}

func (c *whatIfMode) scoreChanged() {
	c.after = c.scoreForm(c.trial.After)
}

// changeModule calls with on the selected module, shows the outcome or an error, and records a step
// for undo.
func (c *whatIfMode) changeModule(changeOutput func(node int) error) func() tea.Cmd {
	return func() tea.Cmd {
		return c.beginChanges(func() tea.Cmd {
			trial, was, before := c.trial, c.trial.Now, strings.Split(c.trial.DescribeEdits(), "; ")
			trial.IoU = c.s.Settings.IoU
			if err := changeOutput(c.selectedNode()); err != nil {
				return c.refuseWith(err.Error())
			}
			c.scoreChanged()
			after := strings.Split(c.trial.DescribeEdits(), "; ")
			said := cmp.Or(strings.Join(loaders.Without(after, before), "; "), "without "+strings.Join(loaders.Without(before, after), "; "))
			said += " in " + loaders.Clean(c.exampleID()) + " of " + c.s.RunName(c.run) // undone, another may be on screen
			views.Record(&c.s.Timeline, said, was, trial.Now, func(e whatif.ExampleEdits) tea.Cmd {
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

func (c *whatIfMode) whyUnchangeable() string {
	return cmp.Or(c.whyUnread(), widget.If(c.selectedNode() < 0, "there is no program to change"),
		widget.If(c.panes.program.IsPage(), "written steps can't be rerun"))
}

// outcomeAnswers returns the recorded and the changed answer. The unchanged program's answer comes
// between them if it isn't the recorded one, because the change would otherwise seem to cause the
// difference.
func (c *whatIfMode) outcomeAnswers() []shownAnswer {
	t := c.trial
	show := func(name string, a loaders.Answer, unknown string) shownAnswer {
		if a.Probability != nil && a.Predicted != a.Probable() {
			p := 1 - *a.Probability
			a.Probability = &p
		}
		return shownAnswer{name, a, cmp.Or(unknown, widget.If(a.Predicted == "", "? no answer"))}
	}
	was, again := show("recorded ", t.Logged.Answer, ""), show("recomputed ", t.Recomputed(), "")
	is := show("changed ", t.Answer(), t.Unknown())
	p, q := was.answer.Probability, again.answer.Probability
	if was.unknown != "" || was.answer.Predicted == again.answer.Predicted && (p == nil || q == nil || math.Abs(*p-*q) < whatif.Rounding) {
		again.name, is.name = "", ""
		return []shownAnswer{again, is}
	}
	if nmn.Computes(c.s.Reading.Counting) {
		again.name = "counted by " + c.s.Reading.Counting + " "
	}
	return []shownAnswer{was, again, is}[:2+min(len(t.Now), 1)]
}

func (c *whatIfMode) listAnswers() (answers []shownAnswer, text string) {
	t := c.trial
	answers = c.outcomeAnswers()
	if words := t.DescribeEdits(); words != "" {
		return answers, loaders.Count(len(t.Said), "change") + ": " + words + " · * differs"
	}
	for _, n := range t.Needless {
		second := &t.Logged.Program[t.Logged.Program[n.Node].Children[1]]
		text += fmt.Sprintf("At %s, %s doesn't affect the answer. Unnecessary? ", loaders.Count(n.Thresholds, "threshold"), second.Label())
	}
	return answers, text + "No changes yet. Press w to change something."
}

func (c *whatIfMode) repairRows() []exampleFact {
	all := map[bool][]factPart{}
	for _, r := range c.trial.Repairs {
		text := c.trial.Label(r.Node) + " = gold → " + r.Says
		all[r.Reaches] = append(all[r.Reaches], factPart{text, FactLink{Repair: r.Node + 1}})
	}
	return append(namedFact("fixed by", all[true]...), namedFact("not fixed by", all[false]...)...)
}

func (c *whatIfMode) noticeLine(repairFacts []exampleFact) string {
	why := loaders.IfElse(c.isAskingHere(), "asking "+c.busy+" …", c.trial.Warning(c.selectedNode()))
	if why != "" || len(repairFacts) == 0 || len(c.trial.Now) > 0 {
		return why
	}
	first := repairFacts[0].parts[0]
	r, _ := widget.First(c.trial.Repairs, func(r whatif.GoldRepair) bool { return r.Node == first.Repair-1 })
	return cmp.Or(r.Why, repairFacts[0].name+" "+first.text+"  (tab: about)")
}

func (c *whatIfMode) believe(predicateIndices []int) func() tea.Cmd {
	return c.changeModule(func(int) error { return c.trial.Believe(predicateIndices) })
}

func (c *whatIfMode) setOutput(newOutput string) func() tea.Cmd {
	return c.changeModule(func(node int) error { return c.trial.Output(node, newOutput) })
}
