package evidence

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/agreement"
	"faithscope/views/widget"
)

// grid is a list of tokens with rows of scores over it.
type grid struct {
	name   string // of the tokens
	tokens []string
	rows   []*scoreRow
	second int       // the token at which the second text of a pair begins, 0 for one text
	texts  [2]string // what the texts of a pair are called
	pieces bool      // the file's tokens are wordpieces
	apart  []int     // tokens that the attributions disagree on most
}

// scoreRow is a number per token. A row may be shorter than its tokens: what
// is behind it has no number (a token that was not there yet).
type scoreRow struct {
	name   string
	scores []float64
	signed bool
	marks  bool // what a person or a definition marked, and not an attribution
	soft   bool // the soft oracle
	scale  Scale
	// sentences are where each of the sentences lies that the numbers are of,
	// and each its number; nil where they are of tokens.
	sentences []loaders.Span
	each      []float64
	times     int // how often the example has the row
}

// reference reports whether other rows are held against this one at first.
func (r *scoreRow) reference() bool { return r.marks || r.soft }

// label is the row's name.
func (r *scoreRow) label() string {
	if r.times > 1 {
		return fmt.Sprintf("%s ×%d", r.name, r.times)
	}
	return r.name
}

// heat is a token's share of the row's greatest, below 0 for a negative
// score; ok is false where the row has no number.
func (r *scoreRow) heat(token int) (_ float64, ok bool) {
	if token >= len(r.scores) {
		return 0, false
	}
	if x := r.scores[token]; x < 0 {
		return -r.scale.Heat(-x), true
	}
	return r.scale.Heat(r.scores[token]), true
}

// spread gives every token its sentence's number. Sentences without places
// stand for themselves.
func (r *scoreRow) spread(p *loaders.Passage, tokens []string) (name string, over []string) {
	if p == nil || len(p.Sentences) != len(r.scores) || !placed(p) {
		names := make([]string, len(r.scores))
		for i := range names {
			names[i] = fmt.Sprintf("sentence·%d", i)
		}
		return "sentences", names
	}
	r.each, r.sentences = r.scores, p.Sentences
	r.scores = make([]float64, len(tokens))
	for k, s := range p.Sentences {
		for i := max(0, s.Start); i < min(s.End, len(tokens)); i++ {
			r.scores[i] = r.each[k]
		}
	}
	return "passage", tokens
}

// placed reports whether it is known where a passage's sentences lie.
func placed(p *loaders.Passage) bool {
	return slices.ContainsFunc(p.Sentences, func(s loaders.Span) bool { return s.End > s.Start })
}

// add adds a row; the same marks again, as of several reference answers, only
// count.
func (g *grid) add(r *scoreRow) {
	same := func(o *scoreRow) bool {
		return r.marks && o.marks && r.name == o.name && slices.Equal(r.scores, o.scores)
	}
	if i := slices.IndexFunc(g.rows, same); i >= 0 {
		g.rows[i].times++
		return
	}
	g.rows = append(g.rows, r)
}

// has reports whether a row over these tokens belongs into the grid: they are
// its own, or those of them that were there so far.
func (g *grid) has(name string, tokens []string) bool {
	n := min(len(g.tokens), len(tokens))
	return slices.Equal(g.tokens[:n], tokens[:n]) && (g.name == name || n == len(g.tokens) && n == len(tokens))
}

// title names the text of a grid without rows.
func (g *grid) title() string {
	if g.second > 0 {
		return g.texts[0] + " and " + g.texts[1]
	}
	return "the " + g.name
}

// references are the rows, in the order in which others are held against them:
// what marks tokens, then the soft oracles, then attributions.
func (g *grid) references() []*scoreRow {
	rank := func(r *scoreRow) int {
		switch {
		case r.marks:
			return 0
		case r.soft:
			return 1
		}
		return 2
	}
	return slices.SortedStableFunc(slices.Values(g.rows), func(a, b *scoreRow) int { return cmp.Compare(rank(a), rank(b)) })
}

// reference is the row that the others are held against: the one of a label,
// else the first oracle or rationale; nil for none.
func (g *grid) reference(label string) *scoreRow {
	rows := g.references()
	if i := slices.IndexFunc(rows, func(r *scoreRow) bool { return label != "" && r.label() == label }); i >= 0 {
		return rows[i]
	}
	if len(rows) > 0 && rows[0].reference() {
		return rows[0]
	}
	return nil
}

// against holds a row against a reference: sentence by sentence where both
// have a number for each, else token by token.
func (g *grid) against(r, reference *scoreRow) (numbers, random agreement.Numbers) {
	tokens, row, ref := g.tokens, r.scores, reference.scores
	if r.each != nil && reference.each != nil && len(r.each) == len(reference.each) {
		tokens, row, ref = make([]string, len(r.each)), r.each, reference.each
	}
	// One score more is that of a closing special token.
	row, ref = row[:min(len(row), len(tokens))], ref[:min(len(ref), len(tokens))]
	return agreement.Reference{Scores: ref, Marks: reference.marks}.With(row, tokens)
}

// topOfRow is how many tokens the words name per row.
const topOfRow = 5

// farthest names the tokens or sentences of a row that are farthest from 0, or
// that it marks.
func (g *grid) farthest(r *scoreRow) string {
	numbers, name := r.scores, func(i int) string { return g.tokens[i] }
	if r.sentences != nil {
		numbers, name = r.each, func(i int) string { return fmt.Sprintf("sentence %d", i) }
	} else {
		numbers = numbers[:min(len(numbers), len(g.tokens))]
	}
	order := make([]int, 0, len(numbers))
	for i, x := range numbers {
		if x != 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(numbers[b]), math.Abs(numbers[a])) })
	var parts []string
	for _, i := range order[:min(topOfRow, len(order))] {
		text := name(i)
		if !r.marks || numbers[i] != 1 {
			text += " " + widget.Small(numbers[i])
		}
		parts = append(parts, text)
	}
	if len(order) > topOfRow {
		parts = append(parts, fmt.Sprintf("%d more", len(order)-topOfRow))
	}
	return cmp.Or(strings.Join(parts, separator), "all 0")
}

func magnitudes(x []float64) []float64 {
	if x == nil {
		return nil
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = math.Abs(v)
	}
	return out
}
