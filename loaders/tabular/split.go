package tabular

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

const mostSentences = 1 << 20

// splitPassage cuts tokens at sentences, so that each belongs to one. If only the number of sentences
// is known they are empty. Pairs that do not follow each other are problems.
func (d *exampleFiller) splitPassage() {
	spans, n := d.countSentences(d.valueOf("sentences"))
	if n < 0 {
		d.rec.Problem("the number of sentences is unknown; shown without sentences")
		return
	}
	if d.Passage == nil {
		d.Passage = &loaders.Passage{}
	}
	p := d.Passage
	if p.Sentences = make([]loaders.Span, n); spans == nil || p.Text == "" {
		return
	}
	at, last := []int{}, 0 // the bytes at which characters begin
	for i := range p.Text {
		at = append(at, i)
	}
	at, p.Tokens = append(at, len(p.Text)), nil
	add := func(from, to int) { p.Tokens = append(p.Tokens, strings.Fields(p.Text[at[from]:at[to]])...) }
	for i, span := range spans {
		_, ends := rows.WeightsOf(span)
		isNext := len(ends) == 2 && ends[0] >= float64(last) && ends[1] >= ends[0] && ends[1] < float64(len(at))
		if !isNext {
			d.rec.Problem("sentence %d (characters %v) overlaps the previous one or ends outside the passage (%d characters); "+
				"shown without sentences", i, span, len(at)-1)
			p.Tokens, p.Sentences = strings.Fields(p.Text), make([]loaders.Span, n)
			return
		}
		add(last, int(ends[0])) // words between two sentences belong to neither
		p.Sentences[i].Start, last = len(p.Tokens), int(ends[1])
		add(int(ends[0]), last)
		p.Sentences[i].End = len(p.Tokens)
	}
	add(last, len(at)-1)
}

func (d *exampleFiller) countSentences(v any) (spans []any, n int) {
	spans, listed := v.([]any)
	if x, isNumber := rows.NumberOf(v); isNumber && x >= 0 && x <= mostSentences {
		return nil, int(x)
	} else if listed {
		return spans, len(spans)
	}
	for _, c := range d.columns {
		if vectors := d.ListAt(c.Paths[0]); roles.BaseOf(c.Role) == "rationale" && len(vectors) > 0 {
			if first, isList := vectors[0].([]any); isList {
				return nil, len(first)
			}
		}
	}
	return nil, -1
}

func (d *exampleFiller) readMarks(rationaleName string, v any) (list []loaders.Rationale, ok bool) {
	vectors := rows.ListOf(v)
	if !d.columns.Has("sentences") || d.Passage == nil {
		return nil, false
	}
	n, none := len(d.Passage.Sentences), 0
	for i, vector := range vectors {
		_, marks := rows.WeightsOf(vector)
		at := slices.Index(marks, 1)
		others := loaders.CountFunc(marks, func(x float64) bool { return x != 0 })
		switch {
		case len(marks) == n && others == 0:
			none++
		case len(marks) != n || at < 0 || others > 1:
			d.rec.Problem("%s: vector %d does not mark exactly one of %d sentences; left out", rationaleName, i, n)
		default:
			list = append(list, loaders.Rationale{Name: rationaleName, Over: loaders.OverSentences, Sentence: &at})
		}
	}
	if none == len(vectors) && n > 0 {
		list = []loaders.Rationale{loaders.NoSentence}
	}
	return list, true
}
