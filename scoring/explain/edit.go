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

// Texts are the texts of an example that an [Edit] can change.
var Texts = []string{loaders.OverPassage, loaders.OverQuestion}

// Edit holds what is changed of an example's texts, by their names. The zero Edit changes
// nothing, and none is changed in place.
type Edit map[string]Change

// Change holds what is changed of a text: another text in its place, and then units that are
// taken away: tokens, or words of a text without tokens, in ascending order.
type Change struct {
	Text *string // nil for the example's own
	Away []int
	By   string // how they are taken away: [Unk], [Zero], or "" for [Delete]
}

// By returns e with what is away taken away in another way.
func (e Edit) By(remove string) Edit {
	next := Edit{}
	for text, c := range e {
		c.By = strings.TrimPrefix(remove, Delete)
		next = next.With(text, c)
	}
	return next
}

// With returns e with another change of a text, none for the zero Change.
func (e Edit) With(text string, c Change) Edit {
	next := Edit{}
	maps.Copy(next, e)
	if next[text] = c; c.Text == nil && len(c.Away) == 0 {
		delete(next, text)
	}
	return next
}

// Put returns e with a range of the units of a text taken away, or put back with in. It
// fails where there is nothing to take away or put back.
func (e Edit) Put(text string, units loaders.Span, in bool) (Edit, error) {
	c := e[text]
	away := slices.DeleteFunc(slices.Clone(c.Away), func(u int) bool { return u >= units.Start && u < units.End })
	for u := units.Start; u < units.End && !in; u++ {
		away = append(away, u)
	}
	if slices.Sort(away); slices.Equal(away, c.Away) {
		return e, errors.New(loaders.IfElse(in, "this has not been taken away", "this is already taken away: + puts it back"))
	}
	c.Away = away
	return e.With(text, c), nil
}

// Units returns the units of a text of an example under the edit, those that are away included;
// nil if the example does not have the text.
func (e Edit) Units(ex *loaders.Example, text string) []string {
	t, err := e.editedText(ex, text)
	if err != nil {
		return nil
	}
	it := &item{input: model.Input{t}, units: [][]loaders.Span{unitsOf(t)}}
	return loaders.Fill(len(it.units[0]), func(u int) string { return it.unitText(0, u) })
}

// editedText returns a text of an example, or what stands in its place, with all of its units.
func (e Edit) editedText(ex *loaders.Example, text string) (model.Text, error) {
	t, err := textOf(ex, text)
	if typed := e[text].Text; err == nil && typed != nil {
		t.Raw = *typed
		if t.Tokens != nil {
			t.Tokens = strings.Fields(t.Raw)
		}
	}
	return t, err
}

// Typed returns the edit without what is taken away.
func (e Edit) Typed() Edit {
	typed := Edit{}
	for text, c := range e {
		typed = typed.With(text, Change{Text: c.Text})
	}
	return typed
}

// Align lays the scores of an attribution of the changed example out over the tokens that
// the same attribution has before anything is taken away, where those that are away have
// none (NaN). ok is false for tokens that are not these.
func (e Edit) Align(a loaders.Attribution, whole []string) (_ loaders.Attribution, ok bool) {
	text, unit, next := a.Over, 0, 0
	if a.Over == "tokens" {
		text = loaders.OverPassage
	}
	scores := make([]float64, 0, len(whole))
	for _, token := range whole {
		switch {
		case token != Separator && slices.Contains(e[text].Away, unit):
			scores = append(scores, math.NaN())
			if e[text].By != "" { // something stands in its place
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
