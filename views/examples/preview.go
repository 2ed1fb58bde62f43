package examples

import (
	"image"
	"sync/atomic"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views/evidence"
	"faithscope/views/evidence/panel"
	"faithscope/views/evidence/tree"
	"faithscope/views/widget"
)

const (
	// previewFrom is the least screen width for a preview beside the list, previewWidth its width if the list
	// has more to show, and previewLeast if questions need room.
	previewFrom  = 118
	previewWidth = 45
	previewLeast = 38
	// previewBelow is its least height below the list, a third of screens of panelFrom lines.
	previewBelow = 3
	pictureBelow = 8 // with a picture
	panelFrom    = 28
	// leastList is the least height of a list with a preview below it.
	leastList = 12
	// widePicture is the least ratio of width to height of a picture shown below the list.
	widePicture = 2.5
)

// sidePreview shows the selected example: its culprit's evidence beside or below the list.
type sidePreview struct {
	off     bool
	tiled   bool // a gallery replaces list and preview
	tall    int  // lines of its highest thumbnail so far
	area    image.Rectangle
	gap     int // between panes
	beside  bool
	wide    bool                  // a picture has been too wide for a preview beside the list
	known   map[int]loadedExample // by example on screen
	at      int                   // the example shown, -1 for none
	shown   *loaders.Example      // nil until read
	request atomic.Int64          // number of the last pause
	photos  []evidence.Photo      // after the cursor has rested
	program *tree.ProgramTree
	panel   *panel.Panel
}

type loadedExample struct {
	ex     *loaders.Example
	held   session.ScorableExample
	photos []evidence.Photo // in a gallery
	scored *tileScore
}

// tileScore is kept, because tiles are drawn at every key.
type tileScore struct {
	settings scoring.Settings
	score    *scoring.ExampleScore
}

func (p *sidePreview) showsRecords() bool { return p.tiled || !p.area.Empty() }

// splitRoom divides the area between the list, whose area it returns, and the preview: beside the
// list if that leaves what the list needs and pictures aren't wide, otherwise below it.
func (p *sidePreview) splitRoom(area image.Rectangle, neededWidth int) (list image.Rectangle) {
	list, p.area, p.gap = area, image.Rectangle{}, widget.PaneGap(area)
	room := area.Dx()
	width := min(max(previewWidth, room-widest-rightMargin), room*3/8, room-neededWidth)
	switch p.beside = room >= previewFrom && width >= previewLeast && !p.wide; {
	case p.off || p.tiled:
	case p.beside:
		list.Max.X -= width
		p.area = image.Rect(list.Max.X+2+p.gap, area.Min.Y, area.Max.X, area.Max.Y)
	case area.Dy() >= leastList:
		lines := loaders.IfElse(area.Dy() < panelFrom, previewBelow, area.Dy()/3)
		if pictured := area.Dy() - leastList; p.wide {
			lines = max(lines, min(pictured, pictureBelow))
		}
		list.Max.Y -= lines
		p.area = image.Rect(area.Min.X, list.Max.Y+p.gap, area.Max.X, area.Max.Y)
	}
	return list
}

// layOut gives the program at most half, because evidence is what a preview is for; below the list it has
// no room.
func (p *sidePreview) layOut(shownVersions evidence.ShownVersions, look widget.Look) {
	if p.program.IsPage() { // whose steps have the marks
		p.program.Width(2 * p.area.Dx())
		p.program.Resize(p.area.Dy())
		return
	}
	if !p.beside {
		pictures, rest := p.area, p.area
		pictures.Min = pictures.Min.Add(image.Pt(widget.Gutter, 1))
		p.panel.Show(shownVersions, rest.Dx())
		pictures.Max.X = pictures.Min.X + p.panel.PictureSize(rest.Dx()*3/5, pictures.Dy()).X
		rest.Min.X = pictures.Max.X + loaders.IfElse(pictures.Empty(), 0, widget.Gutter)
		rest.Max.X -= p.gap
		p.panel.Show(shownVersions, rest.Dx())
		p.panel.Lay(pictures, rest, look, widget.Unfocused)
		return
	}
	p.program.Width(2 * p.area.Dx())
	above, below := p.splitPreview()
	p.panel.Show(shownVersions, above.Dx())
	p.panel.Lay(image.Rectangle{}, above, look, widget.Unfocused)
	p.program.Resize(below.Dy())
}

// splitPreview divides a preview beside the list between evidence and program.
func (p *sidePreview) splitPreview() (above, below image.Rectangle) {
	above, below = widget.SplitTop(p.area, p.area.Dy()-min(p.program.Height(), p.area.Dy()/2))
	if !below.Empty() {
		above.Max.Y -= p.gap
	}
	return above, below
}

func (p *sidePreview) drawPreview(f *widget.Frame, look widget.Look, describeKnown func(example int) string) {
	area := p.area
	if area.Empty() {
		return
	}
	above, below, isPage := area, image.Rectangle{}, p.program.IsPage()
	if p.beside && p.shown != nil && p.program.Node() >= 0 && !isPage {
		above, below = p.splitPreview()
	}
	if p.beside {
		above.Min.X--
	}
	defer func() { f.DrawPanel(above, look, widget.Unfocused) }()
	switch {
	case p.at < 0: // no example matches
	case p.shown == nil:
		f.TextOver(area, look.Theme.Faint, describeKnown(p.at))
	case isPage:
		p.program.Draw(f, area, look, widget.Unfocused)
	default:
		p.panel.Draw(f, "", "")
	}
	if p.shown != nil && !below.Empty() {
		p.program.Draw(f, below, look, widget.Unfocused)
		below.Min.X--
		f.DrawPanel(below, look, widget.Unfocused)
	}
}
