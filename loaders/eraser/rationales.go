package eraser

import (
	"faithscope/loaders"
	"faithscope/loaders/record"
)

// rationales fills in what the model said: spans, and scores per token and
// per sentence.
func (r *result) rationales(rec *record.Record, ex *loaders.Example, p *passage) {
	if p == nil {
		r.alone(rec, ex)
		return
	}
	hard, soft, sentences := []loaders.Span{}, scores{}, scores{}
	saidHard := false
	for i := range r.Rationales {
		in := &r.Rationales[i]
		at, ok := p.at[in.Document]
		if !ok {
			continue // said when the document was looked for
		}
		saidHard = saidHard || in.Hard != nil
		for _, s := range in.Hard {
			if s, ok := placed(rec, "hard_rationale_predictions", s, at); ok {
				hard = append(hard, s)
			}
		}
		soft.add(rec, "soft_rationale_predictions of "+in.Document, in.Document, in.Soft, at.tokens)
		sentences.add(rec, "soft_sentence_predictions of "+in.Document, in.Document, in.Sentences, at.sentences)
	}
	if saidHard {
		ex.Rationales = append(ex.Rationales, loaders.Rationale{Name: "predicted", Over: "passage", Spans: hard})
	}
	ex.Attributions = append(ex.Attributions, soft.rows(p, "rationale scores", "passage", func(id string) []string {
		at := p.at[id].tokens
		return p.Tokens[at.Start:at.End]
	})...)
	// Sentences of a single document have no tokens to stand over by
	// themselves, so scores of some documents only are left out.
	if all := sentences.rows(p, "sentence scores", "sentences", nil); len(all) > 0 {
		ex.Attributions = append(ex.Attributions, all...)
	} else if len(sentences) > 0 {
		rec.Problem(loaders.Say("soft_sentence_predictions for %d of %d documents", len(sentences), len(p.ids)), loaders.Say("left out"))
	}
}

// alone fills in scores where no document is known: they have numbers, but
// no tokens.
func (r *result) alone(rec *record.Record, ex *loaders.Example) {
	for _, in := range r.Rationales {
		if in.Soft == nil {
			continue
		}
		if scores := rec.Weights("soft_rationale_predictions of "+in.Document, in.Soft, -1); scores != nil {
			ex.Attributions = append(ex.Attributions, loaders.Attribution{Name: "rationale scores, " + in.Document, Over: "tokens", Scores: scores})
		}
	}
}

// scores are those of each document, by docid.
type scores map[string][]float64

func (s scores) add(rec *record.Record, what, id string, found record.Reals, place loaders.Span) {
	if found == nil {
		return
	}
	if good := rec.Weights(what, found, place.End-place.Start); good != nil {
		s[id] = good
	}
}

// rows is one row over the passage where every document has scores, else one
// per document over its own tokens. Nil tokens allow the first alone.
func (s scores) rows(p *passage, name, over string, tokens func(id string) []string) []loaders.Attribution {
	if len(s) == len(p.ids) {
		row := loaders.Attribution{Name: name, Over: over}
		for _, id := range p.ids {
			row.Scores = append(row.Scores, s[id]...)
		}
		row.Signed = record.Signed(row.Scores)
		return []loaders.Attribution{row}
	}
	var rows []loaders.Attribution
	for _, id := range p.ids {
		if found, ok := s[id]; ok && tokens != nil {
			rows = append(rows, loaders.Attribution{Name: name + ", " + id, Over: "tokens", Tokens: tokens(id), Scores: found, Signed: record.Signed(found)})
		}
	}
	return rows
}

type result struct {
	ID             string                 `json:"annotation_id"`
	Rationales     []prediction           `json:"rationales"`
	Classification string                 `json:"classification"`
	Full           map[string]record.Real `json:"classification_scores"`
	Without        map[string]record.Real `json:"comprehensiveness_classification_scores"`
	Only           map[string]record.Real `json:"sufficiency_classification_scores"`
}

type prediction struct {
	Document  string       `json:"docid"`
	Hard      []span       `json:"hard_rationale_predictions"`
	Soft      record.Reals `json:"soft_rationale_predictions"`
	Sentences record.Reals `json:"soft_sentence_predictions"`
}

type span struct {
	Start int `json:"start_token"`
	End   int `json:"end_token"`
}

// placed moves a span of a document to its place in the passage.
func placed(rec *record.Record, what string, s span, at part) (_ loaders.Span, ok bool) {
	good := rec.Spans(what, []loaders.Span{{Start: s.Start, End: s.End}}, at.tokens.End-at.tokens.Start)
	if len(good) == 0 {
		return loaders.Span{}, false
	}
	return loaders.Span{Start: good[0].Start + at.tokens.Start, End: good[0].End + at.tokens.Start}, true
}
