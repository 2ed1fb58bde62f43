package gqa

import (
	"strings"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rules"
)

// judgePolar sets ex's prediction to what rule ("mme" or "yes-no") reads in the reply, and judges
// it. An empty reply is unanswered, because the benchmarks would read it as yes or as other.
func judgePolar(rec *record.Record, ex *loaders.Example, reply, rule string) {
	reply = strings.TrimSpace(reply)
	ex.Answer.Predicted = reply
	rules.Judge(rule, &ex.Answer, nil, []string{ex.Answer.Gold})
	if rec.CountMissing(&ex.Answer); reply != ex.Answer.Predicted {
		ex.Describe("reply", reply)
	}
}

func mmeKey(id, text string) string {
	for _, request := range []string{"Please answer yes or no.", "Answer the question using a single word or phrase."} {
		text = strings.ReplaceAll(text, request, "")
	}
	return id + "\n" + strings.Join(strings.FieldsFunc(text, unicode.IsSpace), " ")
}
