package esnli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Pairs reads the parallel files, opened by the labels.
var Pairs = record.NewFormat(loaders.Format{
	Name:  "esnli",
	About: "e-SNLI as parallel files: labels.*, with s1.*, s2.* and *expl*.* beside it",
	Sign:  "lines that are all entailment, neutral or contradiction, with s1.* and s2.* beside the file",
	Confirm: func(_ context.Context, src *loaders.Source, _ loaders.Options) bool {
		return isLabels(src.Head) && isBeside(src, "s1.") && isBeside(src, "s2.")
	},
}, record.RecordFormat{Dataset: "e-SNLI", Gold: "in the files", Open: func(o *record.RunBuilder) {
	p := &parallelFiles{}
	o.Lines(0, p.decodePair)
	p.open(o, o.Source.Path)
}})

var labels = []loaders.FormatFlag{
	{Flag: loaders.GoldFile, What: "e-SNLI labels with s1.* and s2.* beside them", Detect: isLabels},
}

// Highlights reads a highlighter's probabilities.
var Highlights = record.NewFormat(loaders.Format{
	Name:   "esnli-highlights",
	About:  "per-word probabilities for e-SNLI's pairs: JSON Lines of {word, label, prob}",
	Sign:   "lists under the keys word, label and prob",
	Keys:   "word label prob",
	Detect: record.Keyed("word:[, prob:[, label:["),
	Takes:  labels,
}, perWord((*parallelFiles).decodeHighlights))

// Lime reads LIME's weights.
var Lime = record.NewFormat(loaders.Format{
	Name:   "esnli-lime",
	About:  "LIME's per-word weights for e-SNLI's hypotheses: JSON Lines of {word, CLASS}",
	Sign:   "lists under the keys word and one of entailment, neutral and contradiction",
	Keys:   "word entailment",
	Detect: record.Keyed("word:[, !prob, " + strings.Join(classes, ":[|") + ":["),
	Takes:  labels,
}, perWord((*parallelFiles).decodeLIME))

func isBeside(src *loaders.Source, namePrefix string) bool {
	entries, err := fs.ReadDir(src.Files, filepath.Dir(src.Path))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return strings.HasPrefix(strings.ToLower(e.Name()),
			namePrefix)
	})
}

// isLabels reports whether all whole lines are labels, at least one a class. The last may be cut off;
// a dash is SNLI's label for pairs without agreement.
func isLabels(head []byte) bool {
	found := false
	for line := range bytes.Lines(head) {
		if line[len(line)-1] != '\n' && len(head) >= loaders.HeadSize {
			break
		}
		word := string(bytes.TrimSpace(line))
		switch {
		case slices.Contains(classes, word):
			found = true
		case word != "" && word != "-":
			return false
		}
	}
	return found
}

func perWord[T any](decodeRecord func(p *parallelFiles, in *T, rec *record.Record) *loaders.Example) record.RecordFormat {
	return record.RecordFormat{Dataset: "e-SNLI", Open: func(o *record.RunBuilder) {
		p := &parallelFiles{}
		o.Lines(0, record.As(func(in *T, rec *record.Record) *loaders.Example { return decodeRecord(p, in, rec) }))
		if path := o.Find(labelFiles); path != "" {
			p.open(o, path)
		}
	}}
}

// decodePair joins line n of all files, which nothing else joins. A line that is not a label has no
// gold, and is a problem unless it is "-".
func (p *parallelFiles) decodePair(rec *record.Record) *loaders.Example {
	label := strings.TrimSpace(string(rec.Bytes))
	ex := &loaders.Example{Pair: true}
	if slices.Contains(classes, label) {
		ex.Answer.Gold = label
	} else if label != "-" {
		rec.Problem("%.40q is not a label; shown without a correct answer", label)
	}
	p.fillTexts(rec, ex, rec.Line)
	return ex
}

func (p *parallelFiles) fillTexts(rec *record.Record, ex *loaders.Example, pairIndex int) {
	ex.ID = fmt.Sprintf("line %d", pairIndex)
	if premise := p.textAt(rec, p.s1, pairIndex); premise != "" {
		ex.Passage = &loaders.Passage{Text: premise, Tokens: strings.Fields(premise)}
	}
	ex.Question = p.textAt(rec, p.s2, pairIndex)
	ex.Tokens = strings.Fields(ex.Question)
	ex.Explanation = p.textAt(rec, p.expl, pairIndex)
	if p.labels != nil {
		if label := p.textAt(rec, p.labels, pairIndex); label != "-" {
			ex.Answer.Gold = label
		}
	}
}

type highlightRecord struct {
	Words  []string              `json:"word"`
	Scores record.LenientNumbers `json:"prob"`
}

// decodeHighlights joins a record with the first pair of the same letters, because it has no id; none
// is a problem. A record without its tags is Broken.
func (p *parallelFiles) decodeHighlights(r *highlightRecord, rec *record.Record) *loaders.Example {
	premise, hypothesis := slices.Index(r.Words, "<tag1>"), slices.Index(r.Words, "<tag2>")
	end := slices.Index(r.Words, "<tag3>")
	if premise < 0 || hypothesis < premise || end < hypothesis {
		return rec.Broken(errors.New("the words don't contain <tag1>, <tag2> and <tag3> in that order"))
	}
	first, second := r.Words[premise+1:hypothesis], r.Words[hypothesis+1:end]
	ex := &loaders.Example{Question: strings.Join(second, " "), Tokens: second, Pair: true}
	ex.Passage = &loaders.Passage{Text: strings.Join(first, " "), Tokens: first}
	if p.isOpen {
		isSame := func(_ int, text string) bool { return lettersOf(text) == lettersOf(first...) }
		if found := p.findLines(lettersOf(second...), isSame); len(found) > 0 {
			p.fillTexts(rec, ex, found[0])
			// The model saw these words, whatever the original file has.
			ex.Tokens, ex.Passage.Tokens = second, first
		} else {
			rec.Problem("no pair in the parallel files has these sentences; kept as an example without explanation or gold")
		}
	}
	scores := []float64(r.Scores)
	// Padding follows the words.
	if len(scores) >= end {
		scores = slices.Concat(scores[premise+1:hypothesis], scores[hypothesis+1:end])
	}
	tokens := slices.Concat(first, second)
	scores = rec.Probabilities("prob", scores, len(tokens))
	ex.Attributions = []loaders.Attribution{{Name: "highlight", Over: loaders.OverTokens, Tokens: tokens, Scores: scores}}
	return ex
}

type limeRecord struct {
	Words         []string              `json:"word"`
	Entailment    record.LenientNumbers `json:"entailment"`
	Neutral       record.LenientNumbers `json:"neutral"`
	Contradiction record.LenientNumbers `json:"contradiction"`
}

// decodeLIME joins a record with the only pair that has this hypothesis and one of its classes,
// because it has neither premise nor id; none or several are a problem. A record without weights is
// Broken.
func (p *parallelFiles) decodeLIME(r *limeRecord, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{Question: strings.Join(r.Words, " "), Tokens: r.Words, Pair: true}
	var explained []string
	for i, weights := range []record.LenientNumbers{r.Entailment, r.Neutral, r.Contradiction} {
		if weights == nil {
			continue
		}
		explained = append(explained, classes[i])
		name := "LIME → " + classes[i]
		scores := rec.Weights(name, weights, len(r.Words))
		ex.Attributions = append(ex.Attributions, loaders.Attribution{Name: name, Class: classes[i], Over: loaders.OverTokens, Tokens: r.Words,
			Scores: scores,
			Signed: record.Signed(weights)})
	}
	if explained == nil {
		return rec.Broken(loaders.Errorf("no weights for any of %s", strings.Join(classes, ", ")))
	}
	if p.labels == nil {
		return ex
	}
	isExplained := func(n int, _ string) bool {
		label, ok := p.lineAt(p.labels, n)
		return ok && slices.Contains(explained, label)
	}
	switch found := p.findLines(lettersOf(r.Words...), isExplained); len(found) {
	case 1:
		p.fillTexts(rec, ex, found[0])
		ex.Tokens = r.Words
	case 0:
		rec.Problem("no pair in the parallel files has this hypothesis and label; kept as an example without premise or explanation")
	default:
		rec.Problem("%d pairs in the parallel files have this hypothesis and label; kept as an example without premise or explanation",
			len(found))
	}
	return ex
}

var classes = loaders.Labels
