package panel

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/evidence/boxes"
	"faithscope/views/evidence/heat"
	"faithscope/views/widget"
)

// Panel is a subject's evidence: name, number, parts and words.
type Panel struct {
	boxes    *boxes.PicturePart
	passage  heat.PassageHeat
	rows     *heat.AttributionRows
	texts    textsPart
	parts    []evidence.EvidencePart
	subject  evidence.ShownVersions
	options  evidence.Options
	head     []string
	findings []evidence.PartContent // per part
	words    *wordTable

	area, above, text image.Rectangle // of the panel, what is above it, and the words
	look              widget.Look
	focused           bool
	joined            bool // title and score share a line
	facts             []string
}

// New returns a panel with every kind of evidence, without a subject. It is laid out again when its
// selected row moves.
func New() *Panel {
	p := &Panel{subject: evidence.Nothing(), words: newWords(), head: []string{"", ""}}
	p.rows = &heat.AttributionRows{}
	p.boxes = boxes.New(func(mark int) { p.words.selectOf(p.boxes, mark) })
	p.parts = []evidence.EvidencePart{&classesPart{}, &valuesPart{}, p.boxes, &p.passage, p.rows, &p.texts}
	p.words.Moved = func() { p.Lay(p.above, p.area, p.look, p.focused) }
	return p
}

// Show displays a new subject, w cells wide. Lay the panel out afterwards. In another version of
// the same example and module the selected box stays selected in a focused panel.
func (p *Panel) Show(shownVersions evidence.ShownVersions, w int) {
	old, now := &p.subject.ExampleVersion, &shownVersions.ExampleVersion
	fresh := now.Example != old.Example || now.Node != old.Node
	if !fresh && shownVersions.IsSame(&p.subject) && w == p.options.Width {
		return
	}
	image, box, _ := p.Target()
	isChanged := p.focused && fresh && now.Example.ID == old.Example.ID && now.Node == old.Node
	chosen, sameBox := p.words.selectedName(), p.boxes.HoldBox(p.words.selectedIn(p.boxes))
	p.subject, p.options.Width = shownVersions, w
	p.collectParts(fresh)
	mark := loaders.IfElse(isChanged && box >= 0, p.boxes.MarkOf(image, box), -1)
	switch otherAbove := !fresh && p.words.selectedName() != chosen; {
	case mark >= 0:
		p.words.selectOf(p.boxes, mark)
	case (isChanged || otherAbove) && !p.words.selectNamed(chosen):
		p.words.selectOf(p.boxes, sameBox())
	}
}

// Node returns the shown module, -1 for the whole example.
func (p *Panel) Node() int {
	if p.subject.ShownModule() == nil || p.rows.Shown {
		return -1
	}
	return p.subject.Node
}

// The example's texts empty the parts of the module, because their words would mix.
func (p *Panel) collectParts(isFresh bool) {
	before := p.Title()
	p.options.Fresh = isFresh
	p.findings = loaders.Map(p.parts, func(part evidence.EvidencePart) evidence.PartContent { return part.Find(&p.subject, p.options) })
	if p.rows.Shown {
		for k, part := range p.parts {
			if !p.findings[k].Beside {
				none := evidence.Nothing()
				p.findings[k] = part.Find(&none, p.options)
			}
		}
		p.boxes.ExplainObjects(&p.subject)
	}
	title, score, facts := moduleHead(&p.subject)
	if p.subject.JoinsPassage() { // of one of the two
		facts = nil
	}
	if held := p.subject.HeldLayer(); held != nil && p.subject.ComparedLayer() == nil {
		facts = append(facts, "not compared with "+held.Name+": "+p.subject.WhyApart(held))
	}
	var rows []partRow
	var columns []widget.Column
	for i, findings := range p.findings {
		title, score = cmp.Or(findings.Title, title), cmp.Or(findings.Score, score)
		for _, row := range findings.Rows {
			row.Text = cmp.Or(row.Text, evidence.RowSentence(row.Cells, findings.Columns))
			rows = append(rows, partRow{row, p.parts[i]})
		}
		facts = append(facts, findings.Facts...)
		if len(findings.Rows) > 0 {
			columns = findings.Columns
		}
	}
	p.head = []string{title}
	for _, text := range append([]string{score}, facts...) {
		if strings.HasPrefix(text, " ") { // a detail, a path
			p.head = append(p.head, text)
			continue
		}
		p.head = append(p.head, widget.Wrap(text, p.options.Width)...)
	}
	p.words.showRows(rows, columns, isFresh || title != before)
}

// StepTexts returns the whole texts of the step shown, nil for another module.
func (p *Panel) StepTexts() [][2]string { return p.texts.step }

// Title names the subject: "find[red block]"; "" without one.
func (p *Panel) Title() string { return p.head[0] }

// Words returns all evidence as lines of text.
func (p *Panel) Words() []string {
	all := append([]string{p.head[0] + ": " + p.head[1]}, p.head[2:]...)
	for _, said := range p.findings {
		all = append(all, said.Words...)
	}
	return append(all, loaders.Map(p.words.rows, func(row partRow) string { return strings.TrimSpace(row.Text) })...)
}

// WordLines returns the lines of the head, of texts and notes below pictures, and of the rows with their titles.
func (p *Panel) WordLines() int {
	return p.HeadLines() + len(p.words.rows) + p.texts.Count
}

// HeadLines returns the lines of the head and of notes below pictures.
func (p *Panel) HeadLines() int {
	return p.heading(len(p.head)-2, p.options.Width) + loaders.IfElse(p.boxes.HasPictures(), p.boxes.CountNotes(), 0)
}

// HasPassage reports whether a passage is shown without pictures, so that it can be beside everything else.
func (p *Panel) HasPassage() bool { return p.passage.Shown && !p.boxes.HasPictures() }

// heading returns the lines of title, score and facts at w cells.
func (p *Panel) heading(factCount, w int) int {
	return factCount + loaders.IfElse(ansi.StringWidth(p.head[0]+titleGap+p.head[1]) <= w, 1, 2)
}

// SpareLines returns how many lines are empty below a passage beside everything else, or else below texts or rows.
func (p *Panel) SpareLines() int {
	switch {
	case p.HasPassage() && !p.above.Empty():
		return p.above.Dy() - p.passage.Height()
	case p.texts.step != nil:
		return p.texts.Area.Dy() - p.texts.Count
	}
	return p.SpareWordLines()
}

// SpareWordLines returns how many lines are empty below the rows of words.
func (p *Panel) SpareWordLines() int { return p.words.SpareLines(p.text) }

// Above returns how many of h lines, w cells wide, the panel wants above everything else, which needs
// otherLines.
func (p *Panel) Above(w, h, otherLines int) (lines int) {
	if p.options.WordsOnly {
		return 0
	}
	return p.boxes.Above(w, h, otherLines)
}

// Beside returns how many of w columns, h lines high, a picture or passage wants beside everything else.
func (p *Panel) Beside(w, h int) (columns int) {
	switch {
	case p.options.WordsOnly || p.rows.Shown:
		return 0
	case p.HasPassage():
		return p.passage.Columns(w, h)
	}
	return p.boxes.Beside(w, h)
}

// PictureNames returns the shown pictures' files; "" without any, and beside a passage.
func (p *Panel) PictureNames() string { return widget.If(!p.HasPassage(), p.boxes.PictureNames()) }

// PictureSize returns the cells of the pictures in w × h.
func (p *Panel) PictureSize(w, h int) image.Point { return p.boxes.SizeIn(w, h) }

// Lay lays the panel out in area and the granted [Panel.Above] or [Panel.Beside]; focused means that it has the keys.
// Call it after every action and before Draw.
func (p *Panel) Lay(areaAbove, area image.Rectangle, look widget.Look, focused bool) {
	p.above, p.area, p.look, p.focused = areaAbove, area, look, focused
	short := area.Dy() < shortPanel
	p.facts = p.head[2:]
	hasEvidence := p.rows.Shown || p.boxes.HasPictures()
	if isTight := short && areaAbove.Empty(); isTight && hasEvidence && len(p.facts) > 1 { // the evidence needs the room
		if isTable := strings.HasPrefix(p.facts[0], " "); isTable { // with a heading and two rows
			p.facts = p.facts[:min(len(p.facts), 3)]
		} else {
			p.facts = []string{ansi.Truncate(p.facts[0]+" "+p.facts[1], area.Dx(), "…")}
		}
	}
	heading := p.heading(len(p.facts), area.Dx())
	if p.joined = heading == 1+len(p.facts); p.Wide() {
		heading = 0
	}
	_, rest := widget.SplitTop(area, heading)
	for _, part := range p.parts {
		if part != p.boxes && p.Wide() {
			continue
		}
		selected, lines := p.words.selectedIn(part), len(p.words.rows)+min(p.texts.Count, area.Dy()/3)
		if image, at := p.rows.ObjectUnder(); at >= 0 && part == p.boxes {
			lines += p.rows.LinesNeeded(p.options.Width)
			selected = p.boxes.MarkOf(image, at)
		}
		own := loaders.IfElse(part == &p.passage && p.boxes.HasPictures(), image.Rectangle{}, areaAbove)
		rest = part.Lay(evidence.PartSpace{
			Area: rest, Above: own, Look: look, Lines: lines, Rows: len(p.words.rows),
			Selected: selected, Focused: focused, WordsOnly: p.options.WordsOnly,
		})
	}
	p.text, p.words.look = rest, look
	p.words.Resize(rest.Dy())
}

const (
	// A shortPanel puts title and score on one line, and facts too.
	shortPanel = 20
	titleGap   = "  "
)

// Draw draws the panel, with cursorMark after the score, or shortHint if cursorMark doesn't fit.
func (p *Panel) Draw(f *widget.Frame, cursorMark, shortHint string) {
	line, before := p.area, p.head[1]
	if p.Wide() {
		p.boxes.Draw(f, p.look)
		return
	}
	if p.joined {
		before = p.head[0] + titleGap + before
	}
	if ansi.StringWidth(before+cursorMark) > line.Dx() {
		cursorMark = widget.If(ansi.StringWidth(before+shortHint) <= line.Dx(), shortHint) // or the tree alone tells
	}
	pen, title := widget.NewPen(f, line), p.look.Theme.Faint
	if p.focused {
		title = p.look.Theme.Accent
	}
	pen.Put(widget.Bold(title), p.head[0])
	if p.joined {
		pen.Put(widget.Style{}, titleGap)
	} else {
		line.Min.Y++
		pen = widget.NewPen(f, line)
	}
	pen.Put(widget.Style{}, p.head[1]+cursorMark)
	line.Min.Y++
	f.Lines(line, widget.Style{}, p.facts)
	for _, part := range p.parts {
		part.Draw(f, p.look)
	}
	p.words.drawTable(f, p.text, p.look, p.focused)
}

// Scroller returns the target of move keys: the enlarged picture, a text that doesn't fit, or the
// rows of words.
func (p *Panel) Scroller() widget.Scroller {
	return cmp.Or(p.boxes.Scroller(), p.passage.Scroller(), p.rows.Scroller(), p.texts.AsScroller(), widget.Scroller(&p.words.Table))
}

// Across moves sideways, left for negative d, the first of: an enlarged picture, the token cursor,
// the row of words if the move keys scroll something else or a passage is annotated, or the
// pictures. It reports whether it could.
func (p *Panel) Across(d int) bool {
	if p.boxes.Pan(d) || p.rows.StepToken(d) {
		return true
	}
	if p.Scroller() != &p.words.Table || p.subject.Draft != nil && p.passage.Shown {
		p.words.Move(d)
		return true
	}
	return p.boxes.Turn(d)
}

// Picture returns a frame of only the pictures, nil for none.
func (p *Panel) Picture() *widget.Frame { return p.boxes.Picture(p.look) }

// Zoom fills the screen with a picture, then enlarges it, then undoes that; it reports whether there is
// a picture.
func (p *Panel) Zoom() bool { return p.boxes.Zoom() }

// Target returns the proposal of an image, or the passage's token, of the selected row or cursor,
// and its gold box; -1 for none.
func (p *Panel) Target() (image, at, gold int) {
	if p.rows.Shown {
		image, at = p.rows.ObjectUnder()
		return image, at, -1
	}
	if mark := p.words.selectedIn(p.boxes); mark >= 0 {
		return p.boxes.TargetOf(mark)
	}
	return 0, p.words.selectedIn(&p.passage), -1
}

// Layer returns a function that closes the innermost open thing, nil for none.
func (p *Panel) Layer() (leave func()) {
	if leave = p.boxes.Layer(); leave == nil && p.options.WordsOnly {
		leave = func() { p.options.WordsOnly = false }
	}
	return leave
}

// Wide reports whether a picture takes the whole screen.
func (p *Panel) Wide() bool { return p.boxes.IsEnlarged() }

// Actions returns the keys of all parts and of the panel.
func (p *Panel) Actions() []widget.Action {
	return widget.After(append(append(p.boxes.Actions(), p.rows.Actions()...),
		widget.Switch("words", nil, &p.options.WordsOnly),
		widget.Switch("log-scale", widget.When(func() bool {
			return !slices.ContainsFunc(p.findings, func(s evidence.PartContent) bool { return s.Scaled })
		}, "the selected module does not attend to a passage"), &p.options.Log),
	), widget.Do(func() { p.collectParts(keepRow) }))
}
