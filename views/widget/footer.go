package widget

import (
	"image"
	"slices"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// hintGap is the blank after a key of the footer.
const hintGap = "  "

// hint is a key of the footer.
type hint struct {
	key.Binding
	action Action
}

// width is how many cells the hint takes, without the blank after it.
func (h hint) width() int {
	return ansi.StringWidth(h.Help().Key) + 1 + ansi.StringWidth(h.Help().Desc)
}

// hintsOf are the hints of the actions that the footer shows and that can run now.
func hintsOf(actions []Action) (all []hint) {
	for _, a := range actions {
		if !a.Footer {
			continue
		}
		if b := a.Binding(); b.Enabled() {
			all = append(all, hint{b, a})
		}
	}
	return all
}

// spare is what a footer shows where it has room besides the keys that a view puts
// there: verbs, and menus by what they are for, the more useful first.
var spare = []string{"what if", "mark", "filter by", "tag", "export", "explain", "sort", "show", "filter", "next-example", "go to",
	"settings", "undo"}

// spareOf are the actions of spare that the footer does not show already.
func spareOf(actions []Action) (all []Action) {
	for _, name := range spare {
		i := slices.IndexFunc(actions, func(a Action) bool { return a.Name == name && !a.Footer })
		if i >= 0 {
			all = append(all, actions[i])
			all[len(all)-1].Footer = true
		}
	}
	return all
}

// Footer draws the keys that matter most in the first line of area: those of
// own, which belong to the view, as far as they fit beside the global ones. Those
// that cannot run now, and global ones whose key the view has for itself, are left
// out. A click on one gives it to act.
func Footer(f *Frame, area image.Rectangle, l Look, own, global []Action, act func(Action) tea.Cmd) {
	last := slices.DeleteFunc(hintsOf(global), func(h hint) bool {
		_, shadowed := Find(own, h.action.Keys[0])
		return shadowed
	})
	room := area.Dx()
	for _, h := range last {
		room -= h.width() + len(hintGap)
	}
	shown := slices.DeleteFunc(append(hintsOf(own), hintsOf(spareOf(own))...), func(h hint) bool {
		need := h.width() + len(hintGap)
		fits := need <= room
		if fits {
			room -= need
		}
		return !fits
	})
	line, _ := SplitTop(area, 1)
	at := line
	var keys []key.Binding
	for _, h := range append(shown, last...) {
		at.Max.X = min(line.Max.X, at.Min.X+h.width())
		f.Click(at, func() tea.Cmd { return act(h.action) })
		at.Min.X += h.width() + len(hintGap)
		keys = append(keys, h.Binding)
	}
	styles := help.Styles{ShortKey: l.Theme.Accent.Bold(true), ShortDesc: l.Theme.Faint}
	f.Block(line, help.Model{Styles: styles, ShortSeparator: hintGap}.ShortHelpView(keys))
}
