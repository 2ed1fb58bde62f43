package reading

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	lru "github.com/hashicorp/golang-lru/v2"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// dataset decodes questions of one file.
type dataset struct {
	passages *lru.Cache[int, *passage] // by the index of what encloses the question
}

// passagesKept is how many passages are kept decoded: the questions on one are
// next to each other.
const passagesKept = 64

func newDataset() *dataset {
	passages, _ := lru.New[int, *passage](passagesKept) // it fails for a size below 1
	return &dataset{passages: passages}
}

// question is one question and how an answer to it is judged.
type question struct {
	example *loaders.Example
	judge   func(prediction []string) (em, f1 float64)
}

// questionOf returns what decodes a question of one form.
func questionOf[T any](of func(d *dataset, in *T, rec *record.Record) *question) func(*dataset, *record.Record) (*question, error) {
	return func(d *dataset, rec *record.Record) (*question, error) {
		var in T
		if err := rec.Decode(&in); err != nil {
			return nil, err
		}
		return of(d, &in, rec), nil
	}
}

// around is the passage of a question, nil if it cannot be read.
func (d *dataset) around(rec *record.Record) *passage {
	element, err := rec.Enclosing()
	if err == nil {
		if p, ok := d.passages.Get(element.Index); ok {
			return p
		}
	}
	p := &passage{}
	if err == nil {
		// What the passage holds besides its text is ignored.
		err = (&record.Record{Bytes: element.Bytes}).Decode(p)
	}
	if err != nil {
		rec.Problem("its passage cannot be read: %v; shown without a passage", err)
		return nil
	}
	p.id = element.Key
	if !p.tokenize() {
		rec.Problem("sentences reach beyond the %d tokens of the passage; shown without sentences", len(p.shown.Tokens))
	}
	d.passages.Add(element.Index, p)
	return p
}

// passage is a passage of DROP or a paragraph of SQuAD.
type passage struct {
	Text      string  `json:"passage"`
	Context   string  `json:"context"`
	Tokenized string  `json:"tokenized_passage"`
	Sentences [][]int `json:"passage_sent_idxs"`

	id     string
	shown  *loaders.Passage
	places []place // of the tokens in the text, nil for DROP's own tokens
}

// tokenize fills in what is shown. ok is false for sentences that do not fit.
func (p *passage) tokenize() (ok bool) {
	p.shown = &loaders.Passage{Text: p.Text + p.Context}
	if p.Tokenized == "" {
		p.shown.Tokens, p.places = tokens(p.shown.Text)
		return true
	}
	p.shown.Tokens = strings.Split(p.Tokenized, " ")
	p.shown.Sentences, ok = record.SpansOf(p.Sentences, len(p.shown.Tokens))
	return ok
}

// dropQuestion is an element of qa_pairs.
type dropQuestion struct {
	ID        record.Text         `json:"query_id"`
	Question  string              `json:"question"`
	Tokenized string              `json:"tokenized_question"`
	Answer    *record.DROPAnswer  `json:"answer"`
	Validated []record.DROPAnswer `json:"validated_answers"`
	Spans     [][]int             `json:"answer_passage_spans"` // both ends are in it
	Type      string              `json:"qtype"`
}

func (d *dataset) drop(r *dropQuestion, rec *record.Record) *question {
	ex := &loaders.Example{ID: string(r.ID), Question: r.Question}
	if r.Tokenized != "" {
		ex.Tokens = strings.Split(r.Tokenized, " ")
	}
	if p := d.around(rec); p != nil {
		ex.Passage = p.shown
		ex.Meta = map[string]string{"passage": p.id}
		if p.places == nil && r.Spans != nil {
			ex.Rationales = r.rationales(rec, len(p.shown.Tokens))
		}
	}
	var golds [][]string
	var texts []string
	if r.Answer != nil {
		r.Validated = slices.Insert(r.Validated, 0, *r.Answer)
	}
	for i := range r.Validated {
		parts, kind := r.Validated[i].Parts()
		if strings.TrimSpace(parts[0]) == "" {
			continue // as the authors do: an annotator without an answer
		}
		if ex.Kind == "" {
			ex.Kind = kind
		}
		golds = append(golds, parts)
		texts = append(texts, r.Validated[i].String())
	}
	if golds == nil {
		rec.Problem("no answer; answers to it are neither right nor wrong")
	}
	if r.Type != "" {
		ex.Kind = r.Type
	}
	ex.Answer.Gold = strings.Join(loaders.Distinct(texts), " | ")
	q := &question{example: ex}
	if golds != nil {
		q.judge = func(prediction []string) (em, f1 float64) { return dropScores(prediction, golds) }
	}
	return q
}

func (r *dropQuestion) rationales(rec *record.Record, n int) []loaders.Rationale {
	spans := []loaders.Span{}
	for _, s := range r.Spans {
		if len(s) == 2 {
			spans = append(spans, loaders.Span{Start: s[0], End: s[1] + 1})
		}
	}
	spans = rec.Spans("answer_passage_spans", spans, n)
	if len(spans) == 0 {
		return nil
	}
	return []loaders.Rationale{{Name: "answer", Over: "passage", Spans: spans}}
}

// squadQuestion is an element of qas.
type squadQuestion struct {
	ID         record.Text   `json:"id"`
	Question   string        `json:"question"`
	Answers    []squadAnswer `json:"answers"`
	Impossible bool          `json:"is_impossible"`
}

type squadAnswer struct {
	Text  string      `json:"text"`
	Start record.Real `json:"answer_start"` // code points
}

func (d *dataset) squad(r *squadQuestion, rec *record.Record) *question {
	return r.question(rec, d.around(rec))
}

type flatQuestion struct {
	ID       record.Text `json:"id"`
	Title    string      `json:"title"`
	Context  string      `json:"context"`
	Question string      `json:"question"`
	Answers  struct {
		Text  record.Texts `json:"text"`
		Start record.Reals `json:"answer_start"`
	} `json:"answers"`
}

// flat is a question with its passage and title.
func (d *dataset) flat(r *flatQuestion, rec *record.Record) *question {
	if len(r.Answers.Text) != len(r.Answers.Start) {
		rec.Problem("%d answers with %d starts; only those with both are shown in the passage", len(r.Answers.Text), len(r.Answers.Start))
	}
	p := &passage{Context: r.Context}
	p.tokenize()
	s := squadQuestion{ID: r.ID, Question: r.Question}
	for i, t := range r.Answers.Text {
		a := squadAnswer{Text: t, Start: -1}
		if i < len(r.Answers.Start) {
			a.Start = record.Real(r.Answers.Start[i])
		}
		s.Answers = append(s.Answers, a)
	}
	q := s.question(rec, p)
	q.example.Describe("title", r.Title)
	return q
}

// question builds an example on a passage, nil if it is unknown.
func (r *squadQuestion) question(rec *record.Record, p *passage) *question {
	ex := &loaders.Example{ID: string(r.ID), Question: r.Question}
	var golds []string
	var spans []loaders.Span
	for _, a := range r.Answers {
		golds = append(golds, a.Text)
		if p == nil || a.Start == -1 {
			continue
		}
		if s, ok := p.span(a); !ok {
			rec.Problem("the passage has no %.60q at %g; not shown in the passage", a.Text, float64(a.Start))
		} else if !slices.Contains(spans, s) {
			spans = append(spans, s)
		}
	}
	distinct := loaders.Distinct(golds)
	if r.Impossible || len(r.Answers) == 0 {
		ex.Tags = []string{"impossible"}
		golds = nil
	}
	ex.Rationales = loaders.Map(spans, func(s loaders.Span) loaders.Rationale {
		return loaders.Rationale{Name: "answer", Over: "passage", Spans: []loaders.Span{s}}
	})
	if p != nil {
		ex.Passage = p.shown
	}
	ex.Answer.Gold = strings.Join(distinct, " | ")
	return &question{ex, func(prediction []string) (em, f1 float64) { return squadScores(strings.Join(prediction, " "), golds) }}
}

// span returns the tokens that an answer touches, ok false if the passage does not have
// it there.
func (p *passage) span(a squadAnswer) (_ loaders.Span, ok bool) {
	length := utf8.RuneCountInString(a.Text)
	if !(a.Start >= 0 && a.Start <= record.Real(len(p.shown.Text))) || length == 0 {
		return loaders.Span{}, false
	}
	start := int(a.Start)
	if !strings.HasPrefix(afterPoints(p.shown.Text, start), a.Text) {
		return loaders.Span{}, false
	}
	first := sort.Search(len(p.places), func(i int) bool { return p.places[i].end > start })
	end := sort.Search(len(p.places), func(i int) bool { return p.places[i].start >= start+length })
	return loaders.Span{Start: first, End: end}, first < end
}

// afterPoints returns s without its first n code points.
func afterPoints(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[i:]
		}
		n--
	}
	return ""
}

// place is where a token is, in code points from the beginning of the text.
type place struct{ start, end int }

// tokens splits a text at white space and around every mark that is not a letter
// or digit.
func tokens(s string) (list []string, places []place) {
	from, at, count := -1, 0, 0 // from is in bytes, at in code points
	flush := func(i int) {
		if from >= 0 {
			list = append(list, s[from:i])
			places = append(places, place{count, at})
		}
		from = -1
	}
	for i, r := range s {
		word := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		if !word {
			flush(i)
		}
		switch {
		case word && from < 0:
			from, count = i, at
		case !word && !unicode.IsSpace(r):
			list = append(list, s[i:i+max(1, utf8.RuneLen(r))])
			places = append(places, place{at, at + 1})
		}
		at++
	}
	flush(len(s))
	return list, places
}
