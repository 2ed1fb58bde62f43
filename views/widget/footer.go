package widget

import (
	"image"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

const hintGap = "  "

func hintWidth(a Action) int {
	return ansi.StringWidth(keyText(a.Keys[0])) + 1 + ansi.StringWidth(nameOf(a))
}

func hintsOf(actions []Action) []Action {
	return loaders.Filter(actions, func(a Action) bool { return a.Footer && len(a.Keys) > 0 && a.Why() == "" })
}

var spare = []string{"what if", "mark", "filter by", "tag", "export", "explain", "sort", "show", "filter", "next-example", "go to",
	"settings", "undo"}

func spareOf(actions []Action) (all []Action) {
	for _, name := range spare {
		if a, ok := First(actions, func(a Action) bool { return a.Name == name && !a.Footer }); ok {
			a.Footer = true
			all = append(all, a)
		}
	}
	return all
}

// Footer shows the view's Own keys and the Global ones.
type Footer struct {
	Own, Global []Action
	Run         func(Action) tea.Cmd
}

// Draw draws in area's first line the view's keys that fit beside the global ones. Disabled keys,
// and global ones that the view uses itself, are left out.
func (k Footer) Draw(f *Frame, area image.Rectangle, l Look) {
	own := k.Own
	last := loaders.Filter(hintsOf(k.Global), func(a Action) bool {
		_, shadowed := Find(own, a.Keys[0])
		return !shadowed
	})
	room := area.Dx()
	for _, a := range last {
		room -= hintWidth(a) + len(hintGap)
	}
	shown := loaders.Filter(append(hintsOf(own), hintsOf(spareOf(own))...), func(a Action) bool {
		need := hintWidth(a) + len(hintGap)
		fits := need <= room
		if fits {
			room -= need
		}
		return fits
	})
	for i := range last {
		if more := ansi.StringWidth(VerbOf(last[i])); last[i].Short == KeyAlone && more <= room {
			last[i].Short, room = "", room-more
		}
	}
	pen := NewPen(f, area)
	for i, a := range append(shown, last...) {
		pen.Put(Style{}, If(i > 0, hintGap))
		from := pen.X()
		pen.Put(Bold(l.Theme.Accent), keyText(a.Keys[0]))
		pen.Put(l.Theme.Faint, " "+nameOf(a))
		f.Click(LineAt(from, area.Min.Y, pen.X()-from), func() tea.Cmd { return k.Run(a) })
	}
}
