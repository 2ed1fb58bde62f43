package tabular

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/rules"
)

// fillAnswer fills in the prediction, the gold answer, and whether they agree.
// Labels of tokens are not an answer.
func (d *filling) fillAnswer() {
	a := &d.Answer
	gold := d.valueOf("gold")
	if list, ok := gold.([]any); ok && len(d.Tokens) > 0 && len(list) == len(d.Tokens) {
		gold = nil
	}
	predicted := d.valueOf("predicted")
	if predicted == nil && d.bare && d.preset.Metrics != nil && d.values[sole] == "" {
		predicted = "" // which says that there is no answer
	}
	probability := d.valueOf("probability")
	if rule := d.columns.pathsOf("right"); rule != nil {
		var p float64
		if predicted, p = chosenAnswer(predicted, rule[0]); probability == nil {
			probability = p
		}
	}
	a.Gold, a.Predicted = Text(gold), predictedText(predicted)
	d.fillScores(a) // which a verdict may be one of
	d.fillVerdict(a, predicted, gold, d.valueOf("correct"))
	d.fillChances(a, d.valueOf("classes"))
	if x, ok := numberOf(probability); ok {
		a.Probability = d.rec.Probability("probability", x)
	}
}

// predictedText returns a prediction as text: an empty list, or a struct without one called text, is
// an answer too, as JSON.
func predictedText(v any) string {
	list, several := v.([]any)
	of, isStruct := v.(object)
	if _, named := of["text"]; isStruct && !named || several && len(list) == 0 {
		whole, _ := json.Marshal(v) // it was read as JSON
		return string(whole)
	}
	if several && lastRequest(list) == "" {
		return strings.Join(loaders.Distinct(loaders.Map(list, Text)), " | ")
	}
	return Text(v)
}

// fillScores fills in the file's own scores: numbers, structs of them by name, and lists of
// structs each with a name and a score.
func (d *filling) fillScores(a *loaders.Answer) {
	add := func(name string, v any) {
		if x, ok := numberOf(v); ok && name != "" {
			a.Score(name, x)
		}
	}
	for _, c := range d.columns {
		base, name, _ := strings.Cut(c.role, ".")
		if base != "score" {
			continue
		}
		v := d.valueOf(c.role)
		add(name, v)
		list, _ := v.([]any)
		for _, element := range list {
			if s, ok := element.(object); ok && name == "" {
				add(Text(s["name"]), s["score"])
			}
		}
		if s, ok := v.(object); ok && name == "" {
			for name, x := range s {
				add(name, x)
			}
		}
	}
}

// fillVerdict fills in whether a prediction is right: said is the row's verdict, nil
// for none.
func (d *filling) fillVerdict(a *loaders.Answer, predicted, gold, said any) {
	switch verdict, known := verdictOf(said, d.signed); {
	case known:
		a.Correct = verdict
	case said == nil && d.columns.rightRole() == "verdict" && d.columns.pathsOf("right") == nil && a.Predicted != "":
		d.rec.Problem("no verdict; the answer counts as neither right nor wrong")
	case said != nil:
		d.rec.Problem("correct is %.80s, neither true nor false; the answer counts as neither right nor wrong", predictedText(said))
	case predicted == nil && d.preset.Metrics != nil: // it is unanswered
	case d.finish == nil:
		rules.Judge(d.ruleName(), a, partsOf(predicted, a.Predicted), goldAnswers(gold)...)
		if _, measured := a.Scores[loaders.AbsoluteError]; d.ruleName() == rules.Error && a.Gold != "" && !measured {
			d.rec.Problem("no number as a prediction, or as its gold answer; not in the errors")
		}
	}
}

// asksAnswers reports whether the rows are answers that are judged.
func (d *reader) asksAnswers() bool {
	rule := cmp.Or(d.columns.rightRole(), rules.Equal)
	return d.columns.pathsOf("predicted") != nil && rule != rules.None && rule != rules.Error
}

// ruleName returns the name of the rule by which answers are judged; equality where nothing is said.
func (d *reader) ruleName() string {
	return slices.Concat(d.columns.pathsOf("right"), []string{rules.Equal})[0]
}
