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

// gridLayout is how a grid is set in lines: tokens, and below each of their lines one per shown row.
// Lines aren't stored, because rows can be thousands.
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

// rowChoice says which rows get lines below the tokens.
type rowChoice struct {
	onTokens bool // the tokens wear the heat of the chosen row, and the others have thin strips
	chosen   *scoreRow
	strips   int  // options many rows of a grid have a strip
	bare     bool // there are no colours to wear, so that the chosen row has a strip too
	latest   bool // the last rows come first: those after a change
}

// chooseRows returns the rows that get lines of their own: all in a matrix; otherwise up to strips
// rows beside the chosen one, the last first after a change. Without colours the chosen row gets a
// line too, because the tokens can't show it.
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

// referenceRows returns the rows in the order in which others are compared with them: people's marks,
// the hard oracle, soft oracles, attributions.
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
