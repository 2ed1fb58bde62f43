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
	preview *sidePreview
	area    *image.Rectangle
}

func (t tileGrid) countTiles() image.Point {
	return image.Pt(max(3, t.area.Dx()/30), max(2, t.area.Dy()/(t.preview.tall+2)))
}

func (t tileGrid) Move(tileRows int) { t.sheet.Move(tileRows * t.countTiles().X) }

func (t tileGrid) Page() int { return t.countTiles().Y }

func (t tileGrid) thumbnailsOf(rowIndex int, roomArea image.Rectangle) []widget.PlacedPicture {
	of := t.preview.known[t.rows[rowIndex]]
	if of.ex == nil || t.s.Pictured.NoPictures {
		return nil
	}
	return boxes.Thumbnails(t.s.Run(t.run), of.ex, of.photos, roomArea)
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

// drawTiles prepares the next page's pictures only with focus, because decoding is most of a page's
// time, and another list may have the focus.
func (t tileGrid) drawTiles(f *widget.Frame, area image.Rectangle, hasFocus bool) {
	n := t.countTiles()
	page := n.X * n.Y
	captions := loaders.Fill(min(page, len(t.rows)-t.sheet.Top()), func(k int) string {
		text, _ := t.describeTile(t.sheet.Top()+k, "question")
		return text
	})
	for k := range min(page*loaders.IfElse(hasFocus, 2, 1), len(t.rows)-t.sheet.Top()) {
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
		t.drawOutcome(f, line, row, captions, hasFocus)
		f.Click(tile, widget.Do(func() { t.sheet.Select(row) }))
	}
}

// describeTile returns a column's text and its style; "" if it isn't shown.
func (t tileGrid) describeTile(row int, name string) (text string, st widget.Style) {
	if k := slices.IndexFunc(t.shown, func(c listColumn) bool { return c.Name == name }); k >= 0 {
		text, st = loaders.Clean(t.cellText(row, k)), t.cellStyle(row, k)
	}
	return text, st
}

// drawOutcome cuts the question where it differs from the captions of the page.
func (t tileGrid) drawOutcome(f *widget.Frame, lineArea image.Rectangle, rowIndex int, captions []string, hasFocus bool) {
	base := t.sheet.StartRow(f, lineArea, t.s.Look, rowIndex, hasFocus)
	if base != (widget.Style{}) {
		lineArea.Min.X += widget.Gutter
	}
	pen := widget.NewPen(f, lineArea)
	for _, name := range []string{"answer.predicted", "faithfulness", "question"} {
		text, st := t.describeTile(rowIndex, name)
		if name == "question" {
			text = widget.ShortenApart(text, captions, lineArea.Max.X-pen.X())
		}
		pen.Put(widget.Over(st, base), text)
		pen.Put(base, widget.If(text != "", " "))
	}
}
