package tabular

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// fillAnswer sets the example's gold answer, prediction, scores, verdict, classes and probability
// from the row's roles. A gold list as long as the tokens labels them, and is not an answer. The
// references, if there are any, are the gold answers instead. With a rule in the role right, the
// prediction is the answer that the rule chooses, with its probability unless the row has one. An
// empty cell of a prediction is the answer "" if the preset has metrics, and none otherwise.
func (d *filling) fillAnswer() {
	a := &d.Answer
	golds := d.listReferences()
	gold := d.valueOf("gold")
	if list, ok := gold.([]any); ok && len(d.Tokens) > 0 && len(list) == len(d.Tokens) {
		gold = nil
	}
	predicted := d.valueOf("predicted")
	isEmpty := func(path string) bool { return d.ValueAt(path) == "" }
	if predicted == nil && d.preset.Metrics != nil && slices.ContainsFunc(d.columns.PathsOf("predicted"), isEmpty) {
		predicted = "" // which says that there is no answer
	}
	probability := d.valueOf("probability")
	if rule := d.columns.PathsOf("right"); rule != nil {
		var p float64
		if predicted, p = roles.ChooseAnswer(predicted, rule[0]); probability == nil {
			probability = p
		}
	}
	if d.by.Truths {
		predicted, gold = roles.TruthOf(predicted), roles.TruthOf(gold)
	}
	a.Gold, a.Predicted = rows.Text(gold), predictedText(predicted)
	d.fillScores(a) // which a verdict may be one of
	if golds == nil {
		golds = rows.GoldAnswers(gold)
	} else if a.Gold == "" {
		a.Gold = golds[0][0]
	}
	d.fillVerdict(a, predicted, golds, d.valueOf("correct"))
	d.fillChances(a, d.valueOf("classes"))
	if x, ok := rows.NumberOf(probability); ok {
		a.Probability = d.rec.Probability("probability", x)
	}
}

// predictedText returns a prediction as text: JSON for an empty list, which is an answer too, and
// for a struct without a field text; the distinct elements of another list with " | " between; the
// last request of a conversation; otherwise its [Text].
func predictedText(v any) string {
	list, several := v.([]any)
	of, isStruct := v.(rows.Object)
	_, named := of["text"]
	isShownAsJSON := isStruct && !named || several && len(list) == 0
	if isShownAsJSON {
		whole, _ := json.Marshal(v) // it was read as JSON
		return string(whole)
	}
	if several && rows.LastRequest(list) == "" {
		return strings.Join(loaders.Distinct(loaders.Map(list, rows.Text)), " | ")
	}
	return rows.Text(v)
}

// fillScores sets the answer's scores: the numbers of columns with a role "score.name" and, where
// the role has no name, those of a struct by name or of a list of structs with name and score.
// Anything but numbers is left out.
func (d *filling) fillScores(a *loaders.Answer) {
	add := func(name string, v any) {
		if x, ok := rows.NumberOf(v); ok && name != "" {
			a.Score(name, x)
		}
	}
	for _, c := range d.columns {
		base, name, _ := strings.Cut(c.Role, ".")
		if base != "score" {
			continue
		}
		v := d.valueOf(c.Role)
		add(name, v)
		list, _ := v.([]any)
		for _, element := range list {
			if s, ok := element.(rows.Object); ok && name == "" {
				add(rows.Text(s["name"]), s["score"])
			}
		}
		if s, ok := v.(rows.Object); ok && name == "" {
			for name, x := range s {
				add(name, x)
			}
		}
	}
}

// listReferences returns the gold answers in the role references, a list of structs with a key
// answer: of each the answer, followed by the texts of all its values by key, which tell equal
// answers of several annotators apart. One without answer is a problem and left out. It is nil for
// none.
func (d *filling) listReferences() (golds [][]string) {
	list, _ := d.valueOf("references").([]any)
	for _, v := range list {
		of, _ := v.(rows.Object)
		gold := []string{rows.Text(of["answer"])}
		if of["answer"] == nil {
			d.rec.Problem("%.60s is not an annotator's answer; left out", fmt.Sprint(v))
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(of)) {
			gold = append(gold, rows.Text(of[key]))
		}
		golds = append(golds, gold)
	}
	return golds
}

// fillVerdict sets a.Correct to said, the row's own verdict, if that can be read. Without one the
// prediction is judged against golds by the map's rule, unless a finish function judges or the
// prediction is nil and the preset has metrics. Problems are a verdict that cannot be read, none
// where the map has a column of verdicts and no rule, and an error that cannot be measured.
func (d *filling) fillVerdict(a *loaders.Answer, predicted any, golds [][]string, said any) {
	isUnjudged, rule := said == nil && a.Predicted != "", d.columns.PathsOf("right")
	hasVerdicts := d.columns.PathsOf("correct") != nil && (rule == nil || strings.HasPrefix(rule[0], roles.RightValue))
	switch verdict, known := d.verdictOf(said); {
	case known:
		a.Correct = verdict
	case isUnjudged && hasVerdicts:
		d.rec.Problem("no verdict; the answer counts as neither right nor wrong")
	case said != nil:
		d.rec.Problem("correct is %.80s, neither true nor false; the answer counts as neither right nor wrong", predictedText(said))
	case predicted == nil && d.preset.Metrics != nil: // it is unanswered
	case d.finish == nil:
		rules.Judge(d.ruleName(), a, rows.PartsOf(predicted, a.Predicted), golds...)
		if _, measured := a.Scores[loaders.AbsoluteError]; d.ruleName() == rules.Error && a.Gold != "" && !measured {
			d.rec.Problem("no number as a prediction, or as its gold answer; not in the errors")
		}
	}
}

// asksAnswers reports whether the map has predictions and they are judged right or wrong, so that a
// row without one is unanswered.
func (d *reader) asksAnswers() bool {
	rule := cmp.Or(d.columns.RightRole(), rules.Equal)
	return d.columns.PathsOf("predicted") != nil && rule != rules.None && rule != rules.Error
}

func (d *reader) ruleName() string {
	return slices.Concat(d.columns.PathsOf("right"), []string{rules.Equal})[0]
}

func (d *reader) verdictOf(v any) (_ loaders.Verdict, known bool) {
	if success, ok := strings.CutPrefix(d.ruleName(), roles.RightValue); ok {
		return loaders.VerdictOf(rows.Text(v) == success), v != nil
	}
	return roles.VerdictOf(v, d.by.IsSigned())
}
