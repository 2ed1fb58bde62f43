package gqa

import (
	"strings"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/scoring/rules"
)

// judgePolar judges an answer by a rule, and keeps the model's reply. An empty reply, which
// the benchmarks would read as yes or as other, leaves the question unanswered.
func judgePolar(rec *record.Record, ex *loaders.Example, said, rule string) {
	said = strings.TrimSpace(said)
	ex.Answer.Predicted = said
	rules.Judge(rule, &ex.Answer, nil, []string{ex.Answer.Gold})
	if rec.CountMissing(&ex.Answer); said != ex.Answer.Predicted {
		ex.Describe("reply", said)
	}
}

// scoreBoth scores whether the answer and that to the picture's other question, if there is
// one, are both right.
func scoreBoth(rec *record.Record, ex *loaders.Example, picture, said, gold string, ok bool) {
	if !ok && ex.Answer.Correct != loaders.Unanswered {
		rec.Problem("no second question about %s beside it; left out of acc_plus", picture)
		return
	}
	other := loaders.Answer{Predicted: said, Gold: gold}
	rules.Judge("mme", &other, nil, []string{gold})
	right := ex.Answer.Correct == loaders.Right && other.Correct == loaders.Right
	ex.Answer.Score("acc_plus", loaders.IfElse[float64](right, 1, 0))
}

// mmeKey identifies a question of MME: a picture, and the question without the
// instruction on how to answer.
func mmeKey(id, text string) string {
	for _, request := range []string{"Please answer yes or no.", "Answer the question using a single word or phrase."} {
		text = strings.ReplaceAll(text, request, "")
	}
	return id + "\n" + strings.Join(strings.FieldsFunc(text, unicode.IsSpace), " ")
}
