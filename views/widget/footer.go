package widget

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

const hintGap = "  "

func hintWidth(a Action) int {
	return ansi.StringWidth(keyText(a.Keys[0])+" "+VerbOf(a)) + len(hintGap)
}

func hintsOf(actions []Action, spareNames []string) []Action {
	hints := loaders.Filter(actions, func(a Action) bool {
		return (a.Footer || slices.Contains(spareNames, a.Name)) && len(a.Keys) > 0 && a.Why() == ""
	})
	loaders.SortBy(hints, func(a Action) int {
		return loaders.IfElse(a.Name == "open", -2, loaders.IfElse(a.Footer, -1, slices.Index(spareNames, a.Name)))
	})
	return hints
}

var spare = []string{"what if", "next-failure", "filter by", "explain", "show", "sort", "filter", "export", "zoom", "mark", "next-example",
	"tag", "go to", "settings", "undo"}

// Footer shows the view's Own keys and the Global ones.
type Footer struct {
	Own, Global []Action
	Run         func(Action) tea.Cmd
}

// Draw draws in area's first line the view's first keys beside the global ones. Disabled keys, and
// global ones that the view uses itself, are left out.
func (k Footer) Draw(f *Frame, area image.Rectangle, l Look) {
	own := k.Own
	last := loaders.Filter(hintsOf(k.Global, nil), func(a Action) bool {
		_, shadowed := Find(own, a.Keys[0])
		return !shadowed
	})
	room := area.Dx() + len(hintGap)         // none follows the last
	left := max(7, area.Dx()/16) - len(last) // the eye finds no key among a dozen
	for _, a := range last {
		room -= hintWidth(a)
	}
	shown := loaders.Filter(hintsOf(own, spare), func(a Action) bool {
		fits := left > 0 && hintWidth(a) <= room
		if fits {
			room, left = room-hintWidth(a), left-1
		}
		return fits
	})
	pen := NewPen(f, area)
	for i, a := range append(shown, last...) {
		pen.Put(Style{}, If(i > 0, hintGap))
		from := pen.X()
		pen.Put(Bold(l.Theme.Accent), keyText(a.Keys[0]))
		pen.Put(l.Theme.Faint, " "+VerbOf(a))
		f.Click(LineAt(from, area.Min.Y, pen.X()-from), func() tea.Cmd { return k.Run(a) })
	}
}
