package widget

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// DialsOf returns the enabled settings among viewActions, those that only look first.
func DialsOf(viewActions []Action) []Action {
	dials := loaders.Filter(viewActions, func(a Action) bool { return a.Turn != nil && a.Why() == "" })
	loaders.SortBy(dials, func(a Action) SideEffectKind { return min(a.Effect, 1) })
	return dials
}

func chosenDial(dials []Action, dialName string) int {
	return max(0, slices.IndexFunc(dials, func(a Action) bool { return a.Name == dialName }))
}

// papers is the setting that says whether any differs from the papers'.
const papers = "paper-settings"

// UsualDials returns what the closed settings row shows: the setting that a key would move, those that
// differ from the papers', and whether any does.
func UsualDials(dials []Action, dialName string) []Action {
	chosen := chosenDial(dials, dialName)
	var shown []Action
	for i, d := range dials {
		if d.Name == papers {
			text := d.Shown()
			d.Shown = func() string { return text + " · " + changeHint }
		} else if i != chosen && !d.Differs {
			continue
		}
		shown = append(shown, d)
	}
	return shown
}

const changeHint = "= change" // the key, and what it does

// DrawDials draws the settings that fit ("p ‹.50› IoU .50"), including the chosen one. A click sets
// chosenName; an unknown name chooses the first. It returns where they end.
func DrawDials(f *Frame, lineArea image.Rectangle, l Look, dials []Action, chosenName *string) int {
	texts, x, w, chosen := make([]string, len(dials)), 0, lineArea.Dx(), chosenDial(dials, *chosenName)
	for i, d := range dials {
		text := d.Shown()
		if i == chosen && d.Name != papers {
			cut := strings.LastIndex(text, " ") + 1
			text = text[:cut] + "‹" + text[cut:] + "›"
		}
		texts[i] = text
	}
	from, end := 0, lineArea.Min.X
	for from < chosen && ansi.StringWidth(strings.Join(texts[from:chosen+1], hintGap)) > w {
		from++
	}
	for i := from; i < len(texts); i++ {
		n := ansi.StringWidth(texts[i])
		if x+n > w {
			break
		}
		at := LineAt(lineArea.Min.X+x, lineArea.Min.Y, n)
		f.TextOver(at, loaders.IfElse(i == chosen, l.Theme.Text, l.Theme.Faint), texts[i])
		if said, isHint := strings.CutSuffix(texts[i], changeHint); isHint {
			f.TextOver(LineAt(at.Min.X+ansi.StringWidth(said), at.Min.Y, 1), Bold(l.Theme.Accent), changeHint[:1])
		}
		f.Click(at, Do(func() { *chosenName = dials[i].Name }))
		end = at.Max.X
		x += n + len(hintGap)
	}
	return end
}

// TurnAction moves the chosen setting by one step, with its effect.
func TurnAction(a Action, dials []Action, chosenName *string, offset int) Action {
	if len(dials) > 0 {
		a.Effect = dials[chosenDial(dials, *chosenName)].Effect
	}
	a.Disabled = When(func() bool { return len(dials) == 0 }, "no settings to change here")
	a.Run = func() tea.Cmd { return dials[chosenDial(dials, *chosenName)].Turn(offset) }
	return a
}

// FocusedSettingsBar is the settings row while it has the keys.
type FocusedSettingsBar struct {
	menuBar
	Of     func() []Action
	Name   *string
	Close  func() tea.Cmd
	Undo   func() tea.Cmd // since the row was opened
	Number func(a Action) tea.Cmd
}

func (d *FocusedSettingsBar) chooseNext(offset int) {
	if of := d.Of(); len(of) > 0 {
		*d.Name = of[(chosenDial(of, *d.Name)+offset+len(of))%len(of)].Name
	}
}

// Actions returns the row's keys: choose, move, type a value, and close, with Undo or keeping the
// settings.
func (d *FocusedSettingsBar) Actions() []Action {
	act := func(name, help, short string, run func() tea.Cmd, keys ...string) Action {
		return Action{Name: name, Keys: keys, Help: help, Short: short, Footer: short != "", Run: run}
	}
	turn := func(name, help, short string, by int, keys ...string) Action {
		a := TurnAction(Action{Name: name, Help: help}, d.Of(), d.Name, by)
		a.Keys, a.Short, a.Footer = keys, short, true
		return a
	}
	return []Action{
		act("choose-left", "choose the setting to the left", "", Do(func() { d.chooseNext(-1) }), "h", "left"),
		act("choose-right", "choose the setting to the right", "choose", Do(func() { d.chooseNext(1) }), "l", "right", "tab"),
		turn("turn-down", "lower the setting", "lower", -1, "<", "j", "down"),
		turn("turn-up", "raise the setting", "higher", 1, ">", "k", "up"),
		act("type", "type the setting's value", "type", func() tea.Cmd {
			of := d.Of()
			return d.Number(of[chosenDial(of, *d.Name)])
		}, "enter"),
		act("close", "close the row and keep the settings", "keep", d.Close, "=", "q", "backspace"),
		act("restore", "close the row and restore the settings", "restore", d.Undo, "esc"),
	}
}

// Draw draws the row in the last line of area.
func (d *FocusedSettingsBar) Draw(f *Frame, area image.Rectangle, l Look) {
	line := area
	line.Min.Y = area.Max.Y - 1
	f.Click(area, d.Close)
	f.Cover(line)
	dials := d.Of()
	DrawDials(f, line, l, dials, d.Name)
	if len(dials) > 0 && line.Min.Y > area.Min.Y {
		meaning := line.Sub(image.Pt(0, 1))
		f.Cover(meaning)
		f.TextOver(meaning, l.Theme.Faint, dials[chosenDial(dials, *d.Name)].Meaning)
	}
}
