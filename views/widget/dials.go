package widget

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// DialsOf returns the enabled settings among actions, those that only look first.
func DialsOf(actions []Action) []Action {
	dials := loaders.Filter(actions, func(a Action) bool { return a.Turn != nil && a.Why() == "" })
	loaders.SortBy(dials, func(a Action) Effect { return min(a.Effect, 1) })
	return dials
}

func chosenDial(dials []Action, name string) int {
	return max(0, slices.IndexFunc(dials, func(a Action) bool { return a.Name == name }))
}

// DrawDials draws the settings that fit ("p ‹.50› IoU .50"), including the chosen one. A click sets
// name; an unknown name chooses the first.
func DrawDials(f *Frame, line image.Rectangle, l Look, dials []Action, name *string) {
	texts, x, w, chosen := make([]string, len(dials)), 0, line.Dx(), chosenDial(dials, *name)
	for i, d := range dials {
		if texts[i] = d.Shown(); i == chosen {
			cut := strings.LastIndex(texts[i], " ") + 1
			texts[i] = texts[i][:cut] + "‹" + texts[i][cut:] + "›"
		}
	}
	from := 0
	for from < chosen && ansi.StringWidth(strings.Join(texts[from:chosen+1], hintGap)) > w {
		from++
	}
	for i := from; i < len(texts); i++ {
		n := ansi.StringWidth(texts[i])
		if x+n > w {
			return
		}
		st := l.Theme.Faint
		if i == chosen {
			st = l.Theme.Text
		}
		at := LineAt(line.Min.X+x, line.Min.Y, n)
		f.TextOver(at, st, texts[i])
		f.Click(at, Do(func() { *name = dials[i].Name }))
		x += n + len(hintGap)
	}
}

// TurnAction moves the chosen setting by one step, with its effect.
func TurnAction(a Action, dials []Action, name *string, by int) Action {
	if len(dials) > 0 {
		a.Effect = dials[chosenDial(dials, *name)].Effect
	}
	a.Disabled = When(func() bool { return len(dials) == 0 }, "nothing can be set here")
	a.Run = func() tea.Cmd { return dials[chosenDial(dials, *name)].Turn(by) }
	return a
}

// Dials is the settings row while it has the keys.
type Dials struct {
	bar
	Of     func() []Action
	Name   *string
	Close  func() tea.Cmd
	Undo   func() tea.Cmd // since the row was opened
	Number func(a Action) tea.Cmd
}

func (d *Dials) chooseNext(by int) {
	if of := d.Of(); len(of) > 0 {
		*d.Name = of[(chosenDial(of, *d.Name)+by+len(of))%len(of)].Name
	}
}

// Actions returns the row's keys: choose, move, type a value, and close, with Undo or keeping the
// settings.
func (d *Dials) Actions() []Action {
	act := func(name, help, short string, run func() tea.Cmd, keys ...string) Action {
		return Action{Name: name, Keys: keys, Help: help, Short: short, Footer: true, Run: run}
	}
	turn := func(name, help, short string, by int, keys ...string) Action {
		a := TurnAction(Action{Name: name, Help: help}, d.Of(), d.Name, by)
		a.Keys, a.Short, a.Footer = keys, short, true
		return a
	}
	return []Action{
		act("choose-left", "choose the setting to the left", "", Do(func() { d.chooseNext(-1) }), "h", "left"),
		act("choose-right", "choose the setting to the right", "", Do(func() { d.chooseNext(1) }), "l", "right", "tab"),
		turn("turn-down", "move the setting down", "down", -1, "<", "j", "down"),
		turn("turn-up", "move the setting up", "up", 1, ">", "k", "up"),
		act("type", "type the setting's value", "type a value", func() tea.Cmd {
			of := d.Of()
			return d.Number(of[chosenDial(of, *d.Name)])
		}, "enter"),
		act("restore", "close the row and restore the settings", "", d.Undo, "esc"),
		act("close", "close the row and keep the settings", "keep", d.Close, "=", "q", "backspace"),
	}
}

// Draw draws the row in the last line of area.
func (d *Dials) Draw(f *Frame, area image.Rectangle, l Look) {
	line := area
	line.Min.Y = area.Max.Y - 1
	f.Click(area, d.Close)
	f.Cover(line)
	DrawDials(f, line, l, d.Of(), d.Name)
}
