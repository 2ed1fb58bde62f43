package evidence

import (
	"image"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// rowsPart shows an example's attributions and rationales over their tokens: in
// place of a module's evidence where a key asks for them, and where there is
// neither a program nor a picture.
type rowsPart struct {
	still
	wanted bool
	again  func() // finds the evidence again

	example *loaders.Example // that found is of
	found   *grids           // nil for none
	only    bool             // the example has nothing else to show
	shown   bool

	text     scrolled
	flow     *gridFlow
	width    int // that flow was set for
	selected int // row, from 0
	legend   image.Rectangle
}

func newRows(again func()) *rowsPart { return &rowsPart{again: again} }

func (r *rowsPart) Find(of *Subject) Said {
	r.shown, r.flow = false, nil
	if of.Example != r.example || r.found != nil && r.found.log != of.log {
		r.example, r.found = of.Example, collect(of.Example, of.log)
	}
	r.only = len(of.Example.Program)+len(of.Example.Images) == 0
	r.shown = r.found != nil && (r.wanted || r.only)
	if !r.shown {
		return Said{}
	}
	if of.fresh {
		r.text.top = 0
	}
	said := Said{Title: "attributions and rationales", Score: r.found.summary(), Scaled: r.found.rows > 0, Alone: true}
	if r.found.rows == 0 {
		said.Title = "the passage"
	}
	said.Facts = append(explained(of.Example.Explanation, of.width), r.found.left...)
	row := 0
	for _, g := range r.found.all {
		for _, scores := range g.rows {
			for _, text := range g.say(scores) {
				said.Lines = append(said.Lines, Line{Text: text, Of: row})
			}
			row++
		}
	}
	return said
}

// mostExplained is how many lines an explanation gets.
const mostExplained = 4

// explained is an explanation in lines of w cells, nil for none.
func explained(text string, w int) []string {
	if text == "" {
		return nil
	}
	lines := widget.Wrap("explanation: "+text, w)
	if len(lines) > mostExplained {
		lines = append(lines[:mostExplained-1], lines[mostExplained-1]+" …")
	}
	return lines
}

// Lay gives the rows all they need, as far as a third is left for the words.
func (r *rowsPart) Lay(room Room) (rest image.Rectangle) {
	rest = room.Area
	r.legend, r.text.area = image.Rectangle{}, image.Rectangle{}
	if !r.shown {
		return rest
	}
	r.selected = 0
	if room.Focused {
		r.selected = max(0, room.Selected)
	}
	r.legend, rest = widget.SplitTop(rest, 1)
	if w := rest.Dx() - 1; r.flow == nil || r.width != w {
		r.flow, r.width = newGridFlow(r.found, w), w
	}
	if room.WordsOnly {
		return rest
	}
	words := 0
	if room.Lines > 0 {
		words = min(room.Lines+1, rest.Dy()/3)
	}
	r.text.count = r.flow.count
	return r.text.lay(rest, min(r.flow.count, rest.Dy()-words))
}

func (r *rowsPart) Draw(f *widget.Frame, look widget.Look) {
	if !r.shown {
		return
	}
	r.text.draw(f, func(i int, line image.Rectangle) { r.flow.draw(f, i, line, look, r.selected) })
	r.drawLegend(f, look)
}

// drawLegend says what the heat of the selected row stands for: every row has
// a scale of its own.
func (r *rowsPart) drawLegend(f *widget.Frame, look widget.Look) {
	faint, accent := widget.Ink(look.Theme.Faint), widget.Bold(widget.Ink(look.Theme.Accent))
	pen := widget.NewPen(f, r.legend)
	where := r.text.where()
	if row := r.found.row(r.selected); row != nil {
		pen.Put(accent, ansi.Truncate(loaders.Clean(row.label()), r.legend.Dx()/3, "…"))
		pen.Put(faint, " "+row.scale.name()+" ")
		if row.marks {
			pen.Put(accent, "━━")
			pen.Put(faint, " marked")
		} else {
			row.scale.legend(pen, look, row.signed)
		}
		if r.found.rows > 1 {
			pen.Put(faint, " · each row on its own scale")
		}
		if where != "" {
			where = " · " + where
		}
	}
	pen.Put(faint, where)
}

func (r *rowsPart) Scroller() widget.Scroller { return r.text.scroller() }

func (r *rowsPart) Actions() []widget.Action {
	return []widget.Action{{
		Name: "attributions", Keys: []string{"A"}, Help: "show or hide attributions and rationales", Group: "Evidence",
		Footer: r.noChoice() == "", Disabled: r.noChoice, Run: widget.Do(func() {
			r.wanted = !r.wanted
			r.again()
		}),
	}}
}

// noChoice says why there is nothing to switch between.
func (r *rowsPart) noChoice() string {
	switch {
	case r.found == nil:
		return "the example has no attributions and no rationales"
	case r.only:
		return "they are shown: the example has no program"
	}
	return ""
}
