package panel

import "faithscope/loaders"

// Aim returns the example's text and units under the cursor; ok is false for none.
func (p *Panel) Aim() (text loaders.ScoredText, units loaders.Span, ok bool) {
	return p.rows.UnitsUnder(p.words.selectedIn(p.rows))
}

// Reads reports whether the example's texts replace the module's evidence.
func (p *Panel) Reads() bool { return p.rows.Shown }

// Pick selects a token's row of an [evidence.AnnotationDraft].
func (p *Panel) Pick(tokenIndex int) { p.words.selectOf(&p.passage, tokenIndex) }
