package views

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// rowsEvidence is an example's attributions and rationales, those over the
// same tokens together.
type rowsEvidence struct {
	grids []*grid
	rows  int
	left  []string // what has no tokens to stand over, in words
	scale func(scores []float64) scale
}

// grid is a list of tokens with rows over it.
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
	scale  scale
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
		return -r.scale.heat(-x), true
	}
	return r.scale.heat(x), true
}

// rowsOf collects the rows of an example; nil where it has neither rows nor,
// without a program, a passage to read.
func rowsOf(ex *loaders.Example, log bool) *rowsEvidence {
	e := &rowsEvidence{scale: func(scores []float64) scale { return magnitude(scores, log) }}
	for i := range ex.Attributions {
		a := &ex.Attributions[i]
		name, tokens := tokensOver(ex, a.Over, a.Tokens, len(a.Scores))
		e.add(ex, a.Over, name, tokens, &scoreRow{name: a.Name, scores: a.Scores, signed: a.Signed})
	}
	for i := range ex.Rationales {
		r := &ex.Rationales[i]
		if r.Sentence != nil && r.Spans == nil && r.Scores == nil {
			e.sentence(ex, r)
			continue
		}
		name, tokens := tokensOver(ex, r.Over, e.firstTokens(r), len(r.Scores))
		scores := r.Scores
		if scores == nil && r.Spans != nil {
			scores = ofSpans(r.Spans, len(tokens))
		}
		e.add(ex, r.Over, name, tokens, &scoreRow{name: r.Name, scores: scores, marks: true})
	}
	if e.rows == 0 && len(e.left) == 0 && (len(ex.Program) > 0 || ex.Passage == nil) {
		return nil
	}
	if e.rows == 0 && ex.Passage != nil {
		e.grids = []*grid{{name: "passage", tokens: passageWords(ex.Passage)}}
	}
	return e
}

// magnitude is a scale up to the greatest distance from 0.
func magnitude(scores []float64, log bool) scale {
	s := scale{log: log}
	for _, x := range scores {
		if abs := math.Abs(x); abs > s.most && !math.IsInf(x, 0) {
			s.most = abs
		}
	}
	return s
}

// tokensOver returns what a row over a part of the example stands over: own
// where the row brings its tokens. n is how many numbers it has.
func tokensOver(ex *loaders.Example, over string, own []string, n int) (name string, tokens []string) {
	switch {
	case own != nil && over != "passage" && over != "sentences":
		return cmp.Or(over, "tokens"), own
	case over == "passage" || over == "sentences":
		if ex.Passage == nil {
			return "passage", nil
		}
		tokens = ex.Passage.Tokens
		if len(tokens) == 0 {
			tokens = passageWords(ex.Passage)
		}
		return "passage", tokens
	case over == "" || over == "question" || over == "tokens":
		return "question", ex.Tokens
	}
	return over, nil
}

func passageWords(p *loaders.Passage) []string {
	if len(p.Tokens) > 0 {
		return p.Tokens
	}
	return strings.Fields(p.Text)
}

// firstTokens are those of the first row with tokens of its own, over which a
// rationale over "tokens" stands too.
func (e *rowsEvidence) firstTokens(r *loaders.Rationale) []string {
	if r.Over != "tokens" {
		return nil
	}
	for _, g := range e.grids {
		if g.name == "tokens" {
			return g.tokens
		}
	}
	return nil
}

func ofSpans(spans []loaders.Span, n int) []float64 {
	scores := make([]float64, n)
	for _, s := range spans {
		for i := max(0, s.Start); i < min(s.End, n); i++ {
			scores[i] = 1
		}
	}
	return scores
}

// mostRows and mostGrids bound what is compared and drawn of an example.
const (
	mostRows  = 2000
	mostGrids = 50
)

// add puts a row over its tokens, in the grid that has them already.
func (e *rowsEvidence) add(ex *loaders.Example, over, name string, tokens []string, r *scoreRow) {
	r.scale, r.times = e.scale(r.scores), 1
	switch {
	case r.scores == nil:
		e.left = append(e.left, r.name+": its scores are missing")
		return
	case over == "sentences":
		name, tokens = r.spread(ex.Passage, tokens)
	}
	// One score more is that of a closing special token.
	if len(tokens) == 0 || len(r.scores) > len(tokens)+1 {
		e.left = append(e.left, fmt.Sprintf("%s: %d scores over %s, of which the run has %s", r.name, len(r.scores), cmp.Or(over, "tokens"), counted(len(tokens), "token")))
		return
	}
	if e.rows == mostRows || len(e.grids) == mostGrids {
		e.left = append(e.left[:min(len(e.left), mostGrids)], fmt.Sprintf("%s and what comes after it: too many rows to show", r.name))
		return
	}
	e.rows++
	for _, g := range e.grids {
		if n := min(len(g.tokens), len(tokens)); slices.Equal(g.tokens[:n], tokens[:n]) && (g.name == name || n == len(g.tokens) && n == len(tokens)) {
			if len(tokens) > len(g.tokens) {
				g.tokens = tokens
			}
			g.add(r)
			return
		}
	}
	e.grids = append(e.grids, &grid{name: name, tokens: tokens, rows: []*scoreRow{r}})
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

// spread gives every token its sentence's number. Sentences without places
// stand for themselves.
func (r *scoreRow) spread(p *loaders.Passage, tokens []string) (name string, over []string) {
	placed := p != nil && len(p.Sentences) == len(r.scores) && slices.ContainsFunc(p.Sentences, func(s loaders.Span) bool { return s.End > s.Start })
	if !placed {
		names := make([]string, len(r.scores))
		for i := range names {
			names[i] = sentenceName(i)
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

func sentenceName(i int) string { return fmt.Sprintf("sentence·%d", i) }

// sentence adds a rationale that is one sentence.
func (e *rowsEvidence) sentence(ex *loaders.Example, r *loaders.Rationale) {
	n := *r.Sentence + 1
	if ex.Passage != nil && len(ex.Passage.Sentences) > 0 {
		n = len(ex.Passage.Sentences)
	}
	if *r.Sentence < 0 || *r.Sentence >= n || n > maxSpread {
		e.left = append(e.left, fmt.Sprintf("%s: sentence %d of %d", r.Name, *r.Sentence, n))
		return
	}
	scores := make([]float64, n)
	scores[*r.Sentence] = 1
	_, tokens := tokensOver(ex, "sentences", nil, n)
	e.add(ex, "sentences", "passage", tokens, &scoreRow{name: r.Name, scores: scores, marks: true})
}

// maxSpread bounds the sentences that a rationale can be one of.
const maxSpread = 1 << 20

// mostExplained is how many lines an explanation gets.
const mostExplained = 4

// evidence says the rows in words, in facts of w cells.
func (e *rowsEvidence) evidence(ex *loaders.Example, w int) evidence {
	ev := evidence{node: -1, rows: e, label: "attributions and rationales", score: e.summary()}
	if e.rows == 0 {
		ev.label = "the passage"
	}
	if ex.Explanation != "" {
		lines := strings.Split(ansi.Wrap("explanation: "+loaders.Clean(ex.Explanation), max(1, w), ""), "\n")
		if len(lines) > mostExplained {
			lines = append(lines[:mostExplained-1], lines[mostExplained-1]+" …")
		}
		ev.facts = append(ev.facts, lines...)
	}
	ev.facts = append(ev.facts, e.left...)
	at := 0
	for _, g := range e.grids {
		for _, r := range g.rows {
			at++
			ev.lines = append(ev.lines, g.say(r, at)...)
		}
	}
	return ev
}

// summary counts the rows and what they stand over.
func (e *rowsEvidence) summary() string {
	given, marked := 0, 0
	parts := make([]string, 0, len(e.grids))
	for _, g := range e.grids {
		for _, r := range g.rows {
			if r.marks {
				marked++
			} else {
				given++
			}
		}
		parts = append(parts, counted(len(g.tokens), "token"))
	}
	text := strings.Join(parts, " and ")
	if marked > 0 {
		text = counted(marked, "rationale") + " over " + text
	}
	if given > 0 && marked > 0 {
		return counted(given, "attribution") + " and " + text
	}
	if given > 0 {
		return counted(given, "attribution") + " over " + text
	}
	return text
}

// topOfRow is how many tokens the words name per row.
const topOfRow = 5

// say tells of a row, the at-th from 1: a line for it, and one for each of
// its tokens or sentences farthest from 0.
func (g *grid) say(r *scoreRow, at int) []evidenceLine {
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
	text := fmt.Sprintf("%s: %s of %d not 0", r.label(), counted(len(order), noun), len(numbers))
	if r.marks {
		text = fmt.Sprintf("%s: %s of %d marked", r.label(), counted(len(order), noun), len(numbers))
	} else {
		text += g.onMarked(r)
	}
	lines := []evidenceLine{{text: text, mark: -1, row: at}}
	for _, i := range order[:min(topOfRow, len(order))] {
		if r.marks && numbers[i] == 1 && r.sentences == nil {
			continue // the grid says it, and the number says nothing
		}
		lines = append(lines, evidenceLine{text: fmt.Sprintf("  %s %s %d %s", widget.Small(numbers[i]), noun, i, quoted(g.text(r, i))), mark: -1, row: at})
	}
	return lines
}

// text is what number i of a row is of.
func (g *grid) text(r *scoreRow, i int) string {
	if r.sentences == nil {
		return g.tokens[i]
	}
	return (&passageEvidence{tokens: g.tokens}).text(r.sentences[i])
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
