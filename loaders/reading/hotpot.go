package reading

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/scoring/rules"
)

// Hotpot reads HotpotQA's questions, 2WikiMultihopQA's, and HotpotQA as Hugging
// Face has it.
var Hotpot = record.NewFormat(loaders.Format{
	Name:  "hotpotqa",
	About: "HotpotQA's questions with their paragraphs and supporting facts, and 2WikiMultihopQA's",
	Sign: "the keys question and _id or id, and context: a list of titles with sentences, or an object of both lists beside " +
		"supporting_facts",
	Keys:   "_id question context supporting_facts",
	Detect: areHotpot,
}, record.Codec{Dataset: "HotpotQA", Gold: "in the file", Decode: record.As((*hotpotQuestion).example)})

// HotpotPredictions reads answers and supporting facts in the form of
// HotpotQA's evaluation.
var HotpotPredictions = record.NewFormat(loaders.Format{
	Name:   "hotpotqa-predictions",
	About:  "predictions on HotpotQA in the form of its evaluation: answers and supporting facts, with the questions beside them",
	Sign:   "an object with answer, an object by ids of questions, and sp, an object of lists",
	Keys:   "answer sp",
	Detect: areHotpotPredictions,
}, record.Codec{Beside: []record.Companion{hotpotFiles}, Open: openHotpotPredictions})

var areHotpot = record.Either(
	record.Keyed(`question:", _id, context:[`),
	record.Keyed(`question:", id, context:{, supporting_facts:{`),
)

// byQuestion matches a dictionary of answers by HotpotQA's or 2WikiMultihopQA's
// ids.
var byQuestion = regexp.MustCompile(`^\s*\{\s*"(?:answer|sp)"\s*:\s*\{\s*"[0-9a-f]{24,}"`)

func areHotpotPredictions(head []byte) bool {
	keys := record.ElementKeys(head, "")
	return keys["answer"] == '{' && keys["sp"] == '{' || (keys["answer"] == '{' || keys["sp"] == '{') && byQuestion.Match(head)
}

// hotpotQuestion is a question with its paragraphs.
type hotpotQuestion struct {
	ID      record.Text `json:"_id"`
	Flat    record.Text `json:"id"`
	Text    string      `json:"question"`
	Answer  string      `json:"answer"`
	Type    string      `json:"type"`
	Level   string      `json:"level"`
	Context paragraphs  `json:"context"`
	Facts   facts       `json:"supporting_facts"`
}

// fact names a sentence: by the title of its paragraph, and its place in that
// from 0.
type fact struct {
	title    string
	sentence int
}

// facts are a list of pairs, or an object of two lists. Nil where the file has
// none.
type facts []fact

// UnmarshalJSON implements [json.Unmarshaler].
func (f *facts) UnmarshalJSON(b []byte) error {
	*f = nil
	if b[0] != '{' {
		return json.Unmarshal(b, (*[]fact)(f))
	}
	var lists struct {
		Titles    record.Texts `json:"title"`
		Sentences record.Reals `json:"sent_id"`
	}
	if err := json.Unmarshal(b, &lists); err != nil {
		return err
	}
	if len(lists.Titles) != len(lists.Sentences) {
		return fmt.Errorf("%d titles with %d numbers of sentences", len(lists.Titles), len(lists.Sentences))
	}
	*f = make(facts, len(lists.Titles))
	for i, title := range lists.Titles {
		if err := (*f)[i].set(title, lists.Sentences[i]); err != nil {
			return err
		}
	}
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (f *fact) UnmarshalJSON(b []byte) error {
	var title record.Text
	n := record.Real(math.NaN()) // which null leaves
	if !record.Tuple(b, &title, &n) {
		return fmt.Errorf("%.40s is not a title with the number of a sentence", b)
	}
	return f.set(string(title), float64(n))
}

// mostSentences is more than any paragraph has.
const mostSentences = 1 << 20

// set makes f the fact of a title and a number, which fails for what is not the
// number of a sentence.
func (f *fact) set(title string, n float64) error {
	if !(n >= 0 && n < mostSentences) || n != float64(int(n)) {
		return fmt.Errorf("%g is not the number of a sentence", n)
	}
	*f = fact{title, int(n)}
	return nil
}

// paragraphs are a list of titles with their sentences, or an object of both
// lists.
type paragraphs []paragraph

type paragraph struct {
	title     record.Text
	sentences record.Texts
}

// UnmarshalJSON implements [json.Unmarshaler].
func (p *paragraphs) UnmarshalJSON(b []byte) error {
	*p = nil
	if b[0] != '{' {
		return json.Unmarshal(b, (*[]paragraph)(p))
	}
	var lists struct {
		Titles    record.Texts   `json:"title"`
		Sentences []record.Texts `json:"sentences"`
	}
	if err := json.Unmarshal(b, &lists); err != nil {
		return err
	}
	if len(lists.Titles) != len(lists.Sentences) {
		return fmt.Errorf("%d titles with %d lists of sentences", len(lists.Titles), len(lists.Sentences))
	}
	for i, title := range lists.Titles {
		*p = append(*p, paragraph{record.Text(title), lists.Sentences[i]})
	}
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (p *paragraph) UnmarshalJSON(b []byte) error {
	if !record.Tuple(b, &p.title, &p.sentences) {
		return errors.New("a paragraph that is not a title with sentences")
	}
	return nil
}

// example is the question without a prediction.
func (q *hotpotQuestion) example(rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: cmp.Or(string(q.ID), string(q.Flat)), Question: q.Text, Kind: q.Type,
		Answer: loaders.Answer{Gold: q.Answer}}
	ex.Describe("level", q.Level)
	q.join(rec, ex, nil)
	return ex
}

// join gives the example its passage, in which a title comes before its
// sentences and belongs to none of them, and the gold and predicted facts; nil
// are unknown. A fact that the passage does not have becomes a sentence with
// its name as text.
func (q *hotpotQuestion) join(rec *record.Record, ex *loaders.Example, predicted facts) {
	var passage record.Sentences[fact]
	words := func(text string) []string {
		list, _ := tokens(text)
		return list
	}
	for _, p := range q.Context {
		title := string(p.title)
		passage.Title(title, words(title)...)
		for i, s := range p.sentences {
			s = strings.TrimSpace(s)
			passage.Add(fact{title, i}, s, words(s)...)
		}
	}
	add := func(name string, list facts) {
		if list == nil {
			return
		}
		ex.Rationales = append(ex.Rationales, passage.Rationale(name, list, func(f fact) {
			rec.Problem("the %s fact %.80q, %d is not in the passage; it counts, and its name is shown after the passage", name, f.title,
				f.sentence)
			line := fmt.Sprintf("%s, sentence %d", f.title, f.sentence)
			passage.Add(f, line, words(line)...)
		}))
	}
	add("gold", q.Facts)
	add("predicted", predicted)
	ex.Passage = passage.Whole()
}

// hotpotFiles are the questions that come with predictions.
var hotpotFiles = record.Companion{
	What: "questions of HotpotQA", Flag: loaders.GoldFile, Missing: "questions of HotpotQA", Without: "questions and without gold",
	Is: areHotpot, Entries: record.At("", record.KeyOf("_id", "id")), Asks: record.EntryKey, Left: "question", Blank: record.Null,
	Official: " as in hotpot_evaluate",
}

func openHotpotPredictions(o *record.Opening) {
	var said *record.Table
	o.Elements("answer.*", func(rec *record.Record) *loaders.Example { return hotpotPredicted(rec, said) })
	said = o.Table(o.Source.Path, "sp.*", nil)
	if o.Join(hotpotFiles) != nil {
		o.Run.Dataset = "HotpotQA"
	}
}

// hotpotPredicted is a question with a predicted answer and its predicted
// facts.
func hotpotPredicted(rec *record.Record, all *record.Table) *loaders.Example {
	answer, err := answersOf(rec.Bytes)
	if err != nil {
		return rec.Broken(err)
	}
	var predicted facts
	said := all.Read(rec.Key, func(entry *record.Record) error { return json.Unmarshal(entry.Bytes, &predicted) })
	if !said {
		predicted = nil
	}
	var q hotpotQuestion
	found := rec.Beside().Decode(rec.Key, &q)
	switch {
	case !found:
		rec.Beside().Misses(rec, "question", rec.Key, "kept as an example without gold")
		q = hotpotQuestion{}
	case !said && all.Len() > 0:
		rec.Problem("no supporting facts; as HotpotQA's evaluation does, none count as predicted")
		predicted = facts{}
	}
	ex := &loaders.Example{ID: rec.Key, Question: q.Text, Kind: q.Type}
	ex.Describe("level", q.Level)
	ex.Answer.Predicted, ex.Answer.Gold = answer.JoinWith(" "), q.Answer
	q.join(rec, ex, predicted)
	if ex.Answer.Gold != "" && answer != nil {
		rules.Judge("hotpot", &ex.Answer, answer, []string{q.Answer})
	}
	rec.CountMissing(&ex.Answer, "em", "f1", "precision", "recall")
	return ex
}
