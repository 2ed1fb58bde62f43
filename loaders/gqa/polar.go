package gqa

import (
	"strings"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rules"
)

// judgePolar sets ex's prediction to what the rule ("mme" or "yes-no") reads in the reply, and judges
// it. An empty reply is unanswered, because the benchmarks would read it as yes or as other.
func judgePolar(rec *record.Record, ex *loaders.Example, modelReply, ruleName string) {
	modelReply = strings.TrimSpace(modelReply)
	ex.Answer.Predicted = modelReply
	rules.Judge(ruleName, &ex.Answer, nil, []string{ex.Answer.Gold})
	if rec.CountMissing(&ex.Answer); modelReply != ex.Answer.Predicted {
		ex.Describe("reply", modelReply)
	}
}

func mmeKey(pictureID, questionText string) string {
	for _, request := range []string{"Please answer yes or no.", "Answer the question using a single word or phrase."} {
		questionText = strings.ReplaceAll(questionText, request, "")
	}
	return pictureID + "\n" + strings.Join(strings.FieldsFunc(questionText, unicode.IsSpace), " ")
}
