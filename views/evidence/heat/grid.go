package heat

import (
	"slices"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// tokenGrid is a list of tokens with rows of scores over it.
type tokenGrid struct {
	name   string // subject the tokens
	tokens []string
	rows   []*scoreRow
	second int       // the token at which the second text of a pair begins, 0 for one text
	texts  [2]string // what the texts of a pair are called
	pieces bool      // the file's tokens are wordpieces
	edited []int     // tokens that were changed
	gridLayout
}

// gridLayout is how a grid is set in lines: the tokens of a line, and below them a line
// per row, aligned. The lines are not stored: rows can be thousands.
type gridLayout struct {
	first   int // line
	count   int // lines
	number  int // rows in earlier grids
	label   int // cells that the names of rows take
	flow    Flow
	heading string      // names the tokens, "" for none
	shown   []*scoreRow // those that have lines below the tokens
	matrix  bool        // that they are all of them, and not strips
}

// rowChoice says which rows have a line below each line of tokens.
type rowChoice struct {
	onTokens bool // the tokens wear the heat of the chosen row, and the others have thin strips
	chosen   *scoreRow
	strips   int  // options many rows of a grid have a strip
	bare     bool // there are no colours to wear, so that the chosen row has a strip too
	latest   bool // the last rows come first: those after a change
}

// chooseRows returns the rows of a grid that have lines of their own: all, unless tokens wear the
// chosen row. Then they are the first w.strips others, of the last rows first if something was
// changed, after the chosen one where there are no colours.
func (w *rowChoice) chooseRows(rows []*scoreRow) (shown []*scoreRow) {
	if !w.onTokens {
		return rows
	}
	others := loaders.Filter(rows, func(r *scoreRow) bool { return r != w.chosen })
	if w.latest {
		slices.Reverse(others)
	}
	if w.bare && len(others) < len(rows) {
		shown = append(shown, w.chosen)
	}
	return append(shown, others[:min(len(others), w.strips)]...)
}

func (g *tokenGrid) addRow(r *scoreRow) {
	same := func(o *scoreRow) bool {
		return r.marks && o.marks && r.name == o.name && slices.Equal(r.scores, o.scores)
	}
	if i := slices.IndexFunc(g.rows, same); i >= 0 {
		g.rows[i].times++
		return
	}
	g.rows = append(g.rows, r)
}

// referenceRows returns a copy of the rows in the order in which others are compared with them:
// those that people marked, the hard oracle, the soft ones, then attributions.
func (g *tokenGrid) referenceRows() []*scoreRow {
	rank := func(r *scoreRow) int {
		switch {
		case r.marks && !r.oracle:
			return 0
		case r.marks:
			return 1
		case r.soft:
			return 2
		}
		return 3
	}
	rows := slices.Clone(g.rows)
	loaders.SortBy(rows, rank)
	return rows
}

func (g *tokenGrid) referenceRow(label string) *scoreRow {
	rows := g.referenceRows()
	if r, ok := widget.First(rows, func(r *scoreRow) bool { return label != "" && r.rowLabel() == label }); ok {
		return r
	}
	r, _ := widget.First(rows[:min(1, len(rows))], (*scoreRow).isReference)
	return r
}

func (g *tokenGrid) isOwn() bool {
	return len(g.rows) == 0 || slices.ContainsFunc(g.rows, func(r *scoreRow) bool { return r.run == "" })
}
