package gqa

import (
	"strings"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/scoring/rules"
)

// judgePolar sets ex's prediction to what rule ("mme" or "yes-no") reads in the reply said, and the
// verdict against ex's gold answer; a reply that is more than the answer is kept in Meta. An empty
// one, which the benchmarks would read as yes or as other, leaves the question unanswered, which is
// counted.
func judgePolar(rec *record.Record, ex *loaders.Example, said, rule string) {
	said = strings.TrimSpace(said)
	ex.Answer.Predicted = said
	rules.Judge(rule, &ex.Answer, nil, []string{ex.Answer.Gold})
	if rec.CountMissing(&ex.Answer); said != ex.Answer.Predicted {
		ex.Describe("reply", said)
	}
}

// scoreBoth scores acc_plus: 1 if ex's answer and other, that to the picture's other question, are
// both right, else 0; it judges other. If other is nil, that is a problem and there is no score,
// unless ex itself is unanswered, which makes it 0.
func scoreBoth(rec *record.Record, ex *loaders.Example, picture string, other *loaders.Answer) {
	if other == nil {
		if ex.Answer.Correct != loaders.Unanswered {
			rec.Problem("no second question about %s beside it; left out of acc_plus", picture)
			return
		}
		other = &loaders.Answer{}
	}
	rules.Judge("mme", other, nil, []string{other.Gold})
	right := ex.Answer.Correct == loaders.Right && other.Correct == loaders.Right
	ex.Answer.Score("acc_plus", loaders.IfElse[float64](right, 1, 0))
}

// mmeKey returns the name of a question of MME: the id of its picture, a line end, and the question
// without the instruction on how to answer, with single blanks.
func mmeKey(id, text string) string {
	for _, request := range []string{"Please answer yes or no.", "Answer the question using a single word or phrase."} {
		text = strings.ReplaceAll(text, request, "")
	}
	return id + "\n" + strings.Join(strings.FieldsFunc(text, unicode.IsSpace), " ")
}
