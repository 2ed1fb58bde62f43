package roles

import (
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// Decide returns how a table with these columns and rows, a sample if partial is set, is read.
// others has the roles besides answers.
func Decide(columns []string, rows []rows.Row, others Map, partial bool) Decision {
	d := newDecider(columns, rows)
	d.partial = partial
	by := d.addSigned(d.addConfidence(d.decideReading(others)))
	if by = d.byWord(by); !by.Words {
		by = d.bySystem(by)
	}
	return by.withoutAnswers()
}

// decideReading takes the only reading that passes the checks, or several whose names tell their
// systems. Those that judge all rows alike are one, because no figure would differ.
func (d *decider) decideReading(others Map) Decision {
	list := d.listReadings()
	if len(list) == 0 {
		return d.describeMissing(others)
	}
	out := Decision{Map: others}
	for _, r := range list {
		out.Readings = append(out.Readings, Reading{r.fillMap(others), r.listChecks()})
	}
	left := loaders.Filter(list, answerReading.passes)
	isJudging := func(r answerReading) bool { return r.correct != nil || r.rule != rules.None }
	if slices.ContainsFunc(left, isJudging) {
		left = loaders.Filter(left, isJudging)
	}
	left = slices.CompactFunc(left, func(a, b answerReading) bool {
		return a.rule == b.rule && isUnnamed(a) && isUnnamed(b) && slices.Equal(a.rowVerdicts(), b.rowVerdicts())
	})
	switch {
	case len(left) == 0:
		left, out.Doubt = loaders.Map(list, answerReading.asGraded), list[0].firstFailure()
	case len(left) == 1:
		out.Map, out.Why = left[0].fillMap(others), left[0].why
		return out
	default:
		if out.Models = nameModels(left, others); out.Models != nil {
			out.Map, out.Why = out.Models[0].Map, left[0].why
			return out
		}
		out.Doubt = describeSeveral(left)
	}
	out.Offers = loaders.Map(left, func(r answerReading) Map { return r.fillMap(others) })
	out.Map = out.Offers[0]
	return out
}

func (d *decider) describeMissing(others Map) Decision {
	out := Decision{Map: others, Doubt: "no column of predictions"}
	predicted := loaders.Filter(d.candidatesFor("predicted"), func(c *column) bool { return c.list != work })
	golds := onFirstList(d.candidatesFor("gold"))
	switch {
	case len(predicted) > 0:
		out.Map, out.Doubt = out.Map.WithPaths("predicted", predicted[0].name), NoGold
		if len(golds) > 0 {
			out.Doubt = "no gold answers for " + predicted[0].name
		}
	case len(golds) > 0:
		out.Map = out.Map.WithPaths("gold", d.withFallbacks(golds[0], "gold")...)
	}
	verdicts := namesOf(d.listVerdicts())
	out.Map = slices.DeleteFunc(out.Map, func(a Assignment) bool { // of no answer
		return BaseOf(a.Role) == "score" && slices.Contains(verdicts, a.Paths[0])
	})
	for _, c := range d.columns {
		if slices.Contains(verdicts, c.name) {
			out.Offers = append(out.Offers, out.Map.WithPaths("correct", c.name))
		} else if c.successOf() != "" {
			out.Offers = append(out.Offers, d.addSuccess(Decision{Map: out.Map.WithPaths("correct", c.name)}).Map)
		}
	}
	return out
}

// withoutAnswers removes what would make a figure from a decision with a doubt, because a person
// decides it.
func (d Decision) withoutAnswers() Decision {
	if d.Doubt != "" {
		hasGold := d.Map.PathsOf("gold") != nil
		d.Map = slices.DeleteFunc(slices.Clone(d.Map), func(a Assignment) bool {
			return a.Role == "correct" || a.Role == "right" || a.Role == "probability" || a.Role == "predicted" && hasGold
		})
	}
	return d
}

func isUnnamed(r answerReading) bool { return len(r.ownColumn().stem) == 0 }

func describeSeveral(list []answerReading) string {
	first := list[0]
	names := strings.Join(loaders.Distinct(namesOf(loaders.Map(list, answerReading.ownColumn))), ", ")
	if first.correct != nil {
		return "several columns of verdicts: " + names
	}
	golds := loaders.Distinct(namesOf(loaders.Map(list, func(r answerReading) *column { return r.gold })))
	switch {
	case len(golds) == 1:
		return "several predictions for " + first.gold.name + ": " + names
	case !strings.Contains(names, ", "):
		return "several columns of gold answers: " + strings.Join(golds, ", ")
	}
	return "several predictions, each with gold answers of its own"
}

// within matches a dot before a key, which isn't a digit, otherwise 3.5 would be split.
var within = regexp.MustCompile(`\.(\D)`)

// nameModels returns the models that readings are about, named by what their columns' names leave.
// It is nil if one has no name of its own or they are not judged alike, because then they are not
// comparable runs.
func nameModels(list []answerReading, others Map) (models []Model) {
	for _, r := range list {
		parts := strings.FieldsFunc(within.ReplaceAllString(r.ownColumn().name, "_$1"), func(c rune) bool { return c == '_' || c == ' ' })
		said := strings.Join(loaders.Filter(parts, func(part string) bool { return len(stemOf(wordsOf(part), answerWords)) > 0 }), "_")
		alike := r.rule == list[0].rule && r.gold == list[0].gold
		if r.correct != nil {
			alike = !isUnnamed(r) && (r.predicted.name == "" || slices.Equal(r.predicted.stem, r.correct.stem))
		}
		hasNone := said == "" || r.ownColumn().isVariant() || strings.Contains(said, "#")
		if !alike || hasNone || (Decision{Models: models}).PartIndex(said) >= 0 {
			return nil
		}
		models = append(models, Model{said, r.fillMap(others)})
	}
	return models
}

// DecideMapped completes a decision whose map says what the columns hold: how answers are judged,
// the models, and whether rows are words. If part is one of the models, the map is that model's.
func DecideMapped(columns []string, rows []rows.Row, out Decision, part string, partial bool) Decision {
	d := newDecider(columns, rows)
	d.partial = partial
	if models := out.Map.SplitPredictions(); len(models) > 1 {
		out.Models = loaders.Map(models, func(m Model) Model { return Model{m.Name, d.completeMap(Decision{Map: m.Map}).Map} })
		out.Map = out.Models[0].Map
	}
	out = d.bySystem(d.byWord(d.completeMap(out)))
	if at := out.PartIndex(part); at >= 0 {
		out.Map = out.Models[at].Map
	}
	if slices.ContainsFunc(out.Offers, func(m Map) bool { return m.String() == out.Map.String() }) {
		out.Doubt = "" // which the map has settled
	}
	return out
}
