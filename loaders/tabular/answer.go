package tabular

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// fillAnswer sets the example's answer from the row's roles. An empty cell of a prediction is the answer "" only if the
// preset has metrics, because those count it.
func (d *exampleFiller) fillAnswer() {
	a := &d.Answer
	gold, predicted := d.labelledGold(), d.valueOf("predicted")
	isEmpty := func(path string) bool { return d.ValueAt(path) == "" }
	if predicted == nil && d.preset.Metrics != nil && slices.ContainsFunc(d.columns.PathsOf("predicted"), isEmpty) {
		predicted = "" // which says that there is no answer
	}
	rule := d.ruleName()
	predicted, p := roles.ChooseAnswer(predicted, rule)
	probability := cmp.Or[any](d.valueOf("probability"), p)
	if rule == rules.Letter || rule == rules.Letter1 {
		predicted, gold = roles.OptionLetter(d.Row, predicted, rule), roles.OptionLetter(d.Row, gold, rule)
	}
	if d.by.Truths {
		predicted, gold = roles.TruthOf(predicted), roles.TruthOf(gold)
	}
	a.Gold, a.Predicted = rows.Text(gold), predictedText(predicted)
	d.fillScores(a) // which a verdict may be one of
	golds := d.listReferences(gold)
	if a.Gold == "" && golds != nil {
		a.Gold = golds[0][0]
	}
	d.fillVerdict(a, predicted, golds, d.valueOf("correct"))
	d.fillChances(a, d.valueOf("classes"))
	if x, ok := rows.NumberOf(probability); ok {
		a.Probability = d.rec.Probability("probability", x)
	}
}

// labelledGold returns the correct answer, nil for labels of tokens and for the class that means none.
func (d *exampleFiller) labelledGold() any {
	gold := d.valueOf("gold")
	if list, ok := gold.([]any); ok && len(d.Tokens) > 0 && len(list) == len(d.Tokens) {
		return nil
	}
	if none := d.by.Unlabelled; none != "" && rows.Text(gold) == none {
		d.rec.Problem("%q means no correct answer is known; the example is not judged", none)
		return nil
	}
	return gold
}

// predictedText returns a prediction as text: an empty list and a struct without a field text as
// JSON, because both are answers too.
func predictedText(v any) string {
	list, several := v.([]any)
	of, isStruct := v.(rows.RowObject)
	_, named := of["text"]
	isShownAsJSON := isStruct && !named || several && len(list) == 0
	if isShownAsJSON {
		return jsonText(v)
	}
	if several && rows.LastRequest(list) == "" {
		return strings.Join(loaders.Distinct(loaders.Map(list, rows.Text)), " | ")
	}
	return rows.Text(v)
}

func jsonText(v any) string {
	whole, _ := json.Marshal(v) // it was read as JSON or text
	return string(whole)
}

func (d *exampleFiller) fillScores(a *loaders.Answer) {
	for _, c := range d.columns {
		base, name, _ := strings.Cut(c.Role, ".")
		if base != "score" {
			continue
		}
		v := d.valueOf(c.Role)
		scores := rows.RowObject{name: v}
		if name == "" {
			scores, _ = v.(rows.RowObject)
		}
		for name, v := range scores {
			if x, ok := rows.NumberOf(v); ok && name != "" {
				a.Score(name, x)
			} else if text, _ := v.(string); text != "" && name != "" {
				d.rec.Problem("%s is %q, not a number; left out", name, text)
			}
		}
	}
}

// listReferences adds further texts to a correct answer. Annotators' answers replace it: behind each are the texts
// of all its values, so that equal ones of several stay apart.
func (d *exampleFiller) listReferences(gold any) (golds [][]string) {
	further := d.valueOf("references")
	list := rows.ListOf(further)
	if _, areStructs := loaders.ElementAt(list, 0).(rows.RowObject); !areStructs {
		return slices.Concat(rows.GoldAnswers(gold), rows.GoldAnswers(further))
	}
	for _, v := range list {
		of, _ := v.(rows.RowObject)
		gold := []string{rows.Text(of["answer"])}
		if of["answer"] == nil {
			d.rec.Problem("%.60s is not an annotator's answer; left out", fmt.Sprint(v))
			continue
		}
		for _, key := range loaders.SortedKeys(of) {
			gold = append(gold, rows.Text(of[key]))
		}
		golds = append(golds, gold)
	}
	return golds
}

// fillVerdict sets the row's own verdict, or judges the prediction by the map's rule unless a finish
// function does. What can't be read is a problem, because it would silently change the accuracy.
func (d *exampleFiller) fillVerdict(a *loaders.Answer, predictedValue any, goldAnswers [][]string, statedVerdict any) {
	statedVerdict = roles.JudgeList(statedVerdict, d.ruleName())
	isUnjudged, hasVerdicts := statedVerdict == nil && a.Predicted != "", d.columns.HasVerdicts()
	switch verdict, known := d.verdictOf(statedVerdict); {
	case known:
		a.Correct = verdict
	case d.fillPartly(a, statedVerdict):
	case isUnjudged && hasVerdicts:
		d.rec.Problem("no verdict; the answer counts as neither right nor wrong")
	case statedVerdict != nil:
		d.rec.Problem("correct is %.80s, neither true nor false; the answer counts as neither right nor wrong", predictedText(statedVerdict))
	case predictedValue == nil && d.preset.Metrics != nil:
		isAsked := slices.ContainsFunc(d.columns.PathsOf("gold"), func(path string) bool { return d.ValueAt(path) != nil })
		if isAsked && d.asksAnswers() { // also where no answer is right
			a.Correct = loaders.Unanswered
		}
	case d.finish == nil:
		d.judgeByRule(a, predictedValue, goldAnswers)
	}
}

func (d *exampleFiller) judgeByRule(a *loaders.Answer, predictedValue any, goldAnswers [][]string) {
	of, isStruct := predictedValue.(rows.RowObject)
	if isStruct && of["text"] == nil && len(goldAnswers) > 0 && d.ruleName() != rules.None && !strings.HasPrefix(a.Gold, "{") {
		d.rec.Problem("the prediction is an object; compared as %.60s", a.Predicted)
	}
	rules.Judge(d.ruleName(), a, rows.PartsOf(predictedValue, a.Predicted), goldAnswers...)
	if _, measured := a.Scores[loaders.AbsoluteError]; d.ruleName() == rules.Error && a.Gold != "" && !measured {
		d.rec.Problem("the prediction or correct answer is not a number; no error is measured")
	}
}

// fillPartly sets partial credit, and the verdict of a task whose resolved is null.
func (d *exampleFiller) fillPartly(a *loaders.Answer, statedVerdict any) bool {
	path := d.columns.FirstOf("correct")
	_, isThere := d.Values[path]
	x, isNumber := rows.NumberOf(statedVerdict)
	if !isNumber { // our own tables' column beside "unknown"
		x, _ = rows.NumberOf(d.Values["credit"])
	}
	switch {
	case x > 0 && x < 1:
		a.Credit = &x
	case statedVerdict == nil && isThere && strings.HasSuffix(path, "solved"):
		a.Correct = loaders.Wrong
		d.rec.Problem("null counts as not solved")
	default:
		return false
	}
	return true
}

func (d *rowReader) asksAnswers() bool {
	rule := cmp.Or(d.columns.RightRole(), rules.Equal)
	return d.columns.Has("predicted") && rule != rules.None && rule != rules.Error
}

func (d *rowReader) ruleName() string {
	return cmp.Or(d.columns.FirstOf("right"), rules.Equal)
}

func (d *rowReader) verdictOf(v any) (_ loaders.Verdict, known bool) {
	if right := d.columns.RightValues(); right != nil {
		return loaders.VerdictOf(slices.Contains(right, rows.Text(v))), v != nil || slices.ContainsFunc(right, roles.IsTick)
	}
	return roles.VerdictOf(v, d.by.IsSigned())
}
