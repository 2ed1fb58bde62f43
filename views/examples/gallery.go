package examples

import (
	"image"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/evidence"
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

// countTiles returns the tiles beside and below each other: few that are large if all examples are seen so, and
// narrow ones only for a second row.
func (t tileGrid) countTiles() image.Point {
	least := loaders.IfElse(t.preview.off, image.Pt(2, 1), image.Pt(3, 2)) // off in another screen
	usual := max(least.X, t.mostBeside())
	for beside := least.X; beside < usual; beside++ {
		if rows := t.rowsOfTiles(beside); beside*rows >= len(t.rows) {
			return image.Pt(beside, max(least.Y, rows))
		}
	}
	if narrow := t.area.Dx() / narrowTile; t.rowsOfTiles(usual) < 2 && t.rowsOfTiles(max(1, narrow)) > 1 {
		usual = narrow
	}
	return image.Pt(usual, max(least.Y, t.rowsOfTiles(usual)))
}

func (t tileGrid) rowsOfTiles(beside int) (rows int) {
	fit := func(lines int) int { return t.area.Dy() / (t.tallest(beside) + lines + 1) } // the title for the last blank line
	if rows = fit(captionLines); rows < 2 {
		rows = fit(1)
	}
	return rows
}

// tallest returns the lines of the highest thumbnail where that many tiles are beside each other.
func (t tileGrid) tallest(beside int) int {
	return min(mostTall, (2*t.preview.tall*t.mostBeside()+beside)/(2*beside))
}

func (t tileGrid) mostBeside() int { return max(1, t.area.Dx()/leastTile) }

// Captions of tiles narrower than leastTile have a line more, those of a single row of tiles give one up for a second row.
const captionLines, leastTile, narrowTile, mostTall = 2, 28, 22, 9

func (t tileGrid) Move(tileRows int) { t.sheet.Move(tileRows * t.countTiles().X) }

func (t tileGrid) Page() int { return t.countTiles().Y }

func (t tileGrid) thumbnailsOf(rowIndex int, roomArea image.Rectangle) []widget.PlacedPicture {
	settings, of := t.s.Settings, t.preview.known[t.rows[rowIndex]]
	if of.ex == nil || t.s.Pictured.NoPictures {
		return nil
	}
	if of.scored.score == nil || of.scored.settings != settings {
		*of.scored = tileScore{settings, of.held.Score(settings)}
	}
	layer := evidence.ExampleVersion{Example: of.ex, Score: of.scored.score, Node: of.scored.score.Culprit()}
	return boxes.Thumbnails(&evidence.ShownVersions{Run: t.scored().Run, Photos: of.photos, Settings: settings,
		Cell: t.s.Pictured.Cell, ExampleVersion: layer}, roomArea, t.s.Look)
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
	w := (t.area.Dx()-1)/t.mostBeside() - 1
	for row := t.sheet.Top(); row < t.sheet.Bottom(); row++ {
		for _, p := range t.thumbnailsOf(row, image.Rect(0, 0, w, mostTall)) {
			t.preview.tall = max(t.preview.tall, p.Area.Dy())
		}
	}
	n := t.countTiles()
	t.sheet.Resize(n.X*n.Y + t.sheet.Header())
	t.sheet.SelectOn(t.sheet.Selected(), t.sheet.Selected()%(n.X*n.Y))
}

// drawTiles prepares the next page's pictures only with focus, because decoding is most of a page's
// time, and another list may have the focus.
func (t tileGrid) drawTiles(f *widget.Frame, area image.Rectangle, hasFocus bool) {
	n := t.countTiles()
	page, pitch := n.X*n.Y, image.Pt((t.area.Dx()-1)/n.X, t.area.Dy()/n.Y) // with a line and a column between tiles
	f.Scroll(area, t.sheet.Top(), page, len(t.rows))
	for k := range min(page*loaders.IfElse(hasFocus, 2, 1), len(t.rows)-t.sheet.Top()) {
		row, at := t.sheet.Top()+k, area.Min.Add(image.Pt(1+k%n.X*pitch.X, k%page/n.X*pitch.Y))
		tile := image.Rectangle{at, at.Add(pitch).Sub(image.Pt(1, 1))}
		caption, below := widget.SplitTop(tile, max(1, min(captionLines+leastTile/(pitch.X+1), tile.Dy()-max(3, t.tallest(n.X)))))
		pictures := t.thumbnailsOf(row, below)
		if k >= page {
			f.Ahead = append(f.Ahead, pictures...)
			continue
		}
		for _, p := range pictures {
			f.Place(p)
		}
		base := widget.Style{}
		if hasFocus && (row == t.sheet.Selected() || t.sheet.Held(row)) {
			base = t.s.Theme.Selected
			f.Fill(tile, base)
			for y := tile.Min.Y; y < tile.Max.Y; y++ {
				f.Cell(tile.Min.X-1, y, widget.Over(t.s.Theme.Accent, base), "▌")
			}
		}
		if at.X--; hasFocus && row == t.sheet.Selected() {
			f.Row = &at
		}
		t.drawCaption(f, caption, row, base)
		f.Click(tile, widget.Do(func() { t.sheet.Select(row) }))
	}
}

// tileText is a column's text and its style; "" if it isn't shown.
type tileText struct {
	text  string
	style widget.Style
}

func (t tileGrid) describeTile(row int, name string) (d tileText) {
	if k := slices.IndexFunc(t.shown, func(c listColumn) bool { return c.Name == name }); k >= 0 {
		d = tileText{loaders.Clean(t.cellText(row, k)), t.cellStyle(row, k)}
	}
	return d
}

// drawCaption writes the answer and what failed or else the score, then the question on further lines, if there are any.
func (t tileGrid) drawCaption(f *widget.Frame, area image.Rectangle, rowIndex int, base widget.Style) {
	failed, sign := t.describeTile(rowIndex, "culprit.cause"), "· "
	if failed.text == "" {
		failed, sign = t.describeTile(rowIndex, "faithfulness"), "· "+widget.MetricName(t.columns.metric)+" "
	}
	failed.text = widget.If(failed.text != "", sign+failed.text)
	area.Max.X-- // or captions would touch
	answer, question := t.describeTile(rowIndex, "answer.predicted"), t.describeTile(rowIndex, "question")
	first, rest := widget.SplitTop(area, 1)
	pen := widget.NewPen(f, first)
	for _, part := range []tileText{answer, failed} {
		pen.Put(widget.Over(part.style, base), part.text+widget.If(pen.Fits(part.text+" ") && part.text != "", " "))
	}
	f.TintSigns(first, t.s.Look)
	lines := widget.Wrap(question.text, area.Dx())
	if n := rest.Dy(); n > 0 && len(lines) > n { // cut at a letter
		lines = append(lines[:n-1], ansi.Truncate(strings.Join(lines[n-1:], " "), area.Dx(), "…"))
	}
	f.Lines(rest, widget.Over(question.style, base), lines)
}
