package examples

import (
	"image"
	"strings"
	"sync/atomic"

	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

const (
	// previewWidth is the room of the preview beside a list, previewFrom the
	// least width of a screen that has it, and previewBelow its lines on
	// narrower ones.
	previewWidth = 45
	previewFrom  = 118
	previewBelow = 2
	// previewLeast is the least width of a preview that gives way to the questions.
	previewLeast = 30
	// leastList is the least height of a list with a preview below it.
	leastList = 12
)

// preview holds what is shown of the selected example beside the list, its culprit's
// evidence, or in words below it.
type preview struct {
	off     bool
	tiled   bool // a gallery is in the place of list and preview
	tall    int  // cells of its highest thumbnail so far
	area    image.Rectangle
	beside  bool
	known   map[int]loadedExample // of the examples on screen
	at      int                   // the example that is shown, -1 for none
	shown   *loaders.Example      // nil before it was read
	request atomic.Int64          // number of the last pause that was waited for
	photos  []evidence.Photo      // once the cursor has rested
	program *evidence.Program
	panel   *evidence.Panel
	words   []string // below the list
}

// known is an example that was read.
type loadedExample struct {
	ex     *loaders.Example
	held   session.Held
	photos []evidence.Photo // in a gallery
}

func (p *preview) showsRecords() bool { return p.tiled || !p.area.Empty() }

// splitRoom divides the area between the list, whose area it returns, and the preview, p.area. On
// a screen of previewFrom cells the preview is beside the list (p.beside), at most previewWidth
// wide and giving way, down to previewLeast, to the need of the list; otherwise it has
// previewBelow lines below a list of some height. It has none if it is off, too low, or the list
// is a gallery.
func (p *preview) splitRoom(area image.Rectangle, need int) (list image.Rectangle) {
	list, p.area = area, image.Rectangle{}
	width := min(previewWidth, area.Dx()-need)
	switch p.beside = area.Dx() >= previewFrom && width >= previewLeast; {
	case p.off || p.tiled:
	case p.beside:
		list.Max.X -= width
		p.area = image.Rect(list.Max.X+2, area.Min.Y, area.Max.X, area.Max.Y)
	case area.Dy() >= leastList:
		list.Max.Y -= previewBelow + 1
		p.area = image.Rect(area.Min.X, list.Max.Y, area.Max.X, area.Max.Y)
	}
	return list
}

// layOut fits the preview to its area: beside the list the evidence of the subject above the
// program, which gets at most half; below the list the evidence in words (p.words).
func (p *preview) layOut(subject evidence.Subject, look widget.Look) {
	if !p.beside {
		p.panel.Show(subject, p.area.Dx()*previewBelow)
		p.words = widget.Wrap(strings.Join(p.panel.Words(), " · "), p.area.Dx()-widget.Gutter)
		return
	}
	p.program.Width(2 * p.area.Dx())
	above, below := widget.SplitTop(p.area, p.area.Dy()-min(p.program.Height(), p.area.Dy()/2))
	p.panel.Show(subject, above.Dx())
	p.panel.Lay(image.Rectangle{}, above, look, widget.Unfocused)
	p.program.Resize(below.Dy())
}

// drawPreview draws the preview with the line that separates it from the list: below the list the
// words about the example, beside it the panel, under which the program is if a module is selected.
// Beside the list, it draws what known returns of an example whose record was not read. Without
// room or an example it draws nothing.
func (p *preview) drawPreview(f *widget.Frame, look widget.Look, known func(example int) string) {
	border, area := look.Theme.Border, p.area
	if area.Empty() || p.at < 0 {
		return
	}
	if !p.beside {
		f.TextOver(area, border, strings.Repeat("─", area.Dx()))
		if p.shown != nil {
			at := area.Min.Add(image.Pt(widget.Gutter, 1))
			f.Lines(image.Rect(at.X, at.Y, area.Max.X, at.Y+previewBelow), widget.Style{}, p.words)
		}
		return
	}
	f.DrawUpright(area.Sub(image.Pt(2, 0)), border)
	if p.shown == nil {
		f.TextOver(area, look.Theme.Faint, known(p.at))
		return
	}
	p.panel.Draw(f, "", "")
	if _, below := widget.SplitTop(area, area.Dy()-min(p.program.Height(), area.Dy()/2)); p.program.Node() >= 0 {
		p.program.Draw(f, below, look, widget.Unfocused)
	}
}
