package examples

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// EmbeddedList is a list of examples below another screen's rows, without preview and cursor, as a
// gallery if the run has pictures. The zero EmbeddedList shows nothing.
type EmbeddedList struct {
	list *List
	of   any // what the list is about, comparable
}

// LeastEmbedded is the least height in which an embedded list is useful.
const LeastEmbedded = 6

// Show shows the list that openList returns in area, and opens it again only if listSubject has
// changed; nil shows nothing. It returns the command that reads what the list lacks.
func (b *EmbeddedList) Show(listSubject any, area image.Rectangle, openList func() *List) tea.Cmd {
	v, isShown := b.list, b.of == listSubject
	if b.of = listSubject; listSubject == nil {
		b.list = nil
		return nil
	}
	if isShown && v.area == area {
		return nil
	}
	var read tea.Cmd
	if !isShown {
		v = openList()
		v.preview.off, v.preview.tiled = true, v.scored().Run.Pictures != nil && !v.s.Pictured.NoPictures
		if b.list != nil && b.list.run == v.run {
			v.preview.tall = b.list.preview.tall
		}
		b.list, read = v, v.Update(views.RefreshViews{})
	}
	return tea.Batch(read, v.resizeTo(area))
}

// Update passes the list every message except a new size, which comes from [EmbeddedList.Show].
func (b *EmbeddedList) Update(msg tea.Msg) tea.Cmd {
	if _, resized := msg.(views.ResizeView); resized || b.list == nil {
		return nil
	}
	return b.list.Update(msg)
}

// Above returns the part of area above the list and a gap.
func (b *EmbeddedList) Above(area image.Rectangle, gap int) image.Rectangle {
	if b.list != nil {
		area.Max.Y = min(area.Max.Y, b.list.listed.Min.Y-gap)
	}
	return area
}

// Draw draws a rule with the number of examples, and below it their thumbnails or rows.
func (b *EmbeddedList) Draw(f *widget.Frame) {
	v := b.list
	if v == nil {
		return
	}
	rule, rows := widget.SplitTop(v.listed, 1)
	rule.Min.X += widget.Gutter
	f.TextOver(rule, v.s.Theme.Faint, v.describeCount()+" examples")
	f.DrawPanel(v.listed, v.s.Look, widget.Unfocused)
	if v.preview.tall > 0 { // a picture was found
		v.tiles.drawTiles(f, rows, widget.Unfocused)
		return
	}
	rows.Max.X -= rightMargin
	v.sheet.Draw(f, rows, v.s.Look, widget.Unfocused)
}
