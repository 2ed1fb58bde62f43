package gqa

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// judgePolar fills in an answer as a benchmark reads it, and keeps the model's
// reply. An empty reply, which the benchmarks would read as yes or as other, leaves the
// question unanswered.
func judgePolar(rec *record.Record, ex *loaders.Example, said string, read func(string) string) {
	ex.Answer.Predicted = ""
	if said = strings.TrimSpace(said); said != "" {
		ex.Answer.Predicted = cmp.Or(read(said), "other")
		ex.Answer.Judge(ex.Answer.Predicted == ex.Answer.Gold)
	}
	if rec.CountMissing(&ex.Answer); said != ex.Answer.Predicted {
		ex.Describe("reply", said)
	}
}

// scoreBoth scores whether the answer and that to the picture's other question, if there is
// one, are both right.
func scoreBoth(rec *record.Record, ex *loaders.Example, picture, other, gold string, ok bool) {
	if !ok && ex.Answer.Correct != loaders.Unanswered {
		rec.Problem("no second question about %s beside it; left out of acc_plus", picture)
		return
	}
	right := ex.Answer.Correct == loaders.Right && inMME(other) == strings.ToLower(strings.TrimSpace(gold))
	ex.Answer.Score("acc_plus", map[bool]float64{true: 1}[right])
}

// inPOPE is an answer as POPE counts it: no if the first sentence has the word no or not,
// otherwise yes.
func inPOPE(text string) string {
	first, _, _ := strings.Cut(text, ".")
	words := strings.Split(strings.ReplaceAll(first, ",", ""), " ")
	if slices.ContainsFunc(words, func(word string) bool { return word == "No" || word == "no" || word == "not" }) {
		return "no"
	}
	return "yes"
}

// inMME is an answer as MME counts it: yes or no, in its first four letters; ""
// for neither.
func inMME(text string) string {
	first := strings.ToLower(text)
	for n := range first {
		if n >= 4 {
			first = first[:n]
			break
		}
	}
	switch {
	case strings.Contains(first, "yes"):
		return "yes"
	case strings.Contains(first, "no"):
		return "no"
	}
	return ""
}

// mmeKey identifies a question of MME: a picture, and the question without the
// instruction on how to answer.
func mmeKey(id, text string) string {
	for _, request := range []string{"Please answer yes or no.", "Answer the question using a single word or phrase."} {
		text = strings.ReplaceAll(text, request, "")
	}
	return id + "\n" + strings.Join(strings.FieldsFunc(text, unicode.IsSpace), " ")
}
