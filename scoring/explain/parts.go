package explain

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

// Separator is between two texts, not a part.
const Separator = "[SEP]"

type inputPart struct{ text, start, end int }

type segmentedInput struct {
	input   model.Input
	units   [][]loaders.Span
	parts   []inputPart
	over    loaders.ScoredText
	tokens  []string
	places  []int
	unknown string
	whole   int
}

var errTextless = errors.New("the model reads no text: it only offers modules for what-if")

// cutParts sorts texts by their sources' names, because attributions list the passage before the
// question.
func (o *Options) cutParts(ex *loaders.Example, d *model.Declaration) (*segmentedInput, error) {
	if len(o.Sources) == 0 {
		return nil, errTextless
	}
	it := &segmentedInput{unknown: d.Unknown, over: loaders.OverTokens}
	for _, source := range o.Sources {
		t, err := textOf(ex, source)
		if err != nil {
			return nil, err
		}
		it.input, it.units = append(it.input, t), append(it.units, unitsOf(t))
	}
	if o.Over == Sentences {
		return it, it.splitSentences(ex, o.Sources)
	}
	perturbed := make([]int, 0, len(o.Sources))
	for i, name := range d.Inputs {
		if o.Texts == nil || slices.Contains(o.Texts, name) {
			perturbed = append(perturbed, i)
		}
	}
	loaders.SortBy(perturbed, func(i int) string { return string(o.Sources[i]) })
	if len(perturbed) == 1 {
		it.over = o.Sources[perturbed[0]]
	}
	for k, i := range perturbed {
		if k > 0 {
			it.tokens = append(it.tokens, Separator)
		}
		for u := range it.units[i] {
			it.parts, it.places = append(it.parts, inputPart{i, u, u + 1}), append(it.places, len(it.tokens))
			it.tokens = append(it.tokens, it.unitText(i, u))
		}
	}
	return it, nil
}

// Input fails if a text is missing.
func (o *Options) Input(ex *loaders.Example, d *model.Declaration) (model.Input, error) {
	it, err := o.cutParts(ex, d)
	if err != nil {
		return nil, err
	}
	return it.input, nil
}

func textOf(ex *loaders.Example, textName loaders.ScoredText) (model.Text, error) {
	if textName == loaders.OverQuestion {
		return model.Text{Tokens: ex.Tokens, Raw: ex.Question}, nil
	}
	if ex.Passage == nil {
		return model.Text{}, errors.New("the example has no passage")
	}
	return model.Text{Tokens: ex.Passage.Tokens, Raw: ex.Passage.Text}, nil
}

func unitsOf(t model.Text) (units []loaders.Span) {
	if t.Tokens != nil {
		return loaders.Fill(len(t.Tokens), func(i int) loaders.Span { return loaders.Span{Start: i, End: i + 1} })
	}
	return wordsIn(t.Raw, func(c rune) bool { return !unicode.IsSpace(c) })
}

func wordsIn(text string, isWordRune func(rune) bool) (words []loaders.Span) {
	start := -1
	for i, c := range text + " " {
		switch {
		case isWordRune(c) && i < len(text):
			if start < 0 {
				start = i
			}
		case start >= 0:
			words, start = append(words, loaders.Span{Start: start, End: i}), -1
		}
	}
	return words
}

func (it *segmentedInput) unitText(textIndex, u int) string {
	if t := it.input[textIndex]; t.Tokens != nil {
		return t.Tokens[u]
	}
	s := it.units[textIndex][u]
	return it.input[textIndex].Raw[s.Start:s.End]
}

func (it *segmentedInput) splitSentences(ex *loaders.Example, inputTexts InputTexts) error {
	at := slices.Index(inputTexts, loaders.OverPassage)
	if at < 0 || ex.Passage.Tokens == nil || ex.Passage.Sentences == nil {
		return errors.New("the example has no passage split into sentences")
	}
	it.over = Sentences
	for _, s := range ex.Passage.Sentences {
		if s.End > len(ex.Passage.Tokens) || s.Start > s.End {
			return errors.New("the passage's sentences are not ranges of its tokens")
		}
		it.parts = append(it.parts, inputPart{at, s.Start, s.End})
	}
	return nil
}

func (it *segmentedInput) withoutParts(c Coalition, removalMethod string) model.Input {
	away := loaders.Map(it.units, func(units []loaders.Span) []bool { return make([]bool, len(units)) })
	for i, p := range it.parts {
		for u := p.start; u < p.end && c[i] == '0'; u++ {
			away[p.text][u] = true
		}
	}
	return it.rewriteUnits(func(text, u int) (string, bool) {
		switch {
		case !away[text][u]:
			return it.unitText(text, u), true
		case removalMethod == Unk:
			return it.unknown, true
		}
		return "", false
	})
}

// false removes a unit. A changed text has only tokens, because its raw form no longer fits;
// without tokens white space is kept.
func (it *segmentedInput) rewriteUnits(rewriteUnit func(text, u int) (string, bool)) model.Input {
	return loaders.Fill(len(it.input), func(i int) model.Text {
		t, end, changed := it.input[i], 0, false
		kept, raw := make([]string, 0, len(it.units[i])), strings.Builder{}
		for u, span := range it.units[i] {
			word, there := rewriteUnit(i, u)
			if changed = changed || !there || word != it.unitText(i, u); there {
				kept = append(kept, word)
			}
			if t.Tokens == nil {
				raw.WriteString(t.Raw[end:span.Start] + word)
				end = span.End
			}
		}
		switch {
		case !changed:
			return t
		case t.Tokens != nil:
			return model.Text{Tokens: kept}
		}
		return model.Text{Raw: raw.String() + t.Raw[end:]}
	})
}

func (it *segmentedInput) layScores(partScores []float64) []float64 {
	if it.over == Sentences {
		return partScores
	}
	scores := make([]float64, max(len(it.tokens), it.whole))
	for k, at := range it.places {
		scores[at] = partScores[k]
	}
	return scores
}
