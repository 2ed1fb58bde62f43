package panel

import "faithscope/loaders"

// Aim returns the text and units of the example that the cursor is on; ok is false for none.
func (p *Panel) Aim() (text loaders.ScoredText, units loaders.Span, ok bool) {
	return p.rows.UnitsUnder(p.words.selectedIn(p.rows))
}

// Reads reports whether the texts of the example are shown, rather than what a module did.
func (p *Panel) Reads() bool { return p.rows.Shown }

// Pick selects the row of a token of an [evidence.Draft].
func (p *Panel) Pick(token int) { p.words.selectOf(&p.passage, token) }
