package nmndrop

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// GoldSpanCollector collects gold spans, to be written like annotators of DROP do.
type GoldSpanCollector struct {
	// Left counts questions of other types than annotators are asked about, and those without all
	// gold.
	Left     int
	passages map[string]*annotatedPassage // by its tokens
	order    []string
}

type annotatedPassage struct {
	Text      string              `json:"passage"`
	Tokenized string              `json:"tokenized_passage"`
	Sentences []loaders.Span      `json:"passage_sent_idxs"`
	Questions []annotatedQuestion `json:"qa_pairs"`
}

type annotatedQuestion struct {
	ID        string            `json:"query_id"`
	Question  string            `json:"question"`
	Tokenized string            `json:"tokenized_question,omitempty"`
	Type      string            `json:"qtype"`
	Answer    record.DROPAnswer `json:"answer"`
	Gold      [][2]any          `json:"module_output_annotations"`
}

// Add adds an example's gold to its passage, identified by tokens. An example without a passage, or
// without all gold, is counted in Left.
func (a *GoldSpanCollector) Add(ex *loaders.Example) {
	gold := listsOf(ex)
	if gold == nil || ex.Passage == nil {
		a.Left++
		return
	}
	tokens := strings.Join(ex.Passage.Tokens, " ")
	p := a.passages[tokens]
	if p == nil {
		if a.passages == nil {
			a.passages = map[string]*annotatedPassage{}
		}
		p = &annotatedPassage{Text: ex.Passage.Text, Tokenized: tokens, Sentences: append([]loaders.Span{}, ex.Passage.Sentences...)}
		a.passages[tokens], a.order = p, append(a.order, tokens)
	}
	p.Questions = append(p.Questions, annotatedQuestion{ex.ID, ex.Question, strings.Join(ex.Tokens, " "), ex.Kind,
		record.DROPAnswer{Spans: loaders.Distinct([]string{ex.Answer.Gold})}, gold})
}

// Write writes one line of JSON: the passages, in the order added, named passage_1, passage_2 and
// so on. Without any it is an error.
func (a *GoldSpanCollector) Write(w io.Writer) error {
	if len(a.order) == 0 && a.Left > 0 {
		return loaders.Errorf("no example has gold that DROP's format can represent: spans for the modules of a DROP question type")
	}
	named := map[string]*annotatedPassage{}
	for i, tokens := range a.order {
		named["passage_"+strconv.Itoa(i+1)] = a.passages[tokens]
	}
	return loaders.WriteJSONLine(w, named)
}

// listsOf lists gold that modules share once, because they answer together. nil if a list lacks spans.
func listsOf(ex *loaders.Example) (lists [][2]any) {
	for _, outputs := range pairingsOf(ex.Kind) {
		name, spans := "", []loaders.Span{}
		for i := range ex.Program {
			m := &ex.Program[i]
			isPassedOver := m.Gold.Kind() != loaders.TokenKind || !slices.Contains(outputs, m.Place) || !m.Gold.IsScoredAt(i)
			if isPassedOver {
				continue
			}
			name = listName(m.Op, ex.Kind, len(outputs))
			spans = append(spans, m.Gold.Spans...)
		}
		if name == "" {
			return nil
		}
		lists = append(lists, [2]any{name, spans})
	}
	return lists
}

// listName returns the name that the annotators' files use, which depends on the question type; or the
// operator itself.
func listName(operatorName, questionType string, outputCount int) string {
	several := outputCount > 1
	switch {
	case operatorName == "find" && several:
		return "find-two-events"
	case operatorName == "find" && questionType == "yeardiff_find_qtype":
		return "find-one-event"
	case operatorName == "find-num" && several:
		return "ground-two-nums"
	}
	if name, ok := map[string]string{"find": "find-events", "filter": "after-filter-events", "find-num": "find-nums",
		"find-max-num": "after-max-event", "find-min-num": "after-min-event", "find-date": "ground-two-dates"}[operatorName]; ok {
		return name
	}
	return operatorName
}
