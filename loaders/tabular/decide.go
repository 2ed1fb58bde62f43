package tabular

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
)

// decideTable decides what the columns of a table hold by their names and by the values in rows,
// how answers are judged, and whether the table has a row per word or, if not, several models. It
// also looks for a confidence, and for verdicts of -1. others are the roles of other columns, which
// the decision's map has too. Doubt says what stays open.
func decideTable(columns []string, rows []row, others Map) Decision {
	d := newDeciding(columns, rows)
	by := d.addConfidence(d.decideReading(others))
	by.Signed = d.signedColumns(namesOf(d.candidatesFor("correct")))
	if by = d.byWord(by); by.Words {
		return by
	}
	return d.byModel(by)
}

// decideReading chooses the best reading: among those by the verdicts, if there are predictions too
// or every verdict's name says whose it is, or else among predictions that have a gold answer.
// Without either, the map is others with what was found: the best prediction, or else the first
// gold column and verdict; and Doubt says what is missing.
func (d *deciding) decideReading(others Map) Decision {
	verdicts := d.listVerdicts()
	list, golds := d.listReadings(nil), d.candidatesFor("gold")
	isPredicted := len(list) > 0 || len(d.candidatesFor("predicted")) > 0
	isUnowned := func(c *column) bool { return !ofModel(c.words) }
	if len(verdicts) > 0 && (isPredicted || !slices.ContainsFunc(verdicts, isUnowned)) {
		return d.chooseReading(loaders.Map(verdicts, d.judgedBy), others)
	}
	out := Decision{Map: others, Reasons: reading{deciding: d, predicted: d.columnAt("")}.listReasons()}
	judged := loaders.Filter(list, func(r reading) bool { return r.gold != nil })
	switch {
	case len(judged) > 0:
		return d.chooseReading(judged, others)
	case len(list) > 0:
		out.Map, out.Doubt = out.Map.withPaths("predicted", list[0].predicted.name), noGold
		if len(golds) > 0 {
			out.Doubt = "no gold answers for " + list[0].predicted.name
		}
	default:
		out.Doubt = "no column of predictions"
		if len(golds) > 0 {
			out.Map = out.Map.withPaths("gold", d.withFallbacks(golds[0], "gold")...)
		}
		if len(verdicts) > 0 {
			out.Map = out.Map.withPaths("correct", verdicts[0].name)
		}
	}
	return out
}

// listVerdicts returns the columns that have enough reasons to be verdicts. The other columns with
// a verdict's name become gold of little weight, in their naming, if their values are verdicts, or
// if the name says nothing else and not all values are numbers in 0..1; a status of requests stays.
func (d *deciding) listVerdicts() (list []*column) {
	list = d.columnsHaving("correct")
	for _, c := range d.candidatesFor("correct") {
		hasAnswers := c.unit < c.filled && len(c.stem) == 0 || c.areVerdicts()
		if hasAnswers && !slices.Contains(list, c) && !(reading{deciding: d}).isTransport(c) {
			c.naming = naming{"gold", unlikely, "has answers under a verdict's name", c.stem}
		}
	}
	return list
}

// judgedBy returns the best reading with this verdict, or one with only a gold answer, if any,
// where there is no prediction. Its sum is that of what speaks for the verdict alone.
func (d *deciding) judgedBy(verdict *column) reading {
	none := reading{deciding: d, predicted: &column{profile: &profile{}}, correct: verdict}
	r := append(d.listReadings(verdict), d.findGold(none))[0]
	r.sum, r.why = none.weighReasons("correct", verdict), ""
	return r
}

// chooseReading decides for the reading in list, which has one, with the greatest sum, the first of
// equal ones. Others with the same sum count as the same reading if they judge all rows alike by
// the same rule and their names say nothing else. Those that are left make the table one of several
// models, if their names tell them, or else a doubt. Without a verdict, a column that may hold one
// is a doubt too.
func (d *deciding) chooseReading(list []reading, others Map) Decision {
	loaders.SortBy(list, func(r reading) int { return -r.sum })
	list = loaders.Filter(list, func(r reading) bool { return r.sum == list[0].sum })
	list = slices.CompactFunc(list, func(a, b reading) bool {
		return a.rule == b.rule && isPlain(a, a.ownColumn()) && slices.Equal(a.rowVerdicts(), b.rowVerdicts())
	})
	first := list[0]
	out := Decision{Map: first.fillMap(others), Why: first.why, Reasons: first.listReasons()}
	if out.Models = nameModels(list, others); len(out.Models) < 2 {
		out.Models, out.Doubt = nil, first.doubtBeside(list)
	}
	for _, c := range d.columns {
		if first.correct == nil && first.isGraded(c) {
			out.Doubt = c.name + " may say whether an answer is right"
		}
	}
	return out
}

// doubtBeside returns what a reading leaves open, beside the others in list with the same sum:
// several verdicts, predictions or gold answers, a verdict that never differs, or names that can
// mean many things. It is "" for nothing.
func (r reading) doubtBeside(list []reading) string {
	p, g, c := r.predicted, r.gold, r.correct
	names := strings.Join(namesOf(loaders.Map(list, reading.ownColumn)), ", ")
	switch {
	case len(list) > 1 && c != nil:
		return "several columns of verdicts: " + names
	case len(list) > 1 && slices.ContainsFunc(list, func(other reading) bool { return other.gold != g }):
		return "several predictions, each with gold answers of its own"
	case len(list) > 1:
		return "several predictions for " + g.name + ": " + names
	case c != nil:
		if c.isMonotonous() {
			return fmt.Sprintf("%s is %s in every row looked at: it may say something else than whether an answer is right", c.name,
				loaders.SortedKeys(c.times)[0])
		}
	case r.rival != nil:
		return fmt.Sprintf("several columns of gold answers: %s, %s", g.name, r.rival.name)
	case p.weight == perhaps && g.weight > unlikely && g.weight < surely:
		if sharesClasses := g.isClosed() && p.numbers == 0 && p.countShared(g.profile) > 1; !sharesClasses {
			return fmt.Sprintf("%s and %s can be many things", p.name, g.name)
		}
	}
	return ""
}

// within matches what begins a key behind the column that it is in: a dot before a letter, as 3.5 has none.
var within = regexp.MustCompile(`\.(\D)`)

// nameModels returns the models that readings are about, one each, named by the parts of their
// columns' names that say nothing else. It is nil if one has no such name, is a form of an answer
// or a numbered try, two have the same name, or they are not judged alike: by one rule and gold
// answer, or each by a verdict that names its model.
func nameModels(list []reading, others Map) (models []Model) {
	for _, r := range list {
		parts := strings.FieldsFunc(within.ReplaceAllString(r.ownColumn().name, "_$1"), func(c rune) bool { return c == '_' || c == ' ' })
		said := strings.Join(loaders.Filter(parts, func(part string) bool { return len(stemOf(wordsOf(part), answerWords)) > 0 }), "_")
		alike := r.rule == list[0].rule && r.gold == list[0].gold
		if r.correct != nil {
			alike = !isPlain(r, r.correct) && (r.predicted.name == "" || r.isBesideVerdict(r.predicted))
		}
		isUnnamed := said == "" || r.ownColumn().isVariant() || strings.Contains(said, "#")
		if !alike || isUnnamed || (Decision{Models: models}).partIndex(said) >= 0 {
			return nil
		}
		models = append(models, Model{said, r.fillMap(others)})
	}
	return models
}

// isGraded reports whether a column that the reading does not use may hold verdicts that differ
// from equality of its prediction and gold answer: by its name, and two values that are verdicts.
func (r reading) isGraded(c *column) bool {
	return c.hasWord(gradeWords) && c != r.gold && c.role != "predicted" && c.weight != surely && len(c.times) == 2 && c.areVerdicts() &&
		!c.sharesValues(r.predicted.profile) && !r.comparesAnswers(c, r.predicted, r.gold) && !r.encodesGold(c)
}

// encodesGold reports whether a column has exactly one value for each gold answer and its name
// begins as the gold column's, as label_id beside label.
func (r reading) encodesGold(c *column) bool {
	pairs := loaders.Distinct(loaders.Map(r.rows,
		func(of row) string { return Text(of.valueAt(c.name)) + "\x00" + Text(of.valueAt(r.gold.name)) }))
	return strings.HasPrefix(foldName(c.name), foldName(r.gold.name)) && len(pairs) == len(c.times) && len(pairs) == len(r.gold.times)
}
