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

// Edit holds changes by text. It is immutable.
type Edit map[loaders.ScoredText]Change

// Change replaces a text, then takes tokens or words away, ascending.
type Change struct {
	Text *string
	Away []int
	By   string // "" for [Delete]
}

// By takes all units away by [Delete], [Unk] or [Zero].
func (e Edit) By(remove string) Edit {
	next := Edit{}
	for text, c := range e {
		c.By = strings.TrimPrefix(remove, Delete)
		next = next.With(text, c)
	}
	return next
}

// With sets a text's change, or removes it if c changes nothing.
func (e Edit) With(text loaders.ScoredText, c Change) Edit {
	next := Edit{}
	maps.Copy(next, e)
	if next[text] = c; c.Text == nil && len(c.Away) == 0 {
		delete(next, text)
	}
	return next
}

// Put takes units away or, with in, puts them back. It is an error if that changes nothing.
func (e Edit) Put(text loaders.ScoredText, units loaders.Span, in bool) (Edit, error) {
	c := e[text]
	away := loaders.Filter(c.Away, func(u int) bool { return u < units.Start || u >= units.End })
	for u := units.Start; u < units.End && !in; u++ {
		away = append(away, u)
	}
	if slices.Sort(away); slices.Equal(away, c.Away) {
		return e, errors.New(loaders.IfElse(in, "this has not been taken away", "this is already taken away: + puts it back"))
	}
	c.Away = away
	return e.With(text, c), nil
}

// Units returns tokens or words, also those taken away; nil without the text.
func (e Edit) Units(ex *loaders.Example, text loaders.ScoredText) []string {
	t, err := e.editedText(ex, text)
	if err != nil {
		return nil
	}
	it := &partedInput{input: model.Input{t}, units: [][]loaders.Span{unitsOf(t)}}
	return loaders.Fill(len(it.units[0]), func(u int) string { return it.unitText(0, u) })
}

func (e Edit) editedText(ex *loaders.Example, text loaders.ScoredText) (model.Text, error) {
	t, err := textOf(ex, text)
	if typed := e[text].Text; err == nil && typed != nil {
		t.Raw = *typed
		if t.Tokens != nil {
			t.Tokens = strings.Fields(t.Raw)
		}
	}
	return t, err
}

// Typed keeps only typed texts.
func (e Edit) Typed() Edit {
	typed := Edit{}
	for text, c := range e {
		typed = typed.With(text, Change{Text: c.Text})
	}
	return typed
}

// Align lays an attribution of the changed example out over whole, the original tokens; missing
// ones get NaN. ok is false if the tokens do not match.
func (e Edit) Align(a loaders.Attribution, whole []string) (_ loaders.Attribution, ok bool) {
	text, unit, next := a.Over, 0, 0
	if a.Over == loaders.OverTokens {
		text = loaders.OverPassage
	}
	scores := make([]float64, 0, len(whole))
	for _, token := range whole {
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
	a.Tokens, a.Scores = whole, scores
	return a, ok
}
