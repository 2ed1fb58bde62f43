package widget

import (
	"image"
	"slices"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// hintGap is the blank after a key of the footer.
const hintGap = 2

// hint is a key of the footer, ready to be drawn.
type hint struct {
	text   string // styled
	action Action
}

func (h hint) width() int { return lipgloss.Width(h.text) + hintGap }

// Footer draws the keys that matter most in the first line of area: those of
// own, which belong to the view, as far as they fit beside the global ones.
// Those that cannot run now, and global ones whose key the view has for
// itself, are left out. A click on one gives it to act.
func Footer(f *Frame, area image.Rectangle, l Look, own, global []Action, act func(Action) tea.Cmd) {
	model := help.Model{Styles: help.Styles{ShortKey: l.Theme.Accent.Bold(true), ShortDesc: l.Theme.Faint}}
	hints := func(actions []Action) (all []hint) {
		for _, a := range actions {
			if b := a.Binding(); a.Footer && b.Enabled() {
				all = append(all, hint{model.ShortHelpView([]key.Binding{b}), a})
			}
		}
		return all
	}
	global = slices.DeleteFunc(slices.Clone(global), func(a Action) bool {
		if len(a.Keys) == 0 {
			return true
		}
		_, shadowed := Find(own, a.Keys[0])
		return shadowed
	})
	last := hints(global)
	room := area.Dx()
	for _, h := range last {
		room -= h.width()
	}
	shown := slices.DeleteFunc(hints(own), func(h hint) bool {
		fits := h.width() <= room
		if fits {
			room -= h.width()
		}
		return !fits
	})
	line, _ := SplitTop(area, 1)
	for _, h := range append(shown, last...) {
		place := line
		place.Max.X = min(line.Max.X, line.Min.X+h.width()-hintGap)
		f.Block(place, h.text)
		f.Click(place, func() tea.Cmd { return act(h.action) })
		line.Min.X += h.width()
	}
}
