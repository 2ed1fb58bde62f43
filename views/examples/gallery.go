package examples

import (
	"image"
	"slices"

	"faithscope/loaders"
	"faithscope/views/evidence/boxes"
	"faithscope/views/widget"
)

// tileGrid is a list as a gallery, which scrolls by rows of tiles.
type tileGrid struct {
	*selection
	*exampleSheet
	preview *preview
	area    *image.Rectangle
}

func (t tileGrid) countTiles() image.Point {
	return image.Pt(max(3, t.area.Dx()/30), max(2, t.area.Dy()/(t.preview.tall+2)))
}

func (t tileGrid) Move(rows int) { t.sheet.Move(rows * t.countTiles().X) }

func (t tileGrid) Page() int { return t.countTiles().Y }

func (t tileGrid) thumbnailsOf(row int, room image.Rectangle) []widget.Placement {
	of := t.preview.known[t.rows[row]]
	if of.ex == nil || t.s.Pictured.NoPictures {
		return nil
	}
	return boxes.Thumbnails(t.s.Run(t.run), of.ex, of.photos, room)
}

func (t tileGrid) rowsShown() []int {
	from, to := min(t.sheet.Top(), len(t.rows)), t.sheet.Bottom()
	if t.preview.tiled {
		to = min(2*to-from, len(t.rows))
	}
	return t.rows[from:to]
}

// arrangeTiles sets the sheet's page to the number of tiles and shows the page with the selected
// example. It counts twice, because the highest thumbnail changes how many fit.
func (t tileGrid) arrangeTiles() {
	n := t.countTiles()
	for row := t.sheet.Top(); row < t.sheet.Bottom(); row++ {
		for _, p := range t.thumbnailsOf(row, image.Rect(0, 0, t.area.Dx()/n.X-1, 9)) {
			t.preview.tall = max(t.preview.tall, p.Area.Dy())
		}
	}
	n = t.countTiles()
	t.sheet.Resize(n.X*n.Y + t.sheet.Header())
	t.sheet.SelectOn(t.sheet.Selected(), t.sheet.Selected()%(n.X*n.Y))
}

// drawTiles draws a tile for each example of the page: its outcome and its pictures. Only with
// focus are the selected tile marked and the next page's pictures prepared.
func (t tileGrid) drawTiles(f *widget.Frame, area image.Rectangle, focus bool) {
	n := t.countTiles()
	page := n.X * n.Y
	for k := range min(page*loaders.IfElse(focus, 2, 1), len(t.rows)-t.sheet.Top()) {
		row, at := t.sheet.Top()+k, area.Min.Add(image.Pt(k%n.X*area.Dx()/n.X, k%page/n.X*area.Dy()/n.Y))
		tile := image.Rectangle{at, at.Add(image.Pt(area.Dx()/n.X-1, area.Dy()/n.Y))}
		line, below := widget.SplitTop(tile, 1)
		pictures := t.thumbnailsOf(row, below)
		if k >= page {
			f.Ahead = append(f.Ahead, pictures...)
			continue
		}
		for _, p := range pictures {
			f.Place(p)
		}
		t.drawOutcome(f, line, row, focus)
		f.Click(tile, widget.Do(func() { t.sheet.Select(row) }))
	}
}

func (t tileGrid) drawOutcome(f *widget.Frame, line image.Rectangle, row int, focus bool) {
	base := t.sheet.StartRow(f, line, t.s.Look, row, focus)
	if base != (widget.Style{}) {
		line.Min.X += widget.Gutter
	}
	pen := widget.NewPen(f, line)
	for _, name := range []string{"answer.predicted", "faithfulness", "question"} {
		if k := slices.IndexFunc(t.shown, func(c column) bool { return c.Name == name }); k >= 0 {
			pen.Put(widget.Over(t.cellStyle(row, k), base), t.cellText(row, k)+" ")
		}
	}
}
