package heat

import (
	"cmp"
	"fmt"
	"image"
	"slices"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// AttributionRows shows attributions, oracles and rationales, on request or if the example has nothing else.
// Ranked sentences are first.
type AttributionRows struct {
	wanted    bool
	how       rowOptions
	reference string // label of the reference row, "" for the grid's own
	tokens    bool
	matrix    bool   // every row in full below the tokens
	begun     string // id of the example whose strongest token the cursor began at

	example *loaders.Example
	of      evidence.ShownVersions
	read    rowOptions        // options of the last reading
	ranks   *sentenceRankings // of sentences, nil for none
	only    bool              // the example has nothing else
	Shown   bool

	tokenCursor
	text     widget.ScrollArea
	second   widget.ScrollArea // a pair's, if both don't fit
	aim      int               // token to scroll to, -1 for none
	selected int
	legend   image.Rectangle
}

// Find implements [evidence.EvidencePart].
func (r *AttributionRows) Find(shownVersions *evidence.ShownVersions, options evidence.Options) evidence.PartContent {
	r.Shown, r.pointing = false, false
	r.collectRows(shownVersions, options.Log)
	// The example has nothing else, or a model was asked for its rows.
	r.only = len(r.example.Program)+len(r.example.Images) == 0 || shownVersions.Name != "" && shownVersions.Draft == nil
	if r.Shown = r.found != nil && (r.wanted || r.only); !r.Shown {
		return evidence.PartContent{}
	}
	r.pointing = shownVersions.Pointing && !r.bySentence()
	if r.aim = -1; options.Fresh {
		r.beginAt(shownVersions)
	}
	findings := evidence.PartContent{Title: shownVersions.ComparisonTitle(), Scaled: r.found.rows > 0, Beside: true}
	findings.Score = widget.If(findings.Scaled, loaders.Count(r.found.rows, "row")+widget.If(r.found.class != "", " · for "+r.found.class))
	if g := r.found.all; r.found.rows == 0 && len(g) > 0 {
		findings.Title = loaders.IfElse(g[0].second > 0, g[0].texts[0]+" and "+g[0].texts[1], "the "+g[0].name)
	}
	findings.Facts = append(explanationLines(r.example.Explanation, options.Width), r.found.left...)
	if !r.bySentence() {
		findings.Rows, findings.Columns = r.found.agreementLines(r.reference)
		return findings
	}
	findings.Title, findings.Score = "the sentences", fmt.Sprintf("%s, %d gold · ranked by %s",
		loaders.Count(len(r.ranks.answers), "sentence"), r.ranks.gold, loaders.Count(len(r.ranks.all), "attribution"))
	findings.Facts = append(findings.Facts, r.ranks.rankingFacts(options.Width)...)
	findings.Rows, findings.Columns = r.ranks.listSentences(options.WordsOnly)
	return findings
}

func (r *AttributionRows) beginAt(shownVersions *evidence.ShownVersions) {
	if g, _ := r.tokenUnder(); g == nil || r.begun != r.example.ID {
		r.begun, r.token = r.example.ID, r.strongestToken()
	}
	if r.text.Top = 0; shownVersions.JoinsPassage() {
		r.aim = peakOf(r.example.Attributions[differenceRow].Scores)
	}
}

// Ranking and comparing are slow, so that rows are cached by shownVersions and options.
func (r *AttributionRows) collectRows(shownVersions *evidence.ShownVersions, logScale bool) {
	options := r.how
	if options.log = logScale; options == r.read && shownVersions.IsSame(&r.of) {
		return
	}
	r.read, r.of = options, *shownVersions
	rows := *shownVersions
	if shownVersions.JoinsPassage() {
		joined := joinModules(&shownVersions.ExampleVersion, &shownVersions.Held)
		rows = evidence.ShownVersions{Settings: rows.Settings, ExampleVersion: evidence.ExampleVersion{Example: joined}}
	}
	r.example, r.found, r.ranks = rows.Example, collectGrids(&rows, options), rankSentences(&rows, logScale)
}

func (r *AttributionRows) bySentence() bool { return r.ranks != nil && !r.tokens }

// ObjectUnder returns the image and proposal under the cursor, 0 and -1 for none.
func (r *AttributionRows) ObjectUnder() (image, at int) {
	if g, token := r.tokenUnder(); g != nil {
		if image, ok := r.example.ImageOver(loaders.ScoredText(g.name)); ok {
			return image, token
		}
	}
	return 0, -1
}

const mostExplained = 4

func explanationLines(explanation string, w int) []string {
	if explanation == "" {
		return nil
	}
	lines := widget.Wrap("explanation: "+explanation, w)
	if len(lines) > mostExplained {
		lines[mostExplained-1] += " …"
	}
	return lines[:min(len(lines), mostExplained)]
}

// LinesNeeded counts the lines of all rows at w cells, titles included, until Lay lays out those that fit.
func (r *AttributionRows) LinesNeeded(w int) int {
	r.found.rowChoice = rowChoice{onTokens: !r.matrix, strips: mostRows}
	r.found.layLines(w - 1)
	return 1 + r.found.count + evidence.WordsHead + 2
}

// Lay leaves a third for words: the tokens come first, then the strips that fit.
func (r *AttributionRows) Lay(partSpace evidence.PartSpace) (rest image.Rectangle) {
	rest = partSpace.Area
	r.legend, r.text.Area, r.second.Area = image.Rectangle{}, image.Rectangle{}, image.Rectangle{}
	if !r.Shown {
		return rest
	}
	r.selected = max(0, partSpace.Selected)
	if r.bySentence() {
		if r.ranks.look = partSpace.Look; rest.Dy() > partSpace.Lines+2 {
			_, rest = widget.SplitTop(rest, 1)
		}
		r.legend, rest = widget.SplitTop(rest, 1)
		return rest
	}
	if r.found.rows > 0 {
		r.legend, rest = widget.SplitTop(rest, 1)
	}
	words := 0
	if partSpace.Lines > 0 {
		words = min(partSpace.Lines+evidence.WordsHead, max(evidence.WordsHead+2, rest.Dy()/3))
	}
	r.layRows(max(1, rest.Dx()-1), rest.Dy()-words, len(partSpace.Look.Theme.Heat) == 0)
	if partSpace.WordsOnly {
		return rest
	}
	words = min(words, max(evidence.WordsHead+1, rest.Dy()-r.found.count)) // rows before words
	if r.aim > 0 {
		r.text.Top, r.aim = r.found.all[0].lineWith(r.aim).at, -1
	}
	h, second := min(r.found.count, rest.Dy()-words), r.found.secondText()
	if h == r.found.count {
		second = h
	}
	r.text.Count, r.second.Count = second, r.found.count-second
	below := min(r.second.Count, max(min(leastText, h/2), h-second))
	rest = r.text.LayLines(rest, h-below)
	rest = r.second.LayLines(rest, below)
	r.revealCursor()
	if rest.Dy() > partSpace.Lines+evidence.WordsHead { // apart from the words
		_, rest = widget.SplitTop(rest, 1)
	}
	return rest
}

// revealCursor scrolls to the moved cursor and its rows, perhaps in a pair's second text.
func (r *AttributionRows) revealCursor() {
	if g, token := r.tokenUnder(); g != nil && r.moved {
		under := g.lineWith(token)
		text, line := &r.text, g.first+under.at
		if line >= r.text.Count {
			text, line = &r.second, line-r.text.Count
		}
		text.RevealLines(line, line+1+len(under.strips))
	}
	r.moved = false
}

// leastText is in lines, if a pair doesn't fit.
const leastText = 3

func (r *AttributionRows) layRows(w, h int, isBare bool) {
	_, row := r.found.rowAt(r.selected)
	lay := func(strips int, own bool) (fits bool) {
		r.found.rowChoice = rowChoice{!r.matrix, row, strips, isBare, own, r.found.changed}
		r.found.layLines(w)
		return r.found.count <= h
	}
	if lay(0, isBare); r.matrix || r.found.count == 0 || lay(r.found.rows, true) {
		return // without colours tokens can't show the selected row
	}
	for strips := min(h, r.found.rows); strips > 0; strips-- {
		if lay(strips, isBare) { // names of rows take room too
			return
		}
	}
	lay(0, isBare)
}

// Draw implements [evidence.EvidencePart].
func (r *AttributionRows) Draw(f *widget.Frame, look widget.Look) {
	switch {
	case !r.Shown:
	case r.bySentence():
		r.ranks.drawLegend(widget.NewPen(f, r.legend))
	default:
		_, selected := r.found.rowAt(r.selected)
		under, token := r.tokenUnder()
		for _, part := range []*widget.ScrollArea{&r.text, &r.second} {
			from := 0
			if part == &r.second {
				from = r.text.Count
			}
			part.DrawLines(f, func(i int, line image.Rectangle) {
				for _, g := range r.found.all {
					if row := from + i - g.first; row >= 0 && row < g.count {
						g.drawLine(f, row, line, look, selected, loaders.IfElse(g == under, token, -1))
					}
				}
			})
		}
		r.drawLegend(f, look)
	}
}

// drawLegend explains the selected row's heat, because every row has its own scale.
func (r *AttributionRows) drawLegend(f *widget.Frame, look widget.Look) {
	faint, accent := look.Theme.Faint, widget.Bold(look.Theme.Accent)
	pen := widget.NewPen(f, r.legend)
	g, row := r.found.rowAt(r.selected)
	if row == nil {
		return
	}
	if token, ok := r.underCursor(row); ok {
		pen.Put(accent, token+"  ")
	}
	scale := r.legend
	scale.Min.X = max(pen.X(), scale.Min.X+scale.Dx()/5) // where it stays while the cursor moves
	pen = widget.NewPen(f, scale)
	pen.Short(accent, r.legend.Dx()/3, row.rowLabel())
	if row.marks && !row.graded {
		st, glyph := row.markStyle(look)
		pen.Put(st, " "+glyph+glyph)
		pen.Put(faint, " "+row.stripMeaning())
	} else {
		row.scale.DrawLegend(pen, row.lookOf(look), row.signed)
	}
	pen.Put(faint, widget.If(r.how.absolute, " · signs ignored"))
	pen.Put(faint, widget.If(r.how.joined && r.found.pieces, " · words"))
	if len(g.edited) > 0 {
		pen.Put(faint, evidence.Separator)
		pen.Put(look.Theme.Warn, "╭╮")
		pen.Put(faint, " changed")
	}
	pen.Put(faint, widget.If(r.found.rows > 1, " · scaled by row"))
	g.explainStrips(pen, look, row)
	if hidden := r.found.rows - r.found.strips - 1; r.found.strips > 0 && hidden > 0 {
		pen.Put(faint, fmt.Sprintf(" · %d more ↓", hidden))
	}
}

// Scroller returns the text if it is longer than its area; nil while sentences are ranked, because the
// rows are the sentences.
func (r *AttributionRows) Scroller() widget.Scroller { return r.text.AsScroller() }

// Actions returns the keys for the rows, reference, matrix, signs, pieces, and sentences or tokens.
func (r *AttributionRows) Actions() []widget.Action {
	actions := []widget.Action{
		widget.Switch("attributions", r.noChoice, &r.wanted),
		{Name: "next-reference", Disabled: r.noReference, Run: widget.Do(r.nextReference)},
		widget.Switch("matrix", r.noRows, &r.matrix),
		widget.Switch("signs", r.noRows, &r.how.absolute),
		widget.Switch("pieces", func() string {
			return cmp.Or(r.noRows(), widget.If(r.found != nil && !r.found.pieces, "the tokens are words, not wordpieces"))
		}, &r.how.joined),
		widget.Switch("sentences", widget.When(func() bool { return !r.Shown || r.ranks == nil }, "needs sentence scores and a gold sentence"),
			&r.tokens),
	}
	for i := range actions[:2] {
		actions[i].Footer = actions[i].Why() == ""
	}
	return actions
}

func (r *AttributionRows) nextReference() {
	if r.bySentence() {
		r.ranks.shownRank = (r.ranks.shownRank + 1) % len(r.ranks.all)
		return
	}
	g, _ := r.found.rowAt(r.selected)
	current := slices.Index(g.rows, g.referenceRow(r.reference))
	r.reference = g.rows[(current+1)%len(g.rows)].rowLabel()
}

func (r *AttributionRows) noChoice() string {
	return cmp.Or(widget.If(r.found == nil, "the example has no attributions or rationales"),
		widget.If(r.only, "attributions are always shown here"))
}

func (r *AttributionRows) noRows() string {
	return cmp.Or(widget.If(!r.Shown || r.found.rows == 0, "no attributions are shown"),
		widget.If(r.bySentence(), "sentences are shown; `v t` shows tokens"))
}

func (r *AttributionRows) noReference() string {
	if r.Shown && r.bySentence() {
		return widget.If(len(r.ranks.all) < 2, "only one attribution ranks the sentences")
	}
	if why := r.noRows(); why != "" {
		return why
	}
	g, _ := r.found.rowAt(r.selected)
	return widget.If(g == nil || len(g.rows) < 2, "there is only one row")
}
