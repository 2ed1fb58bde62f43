package reading

import (
	"strings"

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

// question is one question with its gold answers, each in its parts, by which predictions are
// judged; nil where they are not.
type question struct {
	example *loaders.Example
	golds   [][]string
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
	places []loaders.Span // in code points, of the tokens in the text, nil for DROP's own tokens
}

// tokenize fills in what is shown. ok is false for sentences that do not fit.
func (p *passage) tokenize() (ok bool) {
	p.shown = &loaders.Passage{Text: p.Text + p.Context}
	if p.Tokenized == "" {
		p.shown.Tokens, p.places = record.Tokens(p.shown.Text)
		return true
	}
	p.shown.Tokens = strings.Split(p.Tokenized, " ")
	p.shown.Sentences, ok = record.SpansOf(p.Sentences, len(p.shown.Tokens))
	return ok
}
