package evidence

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// grid is a list of tokens with rows of scores over it.
type grid struct {
	name   string // of the tokens
	tokens []string
	rows   []*scoreRow
}

// scoreRow is a number per token. A row may be shorter than its tokens: what
// is behind it has no number (a token that was not there yet).
type scoreRow struct {
	name   string
	scores []float64
	signed bool
	marks  bool // what a person or a model marked, and not an attribution
	scale  Scale
	// sentences are where each of the sentences lies that the numbers are of,
	// and each its number; nil where they are of tokens.
	sentences []loaders.Span
	each      []float64
	times     int // how often the example has the row
}

// numbers are what the row says: a number per token or per sentence.
func (r *scoreRow) numbers() []float64 {
	if r.each != nil {
		return r.each
	}
	return r.scores
}

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
	x := r.scores[token]
	if x < 0 {
		return -r.scale.Heat(-x), true
	}
	return r.scale.Heat(x), true
}

// spread gives every token its sentence's number. Sentences without places
// stand for themselves.
func (r *scoreRow) spread(p *loaders.Passage, tokens []string) (name string, over []string) {
	placed := p != nil && len(p.Sentences) == len(r.scores) && slices.ContainsFunc(p.Sentences, func(s loaders.Span) bool { return s.End > s.Start })
	if !placed {
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

// add adds a row; the same marks again, as of several reference answers, only
// count.
func (g *grid) add(r *scoreRow) {
	for _, other := range g.rows {
		if r.marks && other.marks && r.name == other.name && slices.Equal(r.scores, other.scores) {
			other.times++
			return
		}
	}
	g.rows = append(g.rows, r)
}

// has reports whether a row over these tokens belongs into the grid: they are
// its own, or those of them that were there so far.
func (g *grid) has(name string, tokens []string) bool {
	n := min(len(g.tokens), len(tokens))
	return slices.Equal(g.tokens[:n], tokens[:n]) && (g.name == name || n == len(g.tokens) && n == len(tokens))
}

// topOfRow is how many tokens the words name per row.
const topOfRow = 5

// say tells of a row: a line for it, and one for each of its tokens or
// sentences farthest from 0.
func (g *grid) say(r *scoreRow) []string {
	numbers, noun := r.numbers(), "token"
	if r.sentences != nil {
		noun = "sentence"
	}
	order := make([]int, 0, len(numbers))
	for i, x := range numbers {
		if x != 0 && (r.sentences != nil || i < len(g.tokens)) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(numbers[b]), math.Abs(numbers[a])) })
	text := fmt.Sprintf("%s: %s of %d ", r.label(), loaders.Count(len(order), noun), len(numbers))
	if r.marks {
		text += "marked"
	} else {
		text += "not 0" + g.onMarked(r)
	}
	lines := []string{text}
	for _, i := range order[:min(topOfRow, len(order))] {
		if r.marks && numbers[i] == 1 && r.sentences == nil {
			continue // the grid says it, and the number says nothing
		}
		what := loaders.Span{Start: i, End: i + 1}
		if r.sentences != nil {
			what = r.sentences[i]
		}
		lines = append(lines, fmt.Sprintf("  %s %s %d %s", widget.Small(numbers[i]), noun, i, quotedSpan(g.tokens, what)))
	}
	return lines
}

// mostCompared bounds the rationales that a row is held against in words.
const mostCompared = 3

// onMarked says how much of a row lies on what each rationale marks.
func (g *grid) onMarked(r *scoreRow) string {
	var b strings.Builder
	compared := 0
	for _, gold := range g.rows {
		if !gold.marks || compared == mostCompared {
			continue
		}
		compared++
		// A sentence counts once, however long it is.
		numbers, marks := r.scores, gold.scores
		if r.each != nil && gold.each != nil {
			numbers, marks = r.each, gold.each
		}
		on, all := 0.0, 0.0
		for i, x := range numbers {
			if math.IsInf(x, 0) || math.IsNaN(x) {
				continue
			}
			all += math.Abs(x)
			if i < len(marks) && marks[i] > 0 {
				on += math.Abs(x)
			}
		}
		if all > 0 && !math.IsInf(all, 0) {
			fmt.Fprintf(&b, " · %s on %s", widget.Small(on/all), gold.label())
		}
	}
	return b.String()
}
