package explain

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

// TextEdits holds changes by text. It is immutable.
type TextEdits map[loaders.ScoredText]TextChange

// TextChange replaces a text, then takes tokens or words away, ascending.
type TextChange struct {
	Text *string
	Away []int
	By   string // "" for [Delete]
}

// By takes all units away by [Delete], [Unk] or [Zero].
func (e TextEdits) By(removalMethod string) TextEdits {
	next := TextEdits{}
	for text, c := range e {
		c.By = strings.TrimPrefix(removalMethod, Delete)
		next = next.With(text, c)
	}
	return next
}

// With sets a text's change, or removes it if c changes nothing.
func (e TextEdits) With(textName loaders.ScoredText, c TextChange) TextEdits {
	next := TextEdits{}
	maps.Copy(next, e)
	if next[textName] = c; c.Text == nil && len(c.Away) == 0 {
		delete(next, textName)
	}
	return next
}

// Put takes units away or, with putBack, puts them back. It is an error if that changes nothing.
func (e TextEdits) Put(textName loaders.ScoredText, unitRange loaders.Span, putBack bool) (TextEdits, error) {
	c := e[textName]
	away := loaders.Filter(c.Away, func(u int) bool { return u < unitRange.Start || u >= unitRange.End })
	for u := unitRange.Start; u < unitRange.End && !putBack; u++ {
		away = append(away, u)
	}
	if slices.Sort(away); slices.Equal(away, c.Away) {
		return e, errors.New(loaders.IfElse(putBack, "nothing here has been removed", "already removed: + restores it"))
	}
	c.Away = away
	return e.With(textName, c), nil
}

// Units returns tokens or words, also those taken away; nil without the text.
func (e TextEdits) Units(ex *loaders.Example, textName loaders.ScoredText) []string {
	t, err := e.editedText(ex, textName)
	if err != nil {
		return nil
	}
	it := &segmentedInput{input: model.Input{t}, units: [][]loaders.Span{unitsOf(t)}}
	return loaders.Fill(len(it.units[0]), func(u int) string { return it.unitText(0, u) })
}

func (e TextEdits) editedText(ex *loaders.Example, textName loaders.ScoredText) (model.Text, error) {
	t, err := textOf(ex, textName)
	if typed := e[textName].Text; err == nil && typed != nil {
		t.Raw = *typed
		if t.Tokens != nil {
			t.Tokens = strings.Fields(t.Raw)
		}
	}
	return t, err
}

// Typed keeps only typed texts.
func (e TextEdits) Typed() TextEdits {
	typed := TextEdits{}
	for text, c := range e {
		typed = typed.With(text, TextChange{Text: c.Text})
	}
	return typed
}

// Align lays an attribution of the changed example out over originalTokens; missing
// ones get NaN. ok is false if the tokens do not match.
func (e TextEdits) Align(a loaders.Attribution, originalTokens []string) (_ loaders.Attribution, ok bool) {
	text, unit, next := a.Over, 0, 0
	if a.Over == loaders.OverTokens {
		text = loaders.OverPassage
	}
	scores := make([]float64, 0, len(originalTokens))
	for _, token := range originalTokens {
		switch {
		case token != Separator && slices.Contains(e[text].Away, unit):
			scores = append(scores, math.NaN())
			if e[text].By != "" {
				next++
			}
		case next == len(a.Tokens) || a.Tokens[next] != token:
			return a, false
		default:
			scores, next = append(scores, a.Scores[next]), next+1
		}
		if unit++; token == Separator {
			text, unit = loaders.OverQuestion, 0
		}
	}
	ok = next == len(a.Tokens)
	a.Tokens, a.Scores = originalTokens, scores
	return a, ok
}
