package widget

import (
	"image"
	"slices"
	"strings"

	"faithscope/loaders"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// hintGap is the blank after a key of the footer.
const hintGap = "  "

// hintWidth is how many cells the footer has of an action, without the blank after it.
func hintWidth(a Action) int {
	return ansi.StringWidth(keyText(a.Keys[0])) + 1 + ansi.StringWidth(nameOf(a))
}

// hintsOf are the actions that the footer shows: they have a key, and can run now.
func hintsOf(actions []Action) []Action {
	return slices.DeleteFunc(slices.Clone(actions), func(a Action) bool { return !a.Footer || len(a.Keys) == 0 || a.Why() != "" })
}

// spare is what a footer shows in the room left by the keys that a view puts
// there: verbs, and menus by their purpose, the more useful first.
var spare = []string{"what if", "mark", "filter by", "tag", "export", "explain", "sort", "show", "filter", "next-example", "go to",
	"settings", "undo"}

// spareOf are the actions of spare that the footer does not show already.
func spareOf(actions []Action) (all []Action) {
	for _, name := range spare {
		if a, ok := First(actions, func(a Action) bool { return a.Name == name && !a.Footer }); ok {
			a.Footer = true
			all = append(all, a)
		}
	}
	return all
}

// Footer draws the keys that matter most in the first line of area: those of
// own, which belong to the view, as far as they fit beside the global ones.
// Those that cannot run now, and global ones whose key the view uses itself,
// are left out. A click on one gives it to act.
func Footer(f *Frame, area image.Rectangle, l Look, own, global []Action, act func(Action) tea.Cmd) {
	last := slices.DeleteFunc(hintsOf(global), func(a Action) bool {
		_, shadowed := Find(own, a.Keys[0])
		return shadowed
	})
	room := area.Dx()
	for _, a := range last {
		room -= hintWidth(a) + len(hintGap)
	}
	shown := slices.DeleteFunc(append(hintsOf(own), hintsOf(spareOf(own))...), func(a Action) bool {
		need := hintWidth(a) + len(hintGap)
		fits := need <= room
		if fits {
			room -= need
		}
		return !fits
	})
	pen := NewPen(f, area)
	for i, a := range append(shown, last...) {
		pen.Put(Style{}, If(i > 0, hintGap))
		from := pen.X()
		pen.Put(Bold(l.Theme.Accent), keyText(a.Keys[0]))
		pen.Put(l.Theme.Faint, " "+nameOf(a))
		f.Click(image.Rect(from, area.Min.Y, pen.X(), area.Min.Y+1), func() tea.Cmd { return act(a) })
	}
}

// Letters is a menu of actions, of which one letter picks each. It is the footer
// grown upwards, over rows of text.
type Letters struct {
	bar
	Name string // what the menu is for: "filter by"
	Of   []Action
	// Pick closes the menu and runs an action. Close closes it and may say something.
	Pick  func(a Action) tea.Cmd
	Close func(say string) tea.Cmd
}

// Update closes the menu for a key that is not one of its letters.
func (m *Letters) Update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		return m.Close(m.Name + ": " + keyText(press.String()) + " is not one of its letters here")
	}
	return nil
}

// Actions are the actions of the menu, each with its letter for a key.
func (m *Letters) Actions() []Action {
	shut := Action{Name: "close", Keys: []string{"esc", "backspace"}, Help: "close this menu", Footer: true,
		Run: func() tea.Cmd { return m.Close("") }}
	actions := []Action{shut}
	for _, a := range m.Of {
		of := a
		a.Keys, a.Letters, a.Footer, a.Run = []string{a.Letters[1:]}, "", false, func() tea.Cmd { return m.Pick(of) }
		actions = append(actions, a)
	}
	return actions
}

// Draw draws the menu in the last rows of area: as many letters with their words as
// have room without covering a picture.
func (m *Letters) Draw(f *Frame, area image.Rectangle, l Look) {
	lines := m.wrap(area.Dx())
	free := 1
	for free < min(len(lines), area.Dy()) && !f.pictured(image.Rect(area.Min.X, area.Max.Y-free-1, area.Max.X, area.Max.Y)) {
		free++
	}
	box := area
	box.Min.Y = area.Max.Y - min(free, len(lines))
	f.Click(area, func() tea.Cmd { return m.Close("") })
	f.Cover(box)
	x := f.Text(box.Min.X, box.Min.Y, box.Dx(), Bold(l.Theme.Text), m.Name) + len(hintGap)
	for i, line := range lines[:box.Dy()] {
		for _, a := range line {
			at := image.Rect(box.Min.X+x, box.Min.Y+i, box.Min.X+x+letterWidth(a), box.Min.Y+i+1)
			f.Click(at, func() tea.Cmd { return m.Pick(a) })
			n := f.Text(at.Min.X, at.Min.Y, at.Dx(), Bold(l.Theme.Accent), a.Letters[1:])
			f.Text(at.Min.X+n+1, at.Min.Y, at.Dx()-n-1, l.Theme.Text, nameOf(a))
			x += letterWidth(a) + len(hintGap)
		}
		x = 0
	}
}

// pictured reports whether a picture lies in area.
func (f *Frame) pictured(area image.Rectangle) bool {
	return slices.ContainsFunc(f.Pictures, func(p Placement) bool { return p.Area.Overlaps(area) })
}

// letterWidth is how many cells an action takes in a menu.
func letterWidth(a Action) int { return 2 + ansi.StringWidth(nameOf(a)) }

// wrap spreads the actions over lines of w cells, the first after the menu's name.
func (m *Letters) wrap(w int) (lines [][]Action) {
	room := w - ansi.StringWidth(m.Name) - len(hintGap)
	lines = [][]Action{nil}
	for _, a := range m.Of {
		need := letterWidth(a) + len(hintGap)
		if need > room && len(lines[len(lines)-1]) > 0 {
			lines, room = append(lines, nil), w
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], a)
		room -= need
	}
	return lines
}

// DialsOf are the settings among actions, in their order, first those that only
// look; those that cannot be moved now are left out.
func DialsOf(actions []Action) []Action {
	dials := loaders.Filter(actions, func(a Action) bool { return a.Turn != nil && a.Why() == "" })
	slices.SortStableFunc(dials, func(a, b Action) int { return int(min(a.Effect, 1)) - int(min(b.Effect, 1)) })
	return dials
}

// Chosen is the index of a setting by its name, 0 if there is none.
func Chosen(dials []Action, name string) int {
	return max(0, slices.IndexFunc(dials, func(a Action) bool { return a.Name == name }))
}

// DrawDials draws settings in one line of w cells, the chosen one in the middle
// of those that fit: "p ‹.50› IoU .50". A click on one gives its name to
// choose.
func DrawDials(f *Frame, at image.Point, w int, l Look, dials []Action, chosen int, choose func(name string) tea.Cmd) {
	texts, x := make([]string, len(dials)), 0
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
		f.Text(at.X+x, at.Y, n, st, texts[i])
		f.Click(image.Rect(at.X+x, at.Y, at.X+x+n, at.Y+1), func() tea.Cmd { return choose(dials[i].Name) })
		x += n + len(hintGap)
	}
}

// TurnAction returns an action that moves the chosen one of several settings by one
// step, with the effect of that setting.
func TurnAction(a Action, dials []Action, name *string, by int) Action {
	if len(dials) > 0 {
		a.Effect = dials[Chosen(dials, *name)].Effect
	}
	a.Disabled = When(func() bool { return len(dials) == 0 }, "nothing can be set here")
	a.Run = func() tea.Cmd { return dials[Chosen(dials, *name)].Turn(by) }
	return a
}

// Dials is the settings row while one is chosen: keys that choose and move.
type Dials struct {
	bar
	Of     func() []Action // as they are now
	Name   *string         // of the chosen one
	Close  func() tea.Cmd
	Undo   func() tea.Cmd // undoes what was moved since the row was opened
	Number func(a Action) tea.Cmd
}

// choose goes by settings further, wrapping around.
func (d *Dials) choose(by int) {
	if of := d.Of(); len(of) > 0 {
		*d.Name = of[(Chosen(of, *d.Name)+by+len(of))%len(of)].Name
	}
}

// Actions are the keys of the row.
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
		act("choose-left", "choose the setting to the left", "", Do(func() { d.choose(-1) }), "h", "left"),
		act("choose-right", "choose the setting to the right", "", Do(func() { d.choose(1) }), "l", "right", "tab"),
		turn("turn-down", "move the setting down", "down", -1, "<", "j", "down"),
		turn("turn-up", "move the setting up", "up", 1, ">", "k", "up"),
		act("type", "type the setting's value", "type a value", func() tea.Cmd {
			of := d.Of()
			return d.Number(of[Chosen(of, *d.Name)])
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
	of := d.Of()
	DrawDials(f, line.Min, line.Dx(), l, of, Chosen(of, *d.Name), func(name string) tea.Cmd {
		*d.Name = name
		return nil
	})
}
