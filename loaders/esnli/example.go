package esnli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// join is what examples are put together from.
type join struct {
	files *parallel // nil for none
}

// pair decodes a line of the labels.
func (j *join) pair(rec *record.Record) (*loaders.Example, error) {
	label := strings.TrimSpace(string(rec.Bytes))
	ex := &loaders.Example{ID: fmt.Sprintf("line %d", rec.Line), Pair: true}
	if slices.Contains(classes, label) {
		ex.Answer.Gold = label
	} else if label != "-" {
		rec.Problem(loaders.Say("%.40q is not a label", label), loaders.Say("shown without gold"))
	}
	j.fill(rec, ex, rec.Line)
	return ex, nil
}

// fill adds the texts of line n of the parallel files.
func (j *join) fill(rec *record.Record, ex *loaders.Example, n int) {
	f := j.files
	if premise := f.text(rec, f.s1, n); premise != "" {
		ex.Passage = &loaders.Passage{Text: premise, Tokens: strings.Fields(premise)}
	}
	ex.Question = f.text(rec, f.s2, n)
	ex.Tokens = strings.Fields(ex.Question)
	ex.Explanation = f.text(rec, f.expl, n)
	if f.labels != nil {
		if label := f.text(rec, f.labels, n); label != "-" {
			ex.Answer.Gold = label
		}
	}
}

type highlighted struct {
	Words  []string     `json:"word"`
	Scores record.Reals `json:"prob"`
}

// highlights decodes a record of probabilities.
func (j *join) highlights(r *highlighted, rec *record.Record) (*loaders.Example, error) {
	premise, hypothesis := slices.Index(r.Words, "<tag1>"), slices.Index(r.Words, "<tag2>")
	end := slices.Index(r.Words, "<tag3>")
	if premise < 0 || hypothesis < premise || end < hypothesis {
		return nil, errors.New("words without <tag1>, <tag2> and <tag3> in this order")
	}
	first, second := r.Words[premise+1:hypothesis], r.Words[hypothesis+1:end]
	ex := &loaders.Example{Question: strings.Join(second, " "), Tokens: second, Pair: true}
	ex.Passage = &loaders.Passage{Text: strings.Join(first, " "), Tokens: first}
	if j.files != nil {
		if n := j.files.findPair(letters(first...), letters(second...)); n > 0 {
			ex.ID = fmt.Sprintf("line %d", n)
			j.fill(rec, ex, n)
			// The model saw these words, whatever the file has.
			ex.Tokens, ex.Passage.Tokens = second, first
		} else {
			rec.Problem(loaders.Say("no pair of the parallel files has these sentences"), loaders.Say("kept as an example without explanation and gold"))
		}
	}
	var scores []float64
	// Behind the words there is padding; there may not be less than words.
	if len(r.Scores) >= end {
		scores = append(append(scores, r.Scores[premise+1:hypothesis]...), r.Scores[hypothesis+1:end]...)
	} else {
		scores = r.Scores
	}
	tokens := slices.Concat(first, second)
	scores = rec.Probabilities("prob", scores, len(tokens))
	ex.Attributions = []loaders.Attribution{{Name: "highlight", Over: "tokens", Tokens: tokens, Scores: scores}}
	return ex, nil
}

type limed struct {
	Words         []string     `json:"word"`
	Entailment    record.Reals `json:"entailment"`
	Neutral       record.Reals `json:"neutral"`
	Contradiction record.Reals `json:"contradiction"`
}

// lime decodes a record of LIME's weights.
func (j *join) lime(r *limed, rec *record.Record) (*loaders.Example, error) {
	ex := &loaders.Example{Question: strings.Join(r.Words, " "), Tokens: r.Words, Pair: true}
	var explained []string
	for i, weights := range []record.Reals{r.Entailment, r.Neutral, r.Contradiction} {
		if weights == nil {
			continue
		}
		explained = append(explained, classes[i])
		name := "LIME → " + classes[i]
		scores := rec.Weights(name, weights, len(r.Words))
		ex.Attributions = append(ex.Attributions, loaders.Attribution{Name: name, Class: classes[i], Over: "tokens", Tokens: r.Words, Scores: scores,
			Signed: record.Signed(weights)})
	}
	if explained == nil {
		return nil, loaders.Errorf("no weights for %s", strings.Join(classes, ", "))
	}
	if j.files == nil || j.files.labels == nil {
		return ex, nil
	}
	switch found := j.files.findHypothesis(letters(r.Words...), explained); len(found) {
	case 1:
		ex.ID = fmt.Sprintf("line %d", found[0])
		j.fill(rec, ex, found[0])
		ex.Tokens = r.Words
	case 0:
		rec.Problem(loaders.Say("no pair of the parallel files has this hypothesis and label"), loaders.Say("kept as an example without premise and explanation"))
	default:
		rec.Problem(loaders.Say("%d pairs of the parallel files have this hypothesis and label", len(found)), loaders.Say("kept as an example without premise and explanation"))
	}
	return ex, nil
}

// classes are the labels.
var classes = []string{"entailment", "neutral", "contradiction"}
