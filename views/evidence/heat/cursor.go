package heat

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/protocols/alignment"
	"faithscope/views/widget"
)

// tokenCursor points at a token of the example that is shown.
type tokenCursor struct {
	found    *tokenGrids // subject the example, nil for none
	pointing bool
	token    int // over the tokens of the grids, one after the other
	moved    bool
}

// tokenUnder returns the grid of the token under the cursor, and its place there; nil if nothing
// points or the cursor is beyond the tokens. Only grids of the example itself count.
func (c *tokenCursor) tokenUnder() (g *tokenGrid, token int) {
	if !c.pointing {
		return nil, 0
	}
	token = c.token
	for _, g := range c.found.all {
		switch {
		case !g.isOwn():
		case token >= 0 && token < len(g.tokens):
			return g, token
		default:
			token -= len(g.tokens)
		}
	}
	return nil, 0
}

// StepToken moves the cursor in direction d, ±1, to the next token that is not a special one, and
// notes that it moved; it stays at the ends. It reports whether there is a cursor.
func (c *tokenCursor) StepToken(d int) bool {
	if g, _ := c.tokenUnder(); g == nil {
		return false
	}
	was := c.token
	for {
		c.token += d
		g, token := c.tokenUnder()
		if g == nil {
			c.token = was
			return true
		}
		if !alignment.IsSpecial(g.tokens[token]) {
			c.moved = true
			return true
		}
	}
}

// revealIn scrolls to the line of the cursor with the rows below it, if the cursor moved since: in
// text, or in second where the line is from or below it, the line at which a pair's second text
// begins.
func (c *tokenCursor) revealIn(text, second *widget.ScrollArea, from int) {
	if g, token := c.tokenUnder(); g != nil && c.moved {
		line := g.first + g.lineOf(token)
		if line >= from {
			text, line = second, line-from
		}
		text.RevealLines(line, line+1+len(g.shown))
	}
	c.moved = false
}

// underCursor returns the token under the cursor in quotation marks, with its score in a row if
// that is one of its grid's and not of marks; ok is false without a cursor.
func (c *tokenCursor) underCursor(row *scoreRow) (text string, ok bool) {
	g, token := c.tokenUnder()
	if g == nil {
		return "", false
	}
	text = "“" + loaders.Clean(g.tokens[token]) + "”"
	if slices.Contains(g.rows, row) && token < len(row.scores) && !row.marks {
		text += " " + widget.Small(row.scores[token])
	}
	return text, true
}
