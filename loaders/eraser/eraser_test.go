package eraser

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
)

// outline is an example as testdata/expected.json has it.
type outline struct {
	ID           string             `json:"id"`
	Question     string             `json:"question"`
	Tokens       []string           `json:"tokens"`
	Sentences    [][2]int           `json:"sentences"`
	Answer       [3]string          `json:"answer"` // predicted, gold, verdict
	Scores       map[string]float64 `json:"scores"`
	Rationales   [][3]any           `json:"rationales"`   // name, spans, sentence
	Attributions [][3]any           `json:"attributions"` // name, over, scores
}

func outlineOf(ex *loaders.Example) outline {
	o := outline{ID: ex.ID, Question: ex.Question, Answer: [3]string{ex.Answer.Predicted, ex.Answer.Gold, ex.Answer.Correct.String()},
		Scores: ex.Answer.Scores, Rationales: [][3]any{}, Attributions: [][3]any{}}
	if ex.Passage != nil {
		o.Tokens, o.Sentences = ex.Passage.Tokens, pairs(ex.Passage.Sentences)
	}
	for _, r := range ex.Rationales {
		o.Rationales = append(o.Rationales, [3]any{r.Name, pairs(r.Spans), r.Sentence})
	}
	for _, a := range ex.Attributions {
		o.Attributions = append(o.Attributions, [3]any{a.Name, a.Over, a.Scores})
	}
	return o
}

func pairs(spans []loaders.Span) [][2]int {
	list := [][2]int{}
	for _, s := range spans {
		list = append(list, [2]int{s.Start, s.End})
	}
	return list
}

// Every file reads as the script that wrote it says.
func TestConformance(t *testing.T) {
	loadertest.Conform(t, loadertest.Formats{Results, Annotations}, outlineOf)
}
