package eraser

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

type documents struct {
	folder *files.ConfinedFolder
	table  *record.CompanionTable
	// classified says that results have classes, not only rationales.
	classified bool
}

const maxDocument = 64 << 20

// openIn opens docs.jsonl, or else the folder docs, in the first of the folders that has either; none is
// a problem.
func (d *documents) openIn(o *record.RunBuilder, folders ...string) {
	if o.Failed() {
		return
	}
	for _, dir := range folders {
		path := filepath.Join(dir, "docs.jsonl")
		if _, err := fs.Stat(o.Source.Files, path); err == nil {
			d.table = o.Table(path, "", record.KeyOf("docid"))
			return
		}
		path = filepath.Join(dir, "docs")
		if info, err := fs.Stat(o.Source.Files, path); err == nil && info.IsDir() {
			if d.folder, err = files.OpenFolder(o.Source, path); !o.Fail(err) {
				o.Run.Own(d.folder)
			}
			return
		}
	}
	o.Run.ReportProblem("no docs folder or docs.jsonl beside this file or its annotations; shown without passages")
}

// documentLines keeps empty tokens of docs.jsonl but not of the folder, because the authors' two
// readers differ. It fails for documents that are missing, too large, or outside the folder.
func (d *documents) documentLines(documentID string) ([][]string, error) {
	if d.table != nil {
		var doc struct {
			Text string `json:"document"`
		}
		if !d.table.Decode(documentID, &doc) {
			return nil, errors.New("not in docs.jsonl")
		}
		return linesOf(doc.Text, withEmpty), nil
	}
	if !fs.ValidPath(documentID) {
		return nil, errors.New("the name points outside docs")
	}
	b, err := files.ReadStored(d.folder, documentID, maxDocument)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("not in docs")
	case err != nil:
		return nil, err
	}
	return linesOf(string(b), withoutEmpty), nil
}

const withEmpty, withoutEmpty = true, false

// linesOf splits lines at blanks like the authors' code, because evidence counts tokens so. Without
// keepEmpty, a carriage return ends a line too.
func linesOf(text string, keepEmpty bool) [][]string {
	if !keepEmpty {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	}
	var lines [][]string
	for line := range strings.SplitSeq(text, "\n") {
		tokens := strings.Split(strings.TrimSpace(line), " ")
		if !keepEmpty {
			tokens = loaders.NonEmpty(tokens)
		}
		if len(tokens) > 0 {
			lines = append(lines, tokens)
		}
	}
	return lines
}

type joinedPassage struct {
	loaders.Passage
	at map[string]documentSpans
}

type documentSpans struct{ tokens, sentences loaders.Span }

func (d *documents) readPassage(rec *record.Record, ids []string) *joinedPassage {
	if d.folder == nil && d.table == nil {
		return nil
	}
	p := &joinedPassage{at: map[string]documentSpans{}}
	var text strings.Builder
	for _, id := range loaders.Distinct(ids) {
		lines, err := d.documentLines(id)
		if err != nil {
			rec.Problem("document %.80q: %v; shown without it", id, err)
			continue
		}
		at := documentSpans{tokens: loaders.Span{Start: len(p.Tokens)}, sentences: loaders.Span{Start: len(p.Sentences)}}
		for _, line := range lines {
			p.AddSentence(line...)
			text.WriteString(strings.Join(line, " "))
			text.WriteByte('\n')
		}
		at.tokens.End, at.sentences.End = len(p.Tokens), len(p.Sentences)
		p.at[id] = at
		p.Documents = append(p.Documents, loaders.Document{Name: id, Span: at.tokens})
	}
	if p.Documents == nil {
		return nil
	}
	p.Text = text.String()
	return p
}

// fillRationales leaves out sentence scores for only some documents, because sentences can't say whose
// they are. Spans and scores that do not fit are problems. Without a passage it adds only scores per
// token.
func (r *modelResult) fillRationales(rec *record.Record, ex *loaders.Example, p *joinedPassage) {
	if p == nil {
		for _, in := range r.Rationales {
			if scores := rec.Weights("soft_rationale_predictions of "+in.Document, in.Soft, -1); scores != nil {
				ex.Attributions = append(ex.Attributions, loaders.Attribution{Name: "rationale scores, " + in.Document,
					Over: loaders.OverTokens, Scores: scores})
			}
		}
		return
	}
	hard, soft, sentences := []loaders.Span{}, scoresByDocument{}, scoresByDocument{}
	saidHard := false
	for i := range r.Rationales {
		in := &r.Rationales[i]
		at, ok := p.at[in.Document]
		if !ok {
			continue // already reported
		}
		saidHard = saidHard || in.Hard != nil
		for _, s := range in.Hard {
			hard = append(hard, placeSpan(rec, "hard_rationale_predictions", s, at.tokens)...)
		}
		soft.addScores(rec, "soft_rationale_predictions", in.Document, in.Soft, at.tokens)
		sentences.addScores(rec, "soft_sentence_predictions", in.Document, in.Sentences, at.sentences)
	}
	if saidHard {
		ex.Rationales = append(ex.Rationales, loaders.Rationale{Name: "predicted", Over: loaders.OverPassage, Spans: hard})
	}
	ex.Attributions = append(ex.Attributions, soft.scoreRows(p, "rationale scores", loaders.OverPassage)...)
	// Sentences of a single document have no tokens of their own, so scores for only some documents
	// are left out.
	if all := sentences.scoreRows(p, "sentence scores", loaders.OverSentences); len(all) > 0 {
		ex.Attributions = append(ex.Attributions, all...)
	} else if len(sentences) > 0 {
		rec.Problem("soft_sentence_predictions cover only %d of %d documents; left out", len(sentences), len(p.Documents))
	}
}

type scoresByDocument map[string][]float64

func (s scoresByDocument) addScores(rec *record.Record, scoreDescription, documentID string, scores record.LenientNumbers,
	documentSpan loaders.Span) {
	if scores == nil {
		return
	}
	if list := rec.Weights(scoreDescription+" of "+documentID, scores, documentSpan.End-documentSpan.Start); list != nil {
		s[documentID] = list
	}
}

// scoreRows returns one attribution if every document has scores; otherwise one per document over
// its own tokens, or none over sentences.
func (s scoresByDocument) scoreRows(p *joinedPassage, attributionName string, scoredText loaders.ScoredText) (rows []loaders.Attribution) {
	if len(s) == len(p.Documents) {
		all := slices.Concat(loaders.Map(p.Documents, func(d loaders.Document) []float64 { return s[d.Name] })...)
		return []loaders.Attribution{{Name: attributionName, Over: scoredText, Scores: all, Signed: record.Signed(all)}}
	}
	for _, d := range p.Documents {
		if scores := s[d.Name]; scores != nil && scoredText != loaders.OverSentences {
			rows = append(rows, loaders.Attribution{Name: attributionName + ", " + d.Name, Over: loaders.OverTokens,
				Tokens: p.Tokens[d.Start:d.End], Scores: scores, Signed: record.Signed(scores)})
		}
	}
	return rows
}

type modelResult struct {
	ID             string                          `json:"annotation_id"`
	Rationales     []predictedRationale            `json:"rationales"`
	Classification string                          `json:"classification"`
	Full           map[string]record.LenientNumber `json:"classification_scores"`
	Without        map[string]record.LenientNumber `json:"comprehensiveness_classification_scores"`
	Only           map[string]record.LenientNumber `json:"sufficiency_classification_scores"`
}

type predictedRationale struct {
	Document  string                `json:"docid"`
	Hard      []tokenSpan           `json:"hard_rationale_predictions"`
	Soft      record.LenientNumbers `json:"soft_rationale_predictions"`
	Sentences record.LenientNumbers `json:"soft_sentence_predictions"`
}

type tokenSpan struct {
	Start int `json:"start_token"`
	End   int `json:"end_token"`
}

func placeSpan(rec *record.Record, spanDescription string, s tokenSpan, document loaders.Span) []loaders.Span {
	good := rec.Pairs(spanDescription, [][]int{{s.Start, s.End}}, document.End-document.Start)
	return loaders.Map(good, func(s loaders.Span) loaders.Span {
		return loaders.Span{Start: s.Start + document.Start, End: s.End + document.Start}
	})
}
