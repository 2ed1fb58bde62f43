package heat

import (
	"slices"

	"faithscope/scoring/protocols/alignment"
	"faithscope/views/widget"
)

type tokenCursor struct {
	found    *tokenGrids // the example's; nil for none
	pointing bool
	token    int // over the grids' tokens in turn
	moved    bool
}

// tokenUnder skips other runs' grids, because only the example itself can be changed.
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

func (c *tokenCursor) underCursor(scoredRow *tokenScores) (text string, ok bool) {
	g, token := c.tokenUnder()
	if g == nil {
		return "", false
	}
	text = "“" + g.tokens[token] + "”"
	if slices.Contains(g.rows, scoredRow) && token < len(scoredRow.scores) && !scoredRow.marks {
		text += " " + widget.Small(scoredRow.scores[token])
	}
	return text, true
}

// strongestToken is the one that the example's first attribution gives most, 0 for none.
func (c *tokenCursor) strongestToken() (token int) {
	for _, g := range c.found.all {
		attribution, ok := widget.First(g.rows, func(r *tokenScores) bool { return r.run == "" && !r.isReference() })
		if ok {
			return token + peakOf(attribution.scores)
		}
		if g.isOwn() {
			token += len(g.tokens)
		}
	}
	return 0
}
