package evidence

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/alignment"
	"faithscope/views/widget"
)

// cursor points at a token of the example that is shown.
type cursor struct {
	found    *grids // of the example, nil for none
	pointing bool
	token    int // over the tokens of the grids, one after the other
	moved    bool
}

// tokenUnder returns the token under the cursor, by its grid; nil for none.
func (c *cursor) tokenUnder() (g *grid, token int) {
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

// stepToken moves the cursor by a token, past those that no text has; it reports whether there
// is a cursor.
func (c *cursor) stepToken(d int) bool {
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

// revealIn scrolls to the line of the cursor with its strips, if it moved: text, or second where the line is
// from or below it, which is the line at which a pair's second text begins.
func (c *cursor) revealIn(text, second *scrolled, from int) {
	if g, token := c.tokenUnder(); g != nil && c.moved {
		line := g.first + g.lineOf(token)
		if line >= from {
			text, line = second, line-from
		}
		text.revealLines(line, line+1+len(g.shown))
	}
	c.moved = false
}

// underCursor returns the token under the cursor, with its score in a row of the same tokens.
func (c *cursor) underCursor(row *scoreRow) (text string, ok bool) {
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
