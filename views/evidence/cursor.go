package evidence

import (
	"image"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/alignment"
	"faithscope/views/widget"
)

// Edited is what differs between the texts of an example, by their names "passage" and
// "question": the units of those that are shown, and of the same example before.
type Edited struct {
	Before    *loaders.Example
	Now, Then map[string][]int
}

// in are the tokens of a grid that differ; ex is the example that is shown.
func (e *Edited) in(g *grid, ex *loaders.Example) (changed []int) {
	units := e.Now
	if !g.own() {
		ex, units = e.Before, e.Then
	}
	for _, part := range g.parts(ex) {
		for _, unit := range units[part.text] {
			if unit < len(part.tokens) {
				changed = append(changed, part.tokens[unit])
			}
		}
	}
	return changed
}

// own reports whether the tokens are those of the example that is shown.
func (g *grid) own() bool {
	return len(g.rows) == 0 || slices.ContainsFunc(g.rows, func(r *scoreRow) bool { return r.run == "" })
}

// textPart is a text of an example in a grid: the token of each of its units.
type textPart struct {
	text   string
	tokens []int
}

// parts are the texts of an example that the tokens of a grid are, special tokens apart.
func (g *grid) parts(ex *loaders.Example) (parts []textPart) {
	words := map[string][]string{"passage": ex.Passage.Words(), "question": questionWords(ex)}
	order := []string{"passage", "question"}
	if g.name == "question" || g.name == "hypothesis" {
		slices.Reverse(order)
	}
	for _, span := range []loaders.Span{{End: g.second}, {Start: g.second, End: len(g.tokens)}} {
		var tokens []string
		var places []int
		for i := span.Start; i < span.End; i++ {
			if !alignment.IsSpecial(g.tokens[i]) {
				tokens, places = append(tokens, g.tokens[i]), append(places, i)
			}
		}
		at := slices.IndexFunc(order, func(text string) bool { return len(tokens) > 0 && slices.Equal(words[text], tokens) })
		if at >= 0 {
			parts = append(parts, textPart{order[at], places})
			order = slices.Delete(order, at, at+1)
		}
	}
	return parts
}

// cursor points at a token of the example that is shown.
type cursor struct {
	found    *grids // of the example, nil for none
	pointing bool
	token    int // over the tokens of the grids, one after the other
	moved    bool
}

// pointed is how many tokens the cursor can be on.
func (c *cursor) pointed() (n int) {
	for _, g := range c.found.all {
		if g.own() {
			n += len(g.tokens)
		}
	}
	return n
}

// under is the token under the cursor, by its grid; nil for none.
func (c *cursor) under() (g *grid, token int) {
	if !c.pointing {
		return nil, 0
	}
	token = c.token
	for _, g := range c.found.all {
		switch {
		case !g.own():
		case token < len(g.tokens):
			return g, token
		default:
			token -= len(g.tokens)
		}
	}
	return nil, 0
}

// step moves the cursor by a token, past those that no text has; it reports whether there
// is a cursor.
func (c *cursor) step(d int) bool {
	if g, _ := c.under(); g == nil {
		return false
	}
	was := c.token
	for {
		if c.token += d; c.token < 0 || c.token >= c.pointed() {
			c.token = was
			return true
		}
		if g, token := c.under(); !alignment.IsSpecial(g.tokens[token]) {
			c.moved = true
			return true
		}
	}
}

// reveal scrolls the text of the grids to the cursor after it moved.
func (c *cursor) reveal(text *scrolled) {
	if g, token := c.under(); g != nil && c.moved {
		line := g.first + g.blockOf(token).first
		text.reveal(line, line+1+len(g.rows))
	}
	c.moved = false
}

// drawCursor draws the cursor on line i of the rows.
func (c *cursor) drawCursor(f *widget.Frame, i int, area image.Rectangle, look widget.Look) {
	g, token := c.under()
	if g == nil {
		return
	}
	b := g.blockOf(token)
	if line := g.first + b.first; i != line && (b.heading == "" || i != line+1) || i == line && b.heading != "" {
		return
	}
	cells := b.cells[token-b.from]
	at := image.Pt(area.Min.X+c.found.label+cells.x, area.Min.Y)
	f.Text(at.X, at.Y, min(cells.w, area.Max.X-at.X), widget.Bold(look.Theme.Selected), g.tokens[token])
	f.Row = &at
}

// underCursor is the token under the cursor, with its score in a row of the same tokens.
func (c *cursor) underCursor(row *scoreRow) (text string, ok bool) {
	g, token := c.under()
	if g == nil {
		return "", false
	}
	text = "“" + loaders.Clean(g.tokens[token]) + "”"
	if slices.Contains(g.rows, row) && token < len(row.scores) && !row.marks {
		text += " " + widget.Small(row.scores[token])
	}
	return text, true
}

// Aim is what the cursor is on: units of the passage or of the question of the example that
// is shown. ok is false where it is on neither.
func (p *Panel) Aim() (text string, units loaders.Span, ok bool) {
	r := p.rows
	if r.shown && r.bySentence() {
		if at := p.words.selected(r); at >= 0 && r.ranks.placed() && at < len(r.ranks.passage.Sentences) {
			return "passage", r.ranks.passage.Sentences[at], true
		}
		return "", units, false
	}
	g, token := r.under()
	if g == nil {
		return "", units, false
	}
	for _, part := range g.parts(r.example) {
		if unit := slices.Index(part.tokens, token); unit >= 0 {
			return part.text, loaders.Span{Start: unit, End: unit + 1}, true
		}
	}
	return "", units, false
}

// object is the proposal under the cursor; ok is false where none is.
func (r *rowsPart) object() (image, at int, ok bool) {
	g, token := r.under()
	if g == nil {
		return 0, 0, false
	}
	image, ok = imageOf(r.example, g.name)
	return image, token, ok
}

// Reads reports whether the texts of the example are shown, rather than what a module did.
func (p *Panel) Reads() bool { return p.rows.shown }

// questionWords are the question's tokens, or else its words.
func questionWords(ex *loaders.Example) []string {
	return (&loaders.Passage{Text: ex.Question, Tokens: ex.Tokens}).Words()
}
