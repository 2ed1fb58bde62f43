package examples

import (
	"image"
	"slices"
	"strings"

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
	return image.Pt(max(3, t.area.Dx()/30), max(2, t.area.Dy()/(t.preview.tall+captionLines)))
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
	for k := range min(page*loaders.IfElse(hasFocus, 2, 1), len(t.rows)-t.sheet.Top()) {
		row, at := t.sheet.Top()+k, area.Min.Add(image.Pt(k%n.X*area.Dx()/n.X, k%page/n.X*area.Dy()/n.Y))
		tile := image.Rectangle{at, at.Add(image.Pt(area.Dx()/n.X-1, area.Dy()/n.Y))}
		caption, below := widget.SplitTop(tile, loaders.IfElse(tile.Dy() < leastTile, 1, captionLines))
		pictures := t.thumbnailsOf(row, below)
		if k >= page {
			f.Ahead = append(f.Ahead, pictures...)
			continue
		}
		for _, p := range pictures {
			f.Place(p)
		}
		t.drawCaption(f, caption, row, hasFocus)
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

// In tiles of less than leastTile lines the picture gets the second line of the caption.
const captionLines, leastTile = 2, 6

func (t tileGrid) drawCaption(f *widget.Frame, area image.Rectangle, rowIndex int, hasFocus bool) {
	base := t.sheet.StartRow(f, area, t.s.Look, rowIndex, hasFocus)
	area.Max.X--
	if base != (widget.Style{}) {
		area.Min.X += widget.Gutter
	}
	line, rest := widget.SplitTop(area, 1)
	pen := widget.NewPen(f, line)
	for _, name := range []string{"answer.predicted", "faithfulness"} {
		text, st := t.describeTile(rowIndex, name)
		isCut := name == "faithfulness" && !pen.Fits(text)
		pen.Put(widget.Over(st, base), widget.If(text != "" && !isCut, text+" "))
	}
	question, st := t.describeTile(rowIndex, "question")
	start := ""
	if word, _, _ := strings.Cut(question, " "); pen.Fits(word) {
		start = widget.Wrap(question, line.Max.X-pen.X())[0]
	}
	pen.Put(widget.Over(st, base), start)
	widget.NewPen(f, rest).PutWords(widget.Over(st, base), strings.TrimSpace(strings.TrimPrefix(question, start)))
}
