package evidence

import (
	"slices"

	"faithscope/loaders"
)

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

// Reads reports whether the texts of the example are shown, rather than what a module did.
func (p *Panel) Reads() bool { return p.rows.shown }

// Picked is what the selected row of the words of a [Draft] is about: a gold box of an
// image, a proposal, or a token; ok is false for none.
func (p *Panel) Picked() (image, at int, gold, ok bool) {
	i := p.words.table.Selected()
	if i >= len(p.words.lines) {
		return 0, 0, false, false
	}
	line := &p.words.lines[i]
	if line.part == p.boxes && line.Of >= 0 && line.Of < len(p.boxes.marks) {
		m := &p.boxes.marks[line.Of]
		if m.kind.gold() {
			return m.image, m.gold, true, true
		}
		return m.image, m.proposal, false, true
	}
	return 0, line.Of, false, line.part == &p.passage && line.Of >= 0
}

// Pick selects the row of a token of a [Draft].
func (p *Panel) Pick(token int) { p.words.selectOf(&p.passage, token) }
