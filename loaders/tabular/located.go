package tabular

import (
	"sort"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// locateAnswers adds a rationale for each correct answer found at its answer_start, in characters; equal ones are
// of several annotators. One that isn't there is a problem. A gold column without starts also clears the gold
// answer, otherwise it would be judged by its JSON.
func (d *exampleFiller) locateAnswers() {
	in, known := d.words.Get(d.Passage.Text)
	if !known {
		in.text = []rune(d.Passage.Text)
		in.tokens, in.places = record.Tokens(d.Passage.Text)
		d.words.Add(d.Passage.Text, in)
	}
	d.Passage.Tokens = in.tokens
	var texts, starts []any
	for _, path := range d.columns.PathsOf("gold") {
		if d.ValueAt(path) == nil {
			continue
		}
		if text := d.TextAt(path); text != "" && d.ValueAt(path+".text") == nil {
			d.rec.Problem("%s is %.60q, not a list of answers with text and answer_start; left out", path, text)
			d.Answer.Gold = ""
			continue
		}
		starts = d.ListAt(path + ".answer_start")
		if texts = d.ListAt(path + ".text"); len(texts) == 0 {
			d.Tags = append(d.Tags, "impossible")
		}
	}
	if len(texts) != len(starts) {
		d.rec.Problem("%d answers, but %d starts; only answers with a start are shown in the passage", len(texts), len(starts))
	}
	for i := range min(len(texts), len(starts)) {
		text, start := []rune(rows.Text(texts[i])), rows.RealOf(starts[i])
		at := int(start)
		end := at + len(text)
		isWithin := start >= 0 && start < float64(len(in.text)-len(text)+1)
		if !isWithin || at == end || string(in.text[at:end]) != string(text) {
			d.rec.Problem("the passage has no %.60q at character %g; not shown in the passage", string(text), start)
			continue
		}
		s := loaders.Span{
			Start: sort.Search(len(in.places), func(k int) bool { return in.places[k].End > at }),
			End:   sort.Search(len(in.places), func(k int) bool { return in.places[k].Start >= end }),
		}
		if s.Start < s.End {
			d.Rationales = append(d.Rationales, loaders.Rationale{Name: d.preset.Located, Over: loaders.OverPassage, Spans: []loaders.Span{s}})
		}
	}
}
