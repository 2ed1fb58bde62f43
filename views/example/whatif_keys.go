package example

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/executor/nmn"
	"faithscope/views"
	"faithscope/views/whatif"
	"faithscope/views/widget"
)

func (c *whatIfMode) whatIfActions() []widget.Action {
	const put = "add or remove the selected box or token (with `:model executor`, the object); raise or lower a number by 1"
	act := startActions(widget.Action{Disabled: c.whyUnchangeable, Footer: c.form == changed})
	return []widget.Action{
		act("what-if", "", func() tea.Cmd { return c.beginChanges(nil) }),
		act("set-gold", "", c.setOutput("gold")),
		act("set-none", "", c.setOutput("none")),
		act("cut", "", c.changeModule(func(node int) error {
			at := fmt.Sprint(c.s.Settings.Threshold)
			return c.trial.Set(node, "cut", widget.If(c.trial.Now[node].Value("cut") != at, at))
		})),
		act("operator", "", c.changeModule(func(node int) error { return c.trial.Operator(node) })),
		act("add", put, c.putUnderCursor(1)), act("remove", put, c.putUnderCursor(-1)),
		{Name: "original", Disabled: func() string {
			return cmp.Or(c.whyUnchangeable(), widget.If(len(c.trial.Now) == 0, "no changes to discard"))
		}, Run: c.changeModule(func(int) error { return c.trial.Put(whatif.ExampleEdits{}) })},
		{Name: "edit", Help: "change the module's argument: `:edit blue`", Disabled: c.whyUnchangeable, AnyText: true,
			Values: func() []string { return []string{c.shownExample().Program[c.selectedNode()].Text} },
			With: func(text string) tea.Cmd {
				return c.changeModule(func(node int) error { return c.trial.Set(node, "text", text) })()
			}},
		{Name: views.StepEdit, Disabled: c.whyUnchangeable,
			Help: "`:set-module 2 scale 1.5` changes a module by its number: " +
				"gold, none, op NAME, scale X, sharp N, cut X, set IMAGE/BOX=P, text WORDS; `:set-module without 0/3` removes an object",
			With: func(text string) tea.Cmd {
				return c.changeModule(func(int) error { return c.trial.Read(strings.Fields(text)) })()
			}},
	}
}

// putUnderCursor adds the box or token under the cursor to the module's output (amount 1) or removes it
// (-1); under the executor, an object of the picture; to a number it adds amount.
func (c *whatIfMode) putUnderCursor(amount int) func() tea.Cmd {
	return c.changeModule(func(node int) error {
		if c.trial.Number(node) {
			return c.trial.Add(node, amount)
		}
		image, at, _ := c.panes.evidence.Target()
		if at < 0 || c.panes.focus != evidencePane {
			return errors.New("select a box or token: tab goes to the evidence, `v b` lists more")
		}
		if c.s.Model == views.Executor {
			return c.trial.Object(image, at, amount > 0)
		}
		return c.trial.Switch(node, image, at, amount > 0)
	})
}

func (c *whatIfMode) moduleDials() []widget.Action {
	if c.form != changed || c.selectedNode() < 0 {
		return []widget.Action{c.thetaAction()}
	}
	now := c.trial.Now[c.selectedNode()]
	scale, err := strconv.ParseFloat(now.Value("scale"), 64)
	if err != nil {
		scale = 1
	}
	sharp := now.Value("sharp")
	sharp = cmp.Or(widget.If(sharp > "0", "+")+sharp, "none")
	return []widget.Action{
		{Name: "scale", Help: "multiply or divide the module's probabilities by 1.25",
			Shown: func() string { return "scale ×" + widget.Small(scale) },
			Turn: func(by int) tea.Cmd {
				return c.changeModule(func(node int) error {
					return c.trial.Times(node, loaders.IfElse(by > 0, 1.25, 1/1.25))
				})()
			}},
		{Name: "calibration", Help: "sharpen or soften the module's probabilities (∇-FOL, eq. 16)",
			Shown: func() string { return "calibration " + sharp },
			Turn: func(by int) tea.Cmd {
				return c.changeModule(func(node int) error { return c.trial.Sharpen(node, by) })()
			}},
		c.thetaAction(),
	}
}

// thetaAction sets θ, between 0 and 1, and reruns the program. It is also a setting while what-if
// is shown with an oracle.
func (c *whatIfMode) thetaAction() widget.Action {
	r := &c.s.Reading
	put := func(to float64) tea.Cmd {
		r.Theta = to
		return c.startProgram(nil)
	}
	act := widget.Action{Name: "theta", Help: "`:theta .6` sets θ: the answer is yes above this likelihood",
		Disabled: func() string {
			return cmp.Or(c.whyUnchangeable(), widget.If(c.oracle == nil, "θ needs first-order logic: no --oracle covers this picture"))
		},
		With: func(text string) tea.Cmd {
			if x, err := strconv.ParseFloat(text, 64); err == nil && x > 0 && x < 1 {
				return put(x)
			}
			return c.refuseWith("θ must be between 0 and 1, not " + text)
		}}
	if c.form == changed && c.oracle != nil {
		act.Shown, act.Differs = func() string { return "θ " + widget.Decimal(r.Theta) }, true // no paper fixes it
		act.Turn = func(by int) tea.Cmd {
			return put(min(max(views.Moved(r.Theta, float64(by)), views.Increment), 1-views.Increment))
		}
	}
	return act
}

func (c *whatIfMode) readingActions() []widget.Action {
	countless := func() string {
		return cmp.Or(c.whyUnchangeable(), widget.If(c.ex != nil && !slices.ContainsFunc(c.ex.Program, func(m loaders.Module) bool {
			return m.Output.Kind() == loaders.NumberKind || m.Op == "count"
		}), "the program doesn't count anything"))
	}
	act := func(name string, words []string, current int, set func(choice int)) widget.Action {
		read := func(choice int) tea.Cmd {
			set(choice)
			return c.startProgram(func() tea.Cmd { return c.s.ShowText(c.s.Reading.String()) })
		}
		change := func(choice int) tea.Cmd {
			views.Record(&c.s.Timeline, name+" "+words[choice], max(0, current), choice, read)
			return read(choice)
		}
		return widget.Action{
			Name: name, Disabled: countless, Values: func() []string { return words },
			Run: func() tea.Cmd {
				next := (max(0, current) + 1) % len(words)
				if words[next] == "network" && c.s.Reading.Network == nil { // which gives the recorded answer
					next++
				}
				return change(next)
			},
			With: c.s.Choice(func() []string { return words }, name+" must be one of "+strings.Join(words, ", "), change),
		}
	}
	r := &c.s.Reading
	return []widget.Action{
		act("counting", nmn.Countings, slices.Index(nmn.Countings, r.Counting),
			func(choice int) { r.Counting = nmn.Countings[choice] }),
		act("spread", nmn.Spreads, int(r.Spread), func(choice int) { r.Spread = nmn.SpreadMethod(choice) }),
	}
}
