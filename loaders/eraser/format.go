package eraser

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Results reads a model's results.
var Results = record.NewFormat(loaders.Format{
	Name:   "eraser",
	About:  "ERASER results: rationales, classification and its scores, with annotations and documents",
	Sign:   "the keys annotation_id and rationales or classification, but not evidences",
	Keys:   "annotation_id rationales",
	Detect: isResults,
}, record.RecordFormat{Dataset: "ERASER", Beside: []record.CompanionFile{annotationFiles}, Open: openResults})

// Annotations reads annotations without a model.
var Annotations = record.NewFormat(loaders.Format{
	Name:   "eraser-annotations",
	About:  "ERASER annotations (train.jsonl, val.jsonl, test.jsonl) with their documents, without a model",
	Sign:   "the keys annotation_id and evidences",
	Keys:   "annotation_id evidences",
	Detect: isAnnotations,
}, record.RecordFormat{Dataset: "ERASER", Gold: "in the file", Open: func(o *record.RunBuilder) {
	d := &documents{}
	o.Lines(0, record.As(d.decodeAnnotation))
	d.openIn(o, filepath.Dir(o.Source.Path))
}})

var isResults = record.Keyed("annotation_id, !evidences, rationales:[|classification")

var isAnnotations = record.Keyed("annotation_id, evidences:[")

var annotationFiles = record.CompanionFile{
	What: "annotations", Flag: loaders.GoldFile, Missing: "annotations (.jsonl with evidences)", Without: "gold",
	Name: func(name string) bool { return strings.HasSuffix(name, ".jsonl") }, Is: isAnnotations,
	Entries: record.At("", record.KeyOf("annotation_id")), Asks: record.KeyOf("annotation_id"),
	Left: "annotation", Blank: record.BlankOf("annotation_id"), Official: "; ERASER's metrics reject incomplete files",
}

func openResults(o *record.RunBuilder) {
	d := &documents{classified: o.Mentions("classification")}
	o.Lines(0, record.As(d.decodeResult))
	dirs := []string{filepath.Dir(o.Source.Path)}
	if annotations := o.Join(annotationFiles); annotations != nil {
		dirs = slices.Insert(dirs, 0, filepath.Dir(annotations.Path))
	}
	d.openIn(o, dirs...)
}

type annotation struct {
	ID             string           `json:"annotation_id"`
	Query          string           `json:"query"`
	Evidences      [][]evidenceSpan `json:"evidences"`
	Classification string           `json:"classification"`
	QueryType      string           `json:"query_type"`
	Documents      []string         `json:"docids"`
}

type evidenceSpan struct {
	Document      string `json:"docid"`
	Start         *int   `json:"start_token"`
	End           *int   `json:"end_token"`
	StartSentence *int   `json:"start_sentence"`
	EndSentence   *int   `json:"end_sentence"`
}

func (d *documents) decodeAnnotation(a *annotation, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: a.ID}
	a.fillMarks(rec, ex, d.readPassage(rec, a.documentIDs()))
	return ex
}

// decodeResult takes a missing class for unanswered only if results have classes. A missing annotation
// is a problem.
func (d *documents) decodeResult(r *modelResult, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: r.ID}
	ex.Answer.Predicted = r.Classification
	if r.ID == "" {
		rec.Problem("no annotation_id; can't be joined with annotations")
	}
	var a annotation
	joined := rec.Beside().Decode(r.ID, &a)
	p := d.readPassage(rec, slices.Concat(a.documentIDs(), loaders.Map(r.Rationales, func(p predictedRationale) string { return p.Document })))
	switch {
	case joined:
		a.fillMarks(rec, ex, p)
		if len(a.Evidences) == 0 && len(r.Rationales) > 0 { // annotators found none
			ex.Rationales = append(ex.Rationales, loaders.Rationale{Name: "gold", Over: loaders.OverPassage, Spans: []loaders.Span{}})
		}
	case p != nil:
		ex.Passage = &p.Passage
	}
	if rec.Beside() != nil && !joined && r.ID != "" {
		rec.Problem("no annotation for this annotation_id; kept as an example without gold")
	}
	if d.classified {
		rec.CountMissing(&ex.Answer)
	}
	r.setScores(rec, ex)
	r.fillRationales(rec, ex, p)
	return ex
}

func (a *annotation) documentIDs() []string {
	if a.Documents != nil {
		return a.Documents
	}
	return loaders.Map(slices.Concat(a.Evidences...), func(e evidenceSpan) string { return e.Document })
}

// fillMarks sets sentences only if every group is one span within one, because mixed groups can't be
// compared with sentence scores. Without a passage there are none.
func (a *annotation) fillMarks(rec *record.Record, ex *loaders.Example, p *joinedPassage) {
	ex.Question, ex.Kind = a.Query, a.QueryType
	ex.Answer.Fill(ex.Answer.Predicted, a.Classification)
	if p == nil {
		return
	}
	ex.Passage = &p.Passage
	if len(p.Documents) > 1 {
		ex.Describe("documents", strings.Join(loaders.Map(p.Documents, func(d loaders.Document) string { return d.Name }), ", "))
	}
	single := true // one span in one sentence each
	for i, group := range a.Evidences {
		r := loaders.Rationale{Name: "gold", Over: loaders.OverPassage, Spans: []loaders.Span{}}
		if len(a.Evidences) > 1 {
			r.Name = fmt.Sprintf("gold %d", i+1)
		}
		for _, e := range group {
			r.Spans = append(r.Spans, e.passageSpan(rec, p)...)
		}
		if len(r.Spans) == 1 && len(group) == 1 {
			s := r.Spans[0]
			k := slices.IndexFunc(p.Sentences, func(line loaders.Span) bool { return line.Start <= s.Start && s.End <= line.End })
			if k >= 0 {
				r.Sentence = &k
			}
		}
		single = single && r.Sentence != nil
		ex.Rationales = append(ex.Rationales, r)
	}
	if !single {
		for i := range ex.Rationales {
			ex.Rationales[i].Sentence = nil
		}
	}
}

// passageSpan uses the tokens of an evidence's sentences if its own are -1, which is unset. A missing
// document is a problem.
func (e *evidenceSpan) passageSpan(rec *record.Record, p *joinedPassage) []loaders.Span {
	at, ok := p.at[e.Document]
	if !ok {
		rec.Problem("document %.80q not found; its evidence is left out", e.Document)
		return nil
	}
	start, end := positionOf(e.Start), positionOf(e.End)
	if start < 0 && end < 0 {
		first, behind := positionOf(e.StartSentence), positionOf(e.EndSentence)
		n := at.sentences.End - at.sentences.Start
		if first < 0 || behind <= first || behind > n {
			rec.Problem("evidence has no tokens, and its sentence range is invalid: %d to %d of %d; left out", first, behind, n)
			return nil
		}
		lines := p.Sentences[at.sentences.Start:]
		return []loaders.Span{{Start: lines[first].Start, End: lines[behind-1].End}}
	}
	return placeSpan(rec, "evidence", tokenSpan{start, end}, at.tokens)
}

func positionOf(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

func (r *modelResult) setScores(rec *record.Record, ex *loaders.Example) {
	for _, in := range []struct {
		name   string
		scores map[string]record.LenientNumber
	}{{"p_full", r.Full}, {"p_without_rationale", r.Without}, {"p_only_rationale", r.Only}} {
		if in.scores == nil {
			continue
		}
		x, ok := in.scores[r.Classification]
		if !ok || x.Missing() {
			rec.Problem("no score for the class %.40q; %s is missing", r.Classification, in.name)
			continue
		}
		ex.Answer.Score(in.name, float64(x))
	}
}
