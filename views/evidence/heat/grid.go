package heat

import (
	"slices"

	"faithscope/loaders"
	"faithscope/views/widget"
)

type tokenGrid struct {
	name   string
	tokens []string
	rows   []*tokenScores
	second int       // first token of a pair's second text, otherwise 0
	texts  [2]string // names of a pair's texts
	edited []int
	gridLayout
}

// Lines aren't stored, because rows can be thousands.
type gridLayout struct {
	first   int
	count   int
	label   int
	flow    TokenFlow
	heading string         // names the tokens, "" for none
	beside  bool           // a pair's texts are on one line, below their names
	shown   []*tokenScores // with lines of their own
	matrix  bool           // all rows, and not strips
	lines   []textLine
	least   float64 // heat that is visible in a strip
}

// textLine is a line of tokens and, below it, the strips that have something to show there.
type textLine struct {
	at     int // in the grid
	strips []*tokenScores
}

type rowChoice struct {
	onTokens bool // tokens have the chosen row's heat, other rows strips
	chosen   *tokenScores
	strips   int  // most strips per grid
	bare     bool // no colours
	own      bool // the chosen row has a strip too
	latest   bool // last rows first, after a change
}

func (w *rowChoice) chooseRows(tokenRows []*tokenScores) (shown []*tokenScores) {
	if !w.onTokens {
		return tokenRows
	}
	if shown = slices.Clone(tokenRows); w.latest {
		slices.Reverse(shown)
	}
	others := 0
	return loaders.Filter(shown, func(r *tokenScores) bool {
		if r == w.chosen {
			return w.own
		}
		others++
		return others <= w.strips
	})
}

func (g *tokenGrid) addRow(r *tokenScores) {
	same := func(o *tokenScores) bool {
		return r.marks && o.marks && r.name == o.name && slices.Equal(r.scores, o.scores)
	}
	if i := slices.IndexFunc(g.rows, same); i >= 0 {
		g.rows[i].times++
		return
	}
	g.rows = append(g.rows, r)
}

func (g *tokenGrid) referenceRow(labelOfRow string) *tokenScores {
	if r, ok := widget.First(g.rows, func(r *tokenScores) bool { return labelOfRow != "" && r.rowLabel() == labelOfRow }); ok {
		return r
	}
	r, _ := widget.First(g.rows[:min(1, len(g.rows))], (*tokenScores).isReference)
	return r
}

func (g *tokenGrid) isOwn() bool {
	return len(g.rows) == 0 || slices.ContainsFunc(g.rows, func(r *tokenScores) bool { return r.run == "" })
}
