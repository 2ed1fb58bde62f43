package reading

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

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
	var texts []string
	var spans []loaders.Span
	for _, a := range r.Answers {
		texts = append(texts, a.Text)
		if p == nil || a.Start == -1 {
			continue
		}
		if s, ok := p.span(a); !ok {
			rec.Problem("the passage has no %.60q at %g; not shown in the passage", a.Text, float64(a.Start))
		} else if !slices.Contains(spans, s) {
			spans = append(spans, s)
		}
	}
	golds := loaders.Map(texts, func(text string) []string { return []string{text} })
	if r.Impossible || len(r.Answers) == 0 {
		ex.Tags = []string{"impossible"}
		golds = [][]string{{""}}
	}
	ex.Rationales = loaders.Map(spans, func(s loaders.Span) loaders.Rationale {
		return loaders.Rationale{Name: "answer", Over: "passage", Spans: []loaders.Span{s}}
	})
	if p != nil {
		ex.Passage = p.shown
	}
	ex.Answer.Gold = strings.Join(loaders.Distinct(texts), " | ")
	return &question{ex, golds}
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
	first := sort.Search(len(p.places), func(i int) bool { return p.places[i].End > start })
	end := sort.Search(len(p.places), func(i int) bool { return p.places[i].Start >= start+length })
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
