package example

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/marks"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/causes"
	"faithscope/scoring/protocols/faithfulness"
	"faithscope/scoring/protocols/predicates"
	"faithscope/scoring/protocols/reasoning"
	"faithscope/scoring/protocols/sentences"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// recordFacts returns what the record knows of the example, most useful first, except its scores.
// Values link to the examples that share them.
func recordFacts(ex *loaders.Example, scores []scoring.Score) (rows []exampleFact) {
	add := func(name string, parts ...factPart) { rows = append(rows, namedFact(name, parts...)...) }
	add("vs annotation", loaders.Map(ex.Differences(), func(d loaders.ProgramDifference) factPart { return factPart{text: d.String()} })...)
	if formula, err := dfol.Formula(ex.Program, nil); err == nil {
		add("logic", factPart{text: formula})
	}
	fixes := ex.Answer.MendedBy()
	add("fixed by", loaders.Fill(len(fixes), func(i int) factPart { return factPart{fixes[i], FactLink{Fix: i + 1}} })...)
	add("kind", alikePart("kind", ex.Kind), alikePart("meta."+semanticType, ex.Meta[semanticType]),
		alikePart("meta."+detailedType, ex.Meta[detailedType]))
	if len(ex.Program) > 0 || ex.Passage == nil && len(ex.Attributions)+len(ex.Rationales) == 0 {
		add("explanation", factPart{text: ex.Explanation}) // else the evidence says it
	}
	for i, text := range ex.Explanations {
		add(fmt.Sprintf("explanation %d", i+2), factPart{text: text})
	}
	add("answer", answerParts(ex)...)
	classes := ex.Answer.ClassProbabilities()
	var recorded []factPart
	for _, name := range loaders.SortedKeys(ex.Answer.Scores) {
		x := ex.Answer.Scores[name]
		isDrawn := slices.ContainsFunc(classes, func(c loaders.Option) bool { return "p_"+c.Name == name })
		if isDrawn || slices.ContainsFunc(scores, func(s scoring.Score) bool { return s.Metric == name && s.Value == scoring.Defined(x) }) {
			continue
		}
		text := widget.MetricName(name) + " " + widget.RoundedNumber(x)
		recorded = append(recorded, factPart{text, FactLink{By: query.Reference("score." + name)}})
	}
	add("in the file", recorded...)
	isSet := func(tag string) bool { return tag == "hard" || tag == "easy" } // a fact of its own
	add("tags", alikeParts("tag", slices.DeleteFunc(slices.Clone(ex.Tags), isSet))...)
	add("group", alikeParts("group", ex.Groups)...)
	return rows
}

// rawFacts returns what the record holds beside its evidence, as it is in the file.
func rawFacts(ex *loaders.Example) (rows []exampleFact) {
	add := func(name string, parts ...factPart) { rows = append(rows, namedFact(name, parts...)...) }
	picture := ""
	if len(ex.Images) > 0 {
		file := ex.Images[0].Path
		add("same picture", alikePart("image", file))
		picture = strings.TrimSuffix(path.Base(file), path.Ext(file))
	}
	for _, name := range loaders.SortedKeys(ex.Meta) {
		if name != semanticType && name != detailedType && ex.Meta[name] != picture {
			part := alikePart("meta."+name, ex.Meta[name])
			part.text = roundedText(part.text)
			add(name, part)
		}
	}
	add("as written", factPart{text: ex.Logical})
	if formula, err := dfol.AttentionFormula(ex.Program, nil); err == nil {
		add("∇-FOL", factPart{text: strings.ReplaceAll(formula, ",", ", ")}) // where lines may end
	}
	return rows
}

// The names of metadata beside the kind.
const semanticType, detailedType = "semantic type", "detailed type"

// roundedText rounds a number with many decimals.
func roundedText(metaText string) string {
	const readable = 6
	if x, err := strconv.ParseFloat(metaText, 64); err == nil && len(metaText) > readable && strings.ContainsAny(metaText, ".e") {
		return widget.RoundedNumber(x)
	}
	return metaText
}

// longest is the longest text, in bytes, that examples are found by.
const longest = 60

func alikePart(fieldName, fieldText string) factPart {
	if fieldText == "" || len(fieldText) > longest || loaders.Clean(fieldText) != fieldText {
		return factPart{text: fieldText}
	}
	return factPart{fieldText, FactLink{Where: query.Equal(fieldName, fieldText)}}
}

func alikeParts(fieldName string, fieldTexts []string) []factPart {
	return loaders.Map(fieldTexts, func(text string) factPart { return alikePart(fieldName, text) })
}

// byProtocol returns a fact for each protocol, without what the header, the program and "fixed by" show.
func byProtocol(scores []scoring.Score, judgingMetric string) (rows []exampleFact) {
	for _, score := range scores {
		share, _ := score.Value.Float()
		untied := score.Metric == "accuracy_shared" && share == math.Trunc(share)
		isExact := strings.Contains(score.Metric, "_acc") // of one chain of steps
		inHeader := isExact || score.Metric == "accuracy" || untied || score.Metric == judgingMetric && score.Protocol != answers.Protocol.Name
		isRanked := score.Protocol == sentences.Protocol.Name && slices.Contains([]string{"iou", "snr", "snr_median"}, score.Metric)
		isCause := slices.Contains([]string{causes.Name, faithfulness.Name, predicates.Protocol.Name}, score.Protocol)
		if inHeader || isRanked || isCause || slices.Contains([]string{"err_easy", "acc_hard"}, score.Metric) {
			continue
		}
		if n := len(rows); n == 0 || rows[n-1].name != score.Protocol {
			rows = append(rows, exampleFact{name: score.Protocol})
		}
		last := &rows[len(rows)-1]
		text := widget.If(score.Vacuous != "", "vacuous ") + widget.MetricName(score.Metric) + " " + widget.Number(score.Value)
		last.parts = append(last.parts, factPart{text,
			FactLink{Number: views.MetricName{Protocol: score.Protocol, Metric: score.Metric, Of: score.Of}}})
	}
	return rows
}

// answerParts returns up to [evidence.MostOptions] answers of the first module, most probable first.
func answerParts(ex *loaders.Example) (parts []factPart) {
	if len(ex.Program) == 0 { // the header has its probability
		return nil
	}
	options := evidence.Likeliest(&ex.Program[0].Output)
	for _, o := range options[:min(len(options), evidence.MostOptions)] {
		p := alikePart("answer.predicted", o.Name)
		p.text += " " + widget.RoundedNumber(o.Probability)
		parts = append(parts, p)
	}
	return parts
}

// findEntailed returns the place of each other entailed example in the run, the first with the id; -1
// if it isn't read or absent.
func findEntailed(run *loaders.Run, ex *loaders.Example) []int {
	ids, found := loaders.Without(ex.Entailed, []string{ex.ID}), map[string]int{}
	for _, id := range ids {
		found[id] = -1
	}
	for i, left := 0, len(found); left > 0 && i < run.Len(); i++ {
		row, ok := run.Peek(i)
		if at, wanted := found[row.ID]; ok && wanted && at < 0 {
			found[row.ID] = i
			left--
		}
	}
	return loaders.Map(ids, func(id string) int { return found[id] })
}

// outcomeWords counts the verdicts at exampleIndices: "3 right, 2 wrong", with unjudged and missing
// ones (index -1) if there are any.
func outcomeWords(runSummaries *session.Summaries, exampleIndices []int) string {
	const right, wrong, unjudged, missing = "right", "wrong", "unjudged", "not found"
	counts := map[string]int{}
	for _, at := range exampleIndices {
		word := missing
		if at >= 0 && at < runSummaries.Len() {
			word = [...]string{unjudged, right, wrong}[runSummaries.Answer(at)]
		}
		counts[word]++
	}
	if counts[missing] == len(exampleIndices) {
		return missing
	}
	var parts []string
	for _, word := range [...]string{right, wrong, unjudged, missing} {
		if n := counts[word]; n > 0 || word == right || word == wrong {
			parts = append(parts, fmt.Sprintf("%d %s", n, word))
		}
	}
	return strings.Join(parts, ", ")
}

func entailmentFacts(runSummaries *session.Summaries, run *loaders.Run, exampleIndices []int) []exampleFact {
	if len(exampleIndices) == 0 {
		return nil
	}
	all := namedFact(fmt.Sprintf("entails %d", len(exampleIndices)), factPart{text: outcomeWords(runSummaries, exampleIndices)})
	for _, at := range exampleIndices {
		if at < 0 || at >= runSummaries.Len() {
			continue
		}
		row := run.Row(at)
		answer := row.Correct.Sign() + " " + row.Predicted + widget.If(row.Correct == loaders.Wrong && row.Gold != "", " ("+row.Gold+")")
		all = append(all, namedFact("  "+answer, factPart{row.Question, FactLink{Related: at + 1}})...)
	}
	return all
}

func baseFailed(d *views.Data, run *loaders.Run, exampleIndex int, scorableExample session.ScorableExample) []exampleFact {
	hard, easy := reasoning.Sets(scorableExample.Evidence(reasoning.Protocol.Name), &d.Settings)
	if !hard && !easy {
		return nil
	}
	set := loaders.IfElse(hard, "hard", "easy")
	if d.Base == nil {
		return namedFact("set", factPart{text: set})
	}
	scored := d.Runs[*d.Base]
	why := []factPart{{scored.Run.Name, FactLink{Run: *d.Base + 1}}}
	if exampleIndex = namesakeOf(run, exampleIndex, scored.Run); exampleIndex < 0 {
		return namedFact(set, why...)
	}
	rows := scored.Summaries(d.Settings)
	why[0].text += " answers " + scored.Run.Row(exampleIndex).Predicted
	if k, cause := rows.Culprit(exampleIndex); hard && k >= 0 {
		why = append(why, factPart{text: "goes wrong first in " + rows.Types()[k] + ", " + cause.String() + ": " + cause.Sentence()})
	}
	return namedFact(set, why...)
}

// runFact returns a fact with the verdicts and the number of each run that has the example; nil for
// fewer than two.
func runFact(d *views.Data, exampleIndices []int, judged *scoring.ExampleScore) []exampleFact {
	if len(d.Runs) != len(exampleIndices) {
		return nil
	}
	var parts []factPart
	for k, scored := range d.Runs {
		rows := scored.Summaries(d.Settings)
		if exampleIndices[k] < 0 || exampleIndices[k] >= rows.Len() {
			continue
		}
		text := d.RunName(k) + " " + rows.Answer(exampleIndices[k]).Sign() + [...]string{"", "●", "○"}[rows.Faithful(exampleIndices[k])]
		if x, ok := rows.Overall(exampleIndices[k]).Float(); ok {
			text += " " + besideBar(x, judged)
		}
		parts = append(parts, factPart{text, FactLink{Run: k + 1}})
	}
	if len(parts) < 2 {
		return nil
	}
	return namedFact("runs", parts...)
}

// besideBar has as many digits as tell a number from its threshold: .498 is not faithful from .50 on.
func besideBar(x float64, judged *scoring.ExampleScore) string {
	text := widget.Measure(x)
	if judged != nil && text == widget.Measure(judged.Bar) {
		text, _ = scoring.Apart(x, judged.Bar)
	}
	return text
}

func listNotes(marksBook *marks.MarksBook, exampleID string) (rows []exampleFact) {
	for _, module := range append([]int{marks.Whole}, marksBook.Modules(exampleID)...) {
		rows = append(rows, namedFact("note on "+views.Spot(exampleID, module), factPart{text: marksBook.Module(exampleID, module).Note})...)
	}
	return rows
}
