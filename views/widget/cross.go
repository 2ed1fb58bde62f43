package widget

import (
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/table"
)

// Cross shows how many examples two things have together ([facts.Table.Cross]), a
// cell of them selected.
type Cross struct {
	Shown *table.Table // nil for none; the last row and the last column are totals
	At    image.Point  // the selected cell
	// Alike says that rows and columns are values of one thing: those where they
	// are the same have a sign.
	Alike bool
}

// Size is how many columns and rows of cells there are, none without examples.
func (c *Cross) Size() image.Point {
	if c.Shown == nil || len(c.Shown.Rows) < 2 {
		return image.Point{}
	}
	return image.Pt(len(c.Shown.Columns)-1, len(c.Shown.Rows))
}

// Cell is the selected cell.
func (c *Cross) Cell() table.Cell { return c.cell(c.At) }

// Count is how many examples the selected cell has.
func (c *Cross) Count() int { return c.count(c.At) }

func (c *Cross) cell(at image.Point) table.Cell {
	if size := c.Size(); !at.In(image.Rectangle{Max: size}) {
		return table.Cell{}
	}
	return c.Shown.Rows[at.Y][at.X+1]
}

func (c *Cross) count(at image.Point) int {
	n, _ := c.cell(at).Value.(int)
	return n
}

// total is that of a row.
func (c *Cross) total(row int) int { return c.count(image.Pt(c.Size().X-1, row)) }

// Share is the selected cell's share of its row, 0..1.
func (c *Cross) Share() float64 { return c.share(c.At) }

func (c *Cross) share(at image.Point) float64 {
	return float64(c.count(at)) / float64(max(1, c.total(at.Y)))
}

// Labels are what the selected row and column are, "n" for the totals.
func (c *Cross) Labels() (row, column string) { return c.row(c.At.Y), c.column(c.At.X) }

func (c *Cross) row(y int) string    { return Brief(&c.Shown.Columns[0], c.Shown.Rows[y][0]) }
func (c *Cross) column(x int) string { return loaders.Clean(c.Shown.Columns[x+1].Name) }

// same reports whether row and column of a cell are one value.
func (c *Cross) same(at image.Point) bool {
	size := c.Size()
	return c.Alike && at.X < size.X-1 && at.Y < size.Y-1 && c.row(at.Y) == c.column(at.X)
}

// To selects a cell, or the nearest one.
func (c *Cross) To(at image.Point) {
	size := c.Size()
	c.At = image.Pt(max(0, min(at.X, size.X-1)), max(0, min(at.Y, size.Y-1)))
}

// First selects what to look at first: the most examples of two different values,
// the total where there are none.
func (c *Cross) First() {
	size := c.Size()
	c.To(size)
	most := 0
	for y := range size.Y - 1 {
		for x := range size.X - 1 {
			if at := image.Pt(x, y); !c.same(at) && c.count(at) > most {
				most, c.At = c.count(at), at
			}
		}
	}
}

// labels is the room of the rows' labels, and width that of a cell.
func (c *Cross) labels() int {
	return 1 + Widest(5, len(c.Shown.Rows), c.row)
}

func (c *Cross) width() int { return 1 + Widest(3, c.Size().X, c.column) }

// Room is what the cells need, titles included.
func (c *Cross) Room() image.Point {
	size := c.Size()
	if size == (image.Point{}) {
		return size
	}
	return image.Pt(c.labels()+size.X*c.width()+2, size.Y+2)
}

// Draw draws the cells below their labels, each in the colour of its share of the
// row, and of one value twice with a sign; a click picks a cell. Cells that have no
// room are not drawn, but the selected one is.
func (c *Cross) Draw(f *Frame, area image.Rectangle, look Look, pick func(at image.Point) tea.Cmd) {
	size := c.Size()
	if size == (image.Point{}) {
		return
	}
	faint, labels, width := Ink(look.Theme.Faint), c.labels(), c.width()
	head := Bold(faint)
	f.Text(area.Min.X+2, area.Min.Y, area.Dx()-2, faint, loaders.Clean(c.Shown.Title))
	rows, columns := max(1, area.Dy()-2), max(1, (area.Dx()-labels-2)/width)
	left, top := max(0, c.At.X-columns+1), max(0, c.At.Y-rows+1)
	for x := left; x < min(size.X, left+columns); x++ {
		from, wide := area.Min.X+labels+(x-left)*width, width
		if x == size.X-1 {
			wide += 2
		}
		RightText(f, from, area.Min.Y+1, wide, head, c.column(x))
		for y := top; y < min(size.Y, top+rows); y++ {
			at, line := image.Pt(x, y), area.Min.Y+2+y-top
			RightText(f, area.Min.X, line, labels-1, head, c.row(y))
			cell := image.Rect(from, line, from+wide, line+1)
			c.draw(f, cell, look, at)
			f.Click(cell, func() tea.Cmd { return pick(at) })
		}
	}
}

func (c *Cross) draw(f *Frame, area image.Rectangle, look Look, at image.Point) {
	n, size := c.count(at), c.Size()
	text, style := strconv.Itoa(n), Ink(look.Theme.Text)
	switch {
	case n == 0:
		text, style = "·", Ink(look.Theme.Faint)
	case at.X < size.X-1 && at.Y < size.Y-1:
		style = look.Heat().Style(c.share(at))
	}
	sign := ""
	if c.same(at) && n > 0 {
		style, sign = Bold(style), "✓"
	}
	if at == c.At {
		style = Bold(look.Selected())
		if sign == "" {
			sign = "▸"
		}
	}
	if len(text)+1 < area.Dx() {
		text = sign + text
	}
	f.Fill(area, style)
	RightText(f, area.Min.X, area.Min.Y, area.Dx(), style, text)
}
