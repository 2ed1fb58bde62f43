package examples

import (
	"cmp"
	"fmt"
	"image"
	"maps"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/example"
)

// List is the list of a run's examples. It draws only visible rows.
type List struct {
	selection
	exampleSheet
	typing       *filterInput  // nil while no query is typed
	root         bool          // see [AsRoot]
	opened       int           // clauses that the list was opened with
	cursor       pendingCursor // where it goes once rows are known
	preview      sidePreview
	area, listed image.Rectangle // of the screen, and of the list

	tiles tileGrid

	reading bool   // rows on screen
	wanted  string // what was asked for last
}

// pendingCursor is where a list's cursor goes once its rows are known.
type pendingCursor struct {
	first   bool
	example int  // once it is listed, before first; -1 for none
	opens   bool // it then opens: enter came before the rows
	// id is the example to find again in a reopened file; "" for none.
	id string
}

// workResult holds what a list computed in the background; show displays it.
type workResult struct {
	by   *List
	show func() tea.Cmd
}

func (v *List) computeBeside(computeFunc func() (show func() tea.Cmd)) tea.Cmd {
	return func() tea.Msg {
		defer scoring.Alone(v.s.Context())()
		return workResult{v, computeFunc()}
	}
}

func (v *List) setOrder(o sortOrder) tea.Cmd {
	v.order, v.cursor.first = o, true
	return v.refreshRows()
}

func (v *List) setFilter(f Filter) tea.Cmd {
	v.cursor.opens = false
	if v.filter.Filter = f; v.root {
		v.s.Scope.Where = f.Where
	}
	return v.refreshRows()
}

func (v *List) narrowBy(f Filter) tea.Cmd {
	v.recordFilter(v.filter.Filter, f)
	return v.setFilter(f)
}

// recordFilter lets undo also refresh the list on screen, which may be another run's under the same filter.
func (v *List) recordFilter(was, is Filter) {
	views.Record(&v.s.Timeline, "filter "+cmp.Or(is.Where, is.Named, "all"), was, is, func(f Filter) tea.Cmd {
		return tea.Batch(v.setFilter(f), v.s.Refresh())
	})
}

func (v *List) settleCommand() tea.Cmd {
	if v.preview.tiled {
		v.tiles.arrangeTiles()
	}
	return tea.Batch(v.readShown(), v.lookAtSelected())
}

func (v *List) resizeTo(area image.Rectangle) tea.Cmd {
	v.area = area
	v.divideArea()
	return v.settleCommand()
}

// divideArea divides the area between list and preview. It lays columns out twice, because the
// preview's room depends on what they need.
func (v *List) divideArea() {
	if v.s.Theme == nil { // no screen is on yet: the first has a size to divide
		return
	}
	v.width = v.area.Dx() - rightMargin
	v.arrangeColumns(v.rows, v.s.Look)
	v.listed = v.preview.splitRoom(v.area, needOf(v.sheet.Columns)+rightMargin)
	v.width = v.listed.Dx() - rightMargin
	v.arrangeColumns(v.rows, v.s.Look)
	v.sheet.Resize(v.listed.Dy() - 1)
}

func (v *List) refreshRows() tea.Cmd { return tea.Batch(v.loadRows(), v.settleCommand()) }

// loadRows derives rows and columns, in the background if records have to be read; it drops these
// rows if others were requested meanwhile. In a reopened run the cursor follows the id, because
// places may differ.
func (v *List) loadRows() tea.Cmd {
	old := v.rows
	if was := v.columns.run; was != nil && was != v.scored() { // which has other places
		row, _ := was.Run.Peek(v.selectedExample())
		v.cursor.id, v.anchor, v.from = row.ID, -1, -1
	}
	work, done := v.deriveRows(v.typing != nil)
	v.columns = newColumns(v.scored(), v.facts, v.s.Book(v.run), v.rests)
	v.columns.settings = v.s.Settings
	if done {
		v.showRows(old)
	}
	v.divideArea()
	if work == nil {
		if v.cursor.opens {
			return v.openSelected()
		}
		return nil
	}
	request := v.request
	return v.computeBeside(func() func() tea.Cmd {
		found := work()
		return func() tea.Cmd {
			if request != v.request {
				return nil
			}
			old := v.rows
			v.replaceRows(found)
			v.showRows(old)
			settled := v.resizeTo(v.area)
			if v.cursor.opens {
				return tea.Batch(settled, v.openSelected())
			}
			return tea.Batch(settled, views.Send(views.RowsListed{}))
		}
	})
}

// showRows keeps the selected example on its line, so that rows don't jump while a run grows. If the
// filter drops it, the one that followed is selected.
func (v *List) showRows(oldRows []int) {
	at, line := v.sheet.Selected(), v.sheet.Selected()-v.sheet.Top()
	v.sheet.SetCount(len(v.rows))
	switch wanted := slices.Index(v.rows, v.cursor.example); {
	case wanted >= 0:
		v.sheet.Select(wanted)
		v.cursor = pendingCursor{example: -1}
	case v.cursor.first:
		v.cursor.first = false
		v.sheet.First()
	default:
		at = reselectedRow(oldRows, at, v.rows)
		if i := slices.IndexFunc(v.rows, func(i int) bool { return v.cursor.id != "" && v.idOf(i) == v.cursor.id }); i >= 0 {
			at, v.cursor.id = i, ""
		}
		v.sheet.SelectOn(at, line)
	}
	v.sheet.Empty, v.sheet.Lit = "", v.filter.query.Words()
	if len(v.rows) == 0 {
		v.sheet.Empty = v.whyEmpty()
	}
}

func reselectedRow(oldRows []int, oldRow int, newRows []int) int {
	if oldRow >= len(oldRows) {
		return oldRow
	}
	if i := slices.Index(newRows, oldRows[oldRow]); i >= 0 {
		return i
	}
	place := make(map[int]int, len(newRows))
	for i, r := range newRows {
		place[r] = i
	}
	for _, r := range oldRows[oldRow:] {
		if i, ok := place[r]; ok {
			return i
		}
	}
	return oldRow
}

// readShown returns a command that reads and scores the rows on screen; nil if nothing lacks or one
// is running. It drops other records, so that memory stays bounded.
func (v *List) readShown() tea.Cmd {
	if v.reading {
		return nil
	}
	asked := loaders.Filter(v.shown, func(c listColumn) bool { return c.fact })
	names := loaders.Map(asked, func(c listColumn) string { return c.Name })
	var missing []int
	for _, r := range v.tiles.rowsShown() {
		lacksRecord := v.preview.showsRecords() && v.preview.known[r].ex == nil
		if _, read := v.columns.readRow(r); !read || lacksRecord || !v.facts.Known(names, r) {
			missing = append(missing, r)
		}
	}
	read, _, _ := v.scored().Progress()
	wanted := fmt.Sprint(missing, names, v.s.Settings, read)
	if missing == nil || wanted == v.wanted { // what cannot be known now is not asked for again at once
		return nil
	}
	v.reading, v.wanted = true, wanted
	scored, table, settings := v.scored(), v.facts, v.s.Settings
	tiled, whole := v.preview.tiled, v.preview.showsRecords()
	return v.computeBeside(func() func() tea.Cmd {
		found := map[int]loadedExample{}
		for _, i := range missing {
			if scored.Example(i, settings); !whole {
				continue
			}
			of := loadedExample{ex: scored.Run.Example(i), held: scored.Hold(i), scored: &tileScore{}}
			if tiled {
				of.photos = evidence.Photos(scored.Run, of.ex)
			}
			found[i] = of
		}
		for _, name := range names {
			column := table.Column(name)
			for _, i := range missing {
				column.At(i)
			}
		}
		return func() tea.Cmd {
			v.reading = false
			shown := v.tiles.rowsShown()
			maps.Copy(v.preview.known, found)
			maps.DeleteFunc(v.preview.known, func(i int, _ loadedExample) bool { return !slices.Contains(shown, i) })
			return v.refreshRows()
		}
	})
}

func (v *List) sortBy(columnIndex int) tea.Cmd {
	v.sheet.Column = columnIndex
	c := v.shown[columnIndex]
	o, err := orderBy(c.Name, v.facts)
	if err != nil {
		return v.s.ShowError(err.Error())
	}
	if c.Name == "" {
		o.resting = v.rests
	}
	was := v.order
	was.reverse = false
	switch same := o.String() == was.String(); {
	case same && v.order.reverse:
		o = sortOrder{}
	case same:
		o.reverse = true
	}
	return v.setOrder(o)
}

func (v *List) selectedExample() int {
	if len(v.rows) == 0 {
		return 0
	}
	return v.rows[v.sheet.Selected()]
}

// lookAtSelected shows the selected example in the preview. Pictures follow once the cursor has
// rested, because decoding each one passed would be slow.
func (v *List) lookAtSelected() tea.Cmd {
	p := &v.preview
	if p.area.Empty() || len(v.rows) == 0 {
		p.at, p.shown = -1, nil
		return nil
	}
	p.at = v.selectedExample()
	shown := p.known[p.at]
	moved := shown.ex != p.shown
	if p.shown = shown.ex; shown.ex == nil {
		return nil
	}
	scored := shown.held.Score(v.s.Settings)
	if p.program.Settings = v.s.Settings; moved {
		p.program.Show(shown.ex, scored)
		p.photos = nil
	}
	p.program.Scores = scored
	p.layOut(evidence.ShownVersions{
		Run: v.scored().Run, Photos: p.photos, Settings: v.s.Settings, NoPictures: v.s.Pictured.NoPictures, Cell: v.s.Pictured.Cell,
		ExampleVersion: evidence.ExampleVersion{Example: shown.ex, Node: p.program.Node(), Score: scored},
	}, v.s.Look)
	if !moved || v.s.Pictured.NoPictures || len(shown.ex.Images) == 0 {
		return nil
	}
	request, run := p.request.Add(1), v.scored().Run
	return tea.Tick(v.s.Pictured.Rest, func(time.Time) tea.Msg {
		if request != p.request.Load() {
			return nil // which draws nothing
		}
		photos := evidence.Photos(run, shown.ex)
		return workResult{v, func() tea.Cmd {
			if request != p.request.Load() {
				return nil
			}
			p.photos = photos
			if !p.wide && !photos[0].Missing && photos[0].AspectRatio() >= widePicture {
				p.wide = true
				return v.resizeTo(v.area)
			}
			return v.lookAtSelected()
		}}
	})
}

func (v *List) openSelected() tea.Cmd {
	if v.cursor.opens = v.busy; v.busy || len(v.rows) == 0 {
		return nil
	}
	return v.s.Push(example.New(v.s, v.run, v.rows[v.sheet.Selected()], v))
}
