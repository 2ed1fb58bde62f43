package examples

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// Brief is a list of examples as another screen shows it below its own rows: without a preview and
// a cursor, as a gallery if the run has pictures. The zero Brief shows nothing.
type EmbeddedList struct {
	list *List
	of   any // what the list is of, comparable
}

// LeastBrief is the least height in which a brief shows anything of use.
const LeastEmbedded = 6

// Show makes b show what open returns in area, unless it shows what of stands for already, and
// returns the command that reads what it lacks. With nil it shows nothing.
func (b *EmbeddedList) Show(subject any, area image.Rectangle, open func() *List) tea.Cmd {
	v, isShown := b.list, b.of == subject
	if b.of = subject; subject == nil {
		b.list = nil
		return nil
	}
	if isShown && v.area == area {
		return nil
	}
	var read tea.Cmd
	if !isShown {
		v = open()
		v.preview.off, v.preview.tiled = true, v.s.Run(v.run).Pictures != nil && !v.s.Pictured.NoPictures
		b.list, read = v, v.Update(views.Refresh{})
	}
	return tea.Batch(read, v.resizeTo(area))
}

// Update tells the list that is shown of everything but a new size, which [Brief.Show] gives.
func (b *EmbeddedList) Update(msg tea.Msg) tea.Cmd {
	if _, resized := msg.(views.Resize); resized || b.list == nil {
		return nil
	}
	return b.list.Update(msg)
}

// Draw draws a rule that says how many examples there are, and below it their thumbnails or rows,
// without the focus. It draws nothing if no list is shown.
func (b *EmbeddedList) Draw(f *widget.Frame) {
	v := b.list
	if v == nil {
		return
	}
	rule, rows := widget.SplitTop(v.listed, 1)
	f.TextOver(rule, v.s.Theme.Border, strings.Repeat("─", rule.Dx()))
	rule.Min.X += widget.Gutter
	f.TextOver(rule, v.s.Theme.Faint, " "+v.describeCount()+" examples ")
	if v.preview.tiled {
		v.tiles.drawTiles(f, rows, widget.Unfocused)
		return
	}
	v.sheet.Draw(f, rows, v.s.Look, widget.Unfocused)
}
