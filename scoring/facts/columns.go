package facts

import (
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// Examples declares the columns of the table of examples that every run has.
var Examples = slices.Concat(
	underGroup("Example",
		ofRow("id", "its id", func(row loaders.Row) string { return row.ID }),
		ofRow("question", "question, utterance or statement", func(row loaders.Row) string { return row.Question }),
		ofRow("text", "id, question, kind and answers together", func(row loaders.Row) string { return row.Text }),
		ofRow("kind", "question type or program family", func(row loaders.Row) string { return row.Kind }).asFacet(),
		ofRow("broken", "its record cannot be read", func(row loaders.Row) bool { return row.Broken }).withUnit("", scoring.Lower),
		ofRecord("image", "path of its first picture", func(r *record) string { return r.image }),
		ofRecord("group", "sets of examples to be answered consistently", func(r *record) []string { return r.groups }),
	),
	underGroup(
		"Answer",
		newColumn("verdict", "right, wrong or unknown", func(t *Table, i int) string { return t.Answer(i).String() }).asFacet().from(answered),
		newColumn(
			"right",
			"the answer is right",
			(*Table).isRight,
		).withNames(
			"correct",
		).withUnit(
			"",
			scoring.Higher,
		).knownBy(
			"judged",
		).from(
			"verdict",
		),
		newColumn("wrong", "the answer is wrong", (*Table).isWrong).withUnit("", scoring.Lower).knownBy("judged").from("verdict"),
		newColumn("judged", "the answer has a verdict", func(t *Table, i int) bool { return t.isRight(i) || t.isWrong(i) }).from("verdict"),
		ofRow("answer.predicted", "the model's answer", func(row loaders.Row) string { return row.Predicted }).withNames("predicted").asFacet(),
		ofRow("answer.gold", "the right answer", func(row loaders.Row) string { return row.Gold }).withNames("gold").asFacet(),
		ofRecord("answer.type", "yes or no, number, words, none", func(r *record) string { return r.answer }).asFacet(),
		newColumn("hard", "a base model gets it wrong (--base, else the tag hard)", inSet(hard, "hard"), inRecords, inGrades).
			knownBy("hard or easy"),
		newColumn("easy", "a base model gets it right (--base, else the tag easy)", inSet(easy, "easy"), inRecords, inGrades).
			knownBy("hard or easy"),
		ofRecord("odd", "the gold answer is an odd number", func(r *record) bool { return r.parity == "odd" }),
		ofRecord("even", "the gold answer is an even number", func(r *record) bool { return r.parity == "even" }),
		columnOf(
			"slice",
			"count slices whose test half has it in one draw, that of the seed 1337 "+
				"(a score of odd-even-90% is the mean over all draws): odd-even-10 to odd-even-100, even-odd-10 …",
			func(t *Table) func(i int) []string { return shiftsOf(t.recordFinder(), t.Len()) },
			inRecords,
		),
		ofRecord("count.gold", "the gold count of a counting question", func(r *record) float64 { return r.gold }),
		ofRecord("count.predicted", "the predicted count, rounded half to even", func(r *record) float64 { return r.predicted }).from(answered),
		ofRecord(
			"count_error",
			"the predicted count, not rounded, minus the gold count",
			func(r *record) float64 { return r.missed },
		).from(
			answered,
		),
	),
	underGroup(
		"Scores",
		newColumn("quadrant", "right or wrong, faithful or not", func(t *Table, i int) string {
			return scoring.Standing(t.Answer(i), t.Faithful(i))
		}).asFacet().withFormer("no verdict", "unjudged").from("verdict", "faithful"),
		newColumn(
			"faithful",
			"its number reaches the threshold, and nothing is blamed for a wrong answer",
			(*Table).isFaithful,
		).withUnit(
			"",
			scoring.Higher,
		).knownBy(
			"scored",
		).from(
			"faithfulness",
			faults,
		),
		newColumn(
			"unfaithful",
			"it is scored and not faithful",
			(*Table).isUnfaithful,
		).withUnit(
			"",
			scoring.Lower,
		).knownBy(
			"scored",
		).from(
			"faithful",
		),
		newColumn("failed", "its answer is wrong, it is unfaithful, or its record cannot be read", (*Table).Failed).withUnit("", scoring.Lower).
			knownBy("judged or scored or broken").from("verdict", "faithful"),
		newColumn(
			"scored",
			"it has a number for faithfulness",
			func(t *Table, i int) bool { return t.isFaithful(i) || t.isUnfaithful(i) },
		).from(
			"faithful",
		),
		newColumn("faithfulness", "the number that decides whether it is faithful",
			func(t *Table, i int) float64 { return toFloat(t.Overall(i)) }).withNames("f1").withUnit("", scoring.Higher).from(scores),
		newColumn(
			"metric",
			"the metric of that number: "+loaders.OrList(loaders.Map(session.Bars(), func(b *scoring.Bar) string { return b.Metric })),
			func(t *Table, i int) string { return t.Metric(i) },
		).from(
			"faithfulness",
		),
		newColumn(table.Undefined.Name, "why it has none", func(t *Table, i int) string { return t.Overall(i).Why() }).from("faithfulness"),
		newColumn("culprit", "type of the module that goes wrong first: the first that is wrong although its inputs are right",
			(*Table).culpritOf).asFacet().from(faults),
		newColumn("culprit.cause", "why the culprit is wrong", func(t *Table, i int) string {
			_, why := t.Culprit(i)
			return why.String()
		}).asFacet().from(faults),
		newColumn("culprit.argument", "the culprit's text argument", func(t *Table, i int) string {
			modules, node := t.recordsOf(i).recordAt(i%size).modules, t.CulpritNode(i)
			if node >= 0 && node < len(modules) {
				return modules[node].argument.Value()
			}
			return ""
		}, inRecords).asFacet().from(faults),
		ofRecord("concept", "words and relations that it asks an oracle for, where it is known what is true",
			func(r *record) []string { return r.asked }).asFacet(),
		ofRecord("mended_by", "smallest sets of them whose truth makes the wrong answer right; the culprit asks for the first",
			func(r *record) []string { return r.mending }).asFacet().from("verdict", faults),
		causesOf("cause", "why any of its modules is wrong, or its answer", nil).asFacet().from(faults),
		nothingOf("nothing_wanted", "a module has neither gold nor predictions", nil).from(faults),
	),
	underGroup("Program",
		modulesOfTypes("module", "types of its modules that have a score").asFacet(),
		ofRow("size", "modules of the program", func(row loaders.Row) float64 { return float64(row.Modules) }).asFacet().
			withUnit("modules", scoring.Neither),
		ofRecord("depth", "modules from the root to the deepest", func(r *record) float64 { return float64(r.depth) }).asFacet().
			withUnit("modules", scoring.Neither),
		ofRecord("shape", "the program without its arguments", func(r *record) string { return r.shape }).asFacet(),
		ofRecord("op", "its modules' types", (*record).listOps).asFacet(),
		ofRecord("together", "pairs of its modules' types, in the order of the alphabet: filter + relocate", (*record).listPairs),
		ofRecord("argument", "its modules' text arguments, lower case", (*record).listArguments).asFacet(),
		ofRecord("word", "words of the arguments", func(r *record) []string {
			return scoring.AppendNew(nil, strings.Fields(strings.Join(r.listArguments(), " "))...)
		}).asFacet(),
		columnOf("modules", "any(modules, .op == \"find\" and .score == 0): the columns of the table of modules",
			func(t *Table) func(i int) []query.Module { return t.listPrograms(t.CulpritNode) }, inRecords, inGrades).from(faults),
	),
	underGroup("Notes",
		newColumn("tag", "tags of the file and of your own", (*Table).allTags, inRecords).asFacet(),
		newColumn("marked", "you marked it", func(t *Table, i int) bool {
			_, marked, _ := t.run.readMarks(i)
			return marked
		}),
		newColumn("annotated", "you annotated it", func(t *Table, i int) bool {
			_, _, annotated := t.run.readMarks(i)
			return annotated
		}),
	),
)

func inSet(set uint8, tag string) func(t *Table, i int) bool {
	return func(t *Table, i int) bool {
		if bits := t.gradesOf(i).sets[i%size]; bits&told != 0 {
			return bits&set != 0
		}
		return slices.Contains(t.recordsOf(i).recordAt(i%size).tags, tag)
	}
}

var probability = underGroup("Answer", ofRecord("answer.probability", "that the run gives to True or, of other answers, to its own",
	func(r *record) float64 { return r.probability }))[0]

func runColumn(name, value string) Column {
	x, err := strconv.ParseFloat(value, 64)
	number := newColumn("run."+name, "", func(*Table, int) float64 { return x })
	if err != nil || x-x != 0 {
		number = newColumn("run."+name, "", func(*Table, int) string { return value })
	}
	number.Help = "fact of the run, the same for all examples"
	return underGroup("Run", number)[0]
}

func typeColumns(k int, name string) []Column {
	return underGroup("Modules",
		newColumn("f1."+name, "F1 of the boxes of its "+name+" modules together; of words and counts, the mean over them",
			func(t *Table, i int) float64 { return toFloat(t.Type(i, k)) }).
			withNames(name, "mass."+name).withUnit("", scoring.Higher).from(scores),
		causesOf("cause."+name, "why any of them is wrong", []int{k}).asFacet().from(faults),
		nothingOf("nothing_wanted."+name, "one of them has neither gold nor predictions", []int{k}).from(faults),
	)
}
