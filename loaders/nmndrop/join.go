package nmndrop

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

type companionJoin struct {
	path      string                 // of the annotations; "": none
	passages  *record.CompanionTable // by passage_id
	questions *record.CompanionTable // by query_id
	kept      *lru.Cache[string, *loaders.Passage]
	asked     *lru.Cache[string, *question]
	predicts  bool // records have answers, not only scores
}

// passagesKept bounds decoded passages: questions on one are neighbours.
const passagesKept = 64

// questionsKept bounds decoded questions, because a screen, a protocol and an export each decode
// them.
const questionsKept = 1024

// reportLeft leaves out questions without gold, which nobody misses; nothing if ctx ends.
func (j *companionJoin) reportLeft(ctx context.Context, o *record.RunBuilder, run *loaders.Run) {
	hasGold := func(query string) bool {
		q := j.questionOf(query)
		return q != nil && q.gold != nil
	}
	asks := func(rec *record.Record) string {
		var r struct {
			Query string `json:"query_id"`
		}
		_ = rec.Decode(&r) // unreadable records ask for nothing
		return r.Query
	}
	left, _ := o.Unasked(ctx, j.questions, asks, nil, run)
	o.ReportLeft(j.path, "annotated question", loaders.Filter(left, hasGold), loaders.CountFunc(j.questions.Names(), hasGold))
}

type question struct {
	passage *loaders.Passage
	tokens  []string // of the question
	answer  string
	gold    []goldList // nil: none in the file
}

type goldList struct {
	module string // annotators' name: "find-events"
	spans  []loaders.Span
}

// dateMention is [text, [start, end], [day, month, year]], end inclusive.
type dateMention struct {
	loaders.Date
	wrong bool // something else
}

// UnmarshalJSON implements [json.Unmarshaler]. It sets wrong instead of failing, so that one bad
// entry does not lose the passage.
func (d *dateMention) UnmarshalJSON(b []byte) error {
	var text string
	var tokens [2]int
	var parts [3]int
	d.wrong = !record.Tuple(b, &text, &tokens, &parts)
	d.Date = loaders.Date{Span: loaders.Span{Start: tokens[0], End: tokens[1] + 1}, Year: parts[2], Month: parts[1], Day: parts[0]}
	return nil
}

// passageOf caches, because a passage has many questions. Sentences that leave its tokens, and
// malformed dates, are problems and left out.
func (j *companionJoin) passageOf(passageID string) *loaders.Passage {
	if known, ok := j.kept.Get(passageID); ok {
		return known
	}
	var passage *loaders.Passage
	j.passages.Read(passageID, func(entry *record.Record) error {
		var in struct {
			Passage   string        `json:"passage"`
			Tokenized string        `json:"tokenized_passage"`
			Sentences [][]int       `json:"passage_sent_idxs"` // exclusive ends
			Dates     []dateMention `json:"passage_DATE_mens"`
		}
		if err := entry.Decode(&in); err != nil {
			return err
		}
		passage = &loaders.Passage{Text: in.Passage}
		if in.Tokenized != "" {
			passage.Tokens = strings.Split(in.Tokenized, " ")
		}
		n, ok := len(passage.Tokens), false
		if passage.Sentences, ok = record.SpansOf(in.Sentences, n); !ok {
			entry.Problem("passage %q: sentence boundaries are outside its %d tokens; left out", passageID, n)
		}
		for _, d := range in.Dates {
			isMalformed := d.wrong || d.Start < 0 || d.End <= d.Start || d.End > n
			if isMalformed {
				entry.Problem("passage %q: a date is not [text, [start, end], [day, month, year]] within the %d tokens; left out",
					passageID, n)
				continue
			}
			passage.Dates = append(passage.Dates, d.Date)
		}
		j.kept.Add(passageID, passage)
		return nil
	})
	return passage
}

// questionOf caches, because decoding annotations again was a third of decoding a record. A missing
// passage is empty.
func (j *companionJoin) questionOf(questionID string) (q *question) {
	if known, ok := j.asked.Get(questionID); ok {
		return known
	}
	j.questions.Read(questionID, func(entry *record.Record) error {
		var in struct {
			Tokenized string              `json:"tokenized_question"`
			Answer    record.DROPAnswer   `json:"answer"`
			Validated []record.DROPAnswer `json:"validated_answers"`
			Gold      []json.RawMessage   `json:"module_output_annotations"`
		}
		around, err := entry.Enclosing()
		if err := cmp.Or(err, entry.Decode(&in)); err != nil {
			return err
		}
		q = &question{passage: j.passageOf(around.Key), answer: joinTexts(append([]record.DROPAnswer{in.Answer}, in.Validated...))}
		if q.passage == nil {
			q.passage = &loaders.Passage{}
		}
		if in.Tokenized != "" {
			q.tokens = strings.Split(in.Tokenized, " ")
		}
		q.gold = goldOf(entry, in.Gold, len(q.passage.Tokens))
		j.asked.Add(questionID, q)
		return nil
	})
	return q
}

// goldOf returns nil and a problem if one list can't be read, because their order has a meaning.
// Spans beyond the tokens are problems and cut.
func goldOf(rec *record.Record, rawLists []json.RawMessage, n int) (lists []goldList) {
	for i, r := range rawLists {
		var g goldList
		if !record.Tuple(r, &g.module, &g.spans) || g.spans == nil {
			rec.Problem("module_output_annotations[%d] is not [name, [[start, end], ...]]; the question has no gold", i)
			return nil
		}
		for k, s := range g.spans {
			if s.Start < 0 || s.End > n || s.End <= s.Start {
				rec.Problem("gold of %s: span [%d, %d) is empty or reaches beyond the %d tokens; scored on the tokens it covers", g.module,
					s.Start, s.End, n)
			}
			start := min(max(s.Start, 0), n)
			g.spans[k] = loaders.Span{Start: start, End: max(min(s.End, n), start)}
		}
		lists = append(lists, g)
	}
	return lists
}

func joinTexts(dropAnswers []record.DROPAnswer) string {
	all := loaders.Map(dropAnswers, func(a record.DROPAnswer) string { return a.String() })
	return strings.Join(loaders.Distinct(all), " | ")
}
