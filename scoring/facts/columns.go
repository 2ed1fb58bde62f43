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

// Credit is the column of partial credit.
const Credit = "credit"

// Examples declares the columns of the table of examples that every run has.
var Examples = slices.Concat(
	underGroup("Example",
		ofRow("id", "the example's id", func(row loaders.ListedExample) string { return row.ID }),
		ofRow("question", "question, utterance or statement", func(row loaders.ListedExample) string { return row.Question }),
		ofRow("text", "id, question, kind and answers together", func(row loaders.ListedExample) string { return row.Text }),
		ofRow("kind", "question type or program family", func(row loaders.ListedExample) string { return row.Kind }).asFacet(),
		ofRow("broken", "its record can't be read", func(row loaders.ListedExample) bool { return row.Broken }).withUnit("", scoring.Lower),
		ofRecord("image", "path of its first picture", func(r *exampleRecord) string { return r.image }),
		ofRecord("group", "sets of examples to be answered consistently", func(r *exampleRecord) []string { return r.groups }),
	),
	underGroup(
		"Answer",
		newColumn("verdict", "right, wrong or unknown", func(t *Table, i int) string { return t.Answer(i).String() }).asFacet().from(answered),
		newColumn(
			"right",
			"the answer is right",
			(*Table).isRight,
		).withNames("correct").withUnit("", scoring.Higher).knownBy("judged").from("verdict"),
		newColumn("wrong", "the answer is wrong", (*Table).isWrong).withUnit("", scoring.Lower).knownBy("judged").from("verdict"),
		newColumn("judged", "the answer has a verdict", func(t *Table, i int) bool { return t.isRight(i) || t.isWrong(i) }).from("verdict"),
		ofRecord(Credit, "partial credit, 0 to 1, for an answer without a verdict", func(r *exampleRecord) float64 { return r.credit }),
		ofRow("answer.predicted", "the model's answer",
			func(row loaders.ListedExample) string { return row.Predicted }).withNames("predicted").asFacet(),
		ofRow("answer.gold", "the correct answer", func(row loaders.ListedExample) string { return row.Gold }).withNames("gold").asFacet(),
		ofRecord("answer.type", "yes or no, number, words or none", func(r *exampleRecord) string { return r.answer }).asFacet(),
		newColumn("hard", "a base model gets it wrong (from --base, otherwise the tag hard)", inSet(hard, "hard"), inRecords, inGrades).
			knownBy("hard or easy"),
		newColumn("easy", "a base model gets it right (from --base, otherwise the tag easy)", inSet(easy, "easy"), inRecords, inGrades).
			knownBy("hard or easy"),
		ofRecord("odd", "the correct answer is an odd number", func(r *exampleRecord) bool { return r.parity == "odd" }),
		ofRecord("even", "the correct answer is an even number", func(r *exampleRecord) bool { return r.parity == "even" }),
		columnOf(
			"slice",
			"counting slices with this example in the test half, for seed 1337 "+
				"(scores such as odd-even-90% average all draws): odd-even-10 to odd-even-100, even-odd-10 …",
			func(t *Table) func(i int) []string { return shiftsOf(t.recordFinder(), t.Len()) },
			inRecords,
		),
		ofRecord("count.gold", "the gold count of a counting question", func(r *exampleRecord) float64 { return r.gold }),
		ofRecord("count.predicted", "the predicted count, rounded half to even",
			func(r *exampleRecord) float64 { return r.predicted }).from(answered),
		ofRecord(
			"count_error",
			"the unrounded predicted count minus the gold count",
			func(r *exampleRecord) float64 { return r.missed },
		).from(answered),
	),
	underGroup(
		"Scores",
		newColumn("quadrant", "right or wrong, faithful or not", func(t *Table, i int) string {
			return scoring.Standing(t.Answer(i), t.Faithful(i))
		}).asFacet().withFormer("no verdict", "unjudged").from("verdict", "faithful"),
		newColumn(
			"faithful",
			"its score reaches the threshold, and nothing in it is blamed for a wrong answer",
			(*Table).isFaithful,
		).withUnit("", scoring.Higher).knownBy("scored").from("faithfulness", faults),
		newColumn(
			"unfaithful",
			"it is scored, but not faithful",
			(*Table).isUnfaithful,
		).withUnit("", scoring.Lower).knownBy("scored").from("faithful"),
		newColumn("failed", "its answer is wrong, it is unfaithful, or its record can't be read", (*Table).Failed).withUnit("", scoring.Lower).
			knownBy("judged or scored or broken").from("verdict", "faithful"),
		newColumn(
			"scored",
			"it has a faithfulness score",
			func(t *Table, i int) bool { return t.isFaithful(i) || t.isUnfaithful(i) },
		).from("faithful"),
		newColumn("faithfulness", "the number that decides whether it is faithful",
			func(t *Table, i int) float64 { return toFloat(t.Overall(i)) }).withNames("f1").withUnit("", scoring.Higher).from(scores),
		newColumn(
			"metric",
			"the metric behind faithfulness: "+
				loaders.OrList(loaders.Map(session.Bars(), func(b *scoring.FaithfulThreshold) string { return b.Metric })),
			(*Table).Metric,
		).from("faithfulness"),
		newColumn(table.Undefined.Name, "why it has no score", func(t *Table, i int) string { return t.Overall(i).Why() }).from("faithfulness"),
		newColumn("culprit", "type of the first module that is wrong although its inputs are right", func(t *Table, i int) string {
			k, _ := t.Culprit(i)
			return loaders.ElementAt(t.Types(), k)
		}).asFacet().from(faults),
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
		ofRecord("concept", "words and relations it asks the oracle about, if their truth is known",
			func(r *exampleRecord) []string { return r.asked }).asFacet(),
		ofRecord("mended_by", "smallest sets of concepts that would fix a wrong answer if the oracle knew them; the first decides the culprit",
			func(r *exampleRecord) []string { return r.mending }).asFacet().from("verdict", faults),
		causesOf("cause", "why its answer or any of its modules is wrong", nil).asFacet().from(faults),
		nothingOf("nothing_wanted", "a module has neither gold nor predictions", nil).from(faults),
	),
	underGroup("Program",
		modulesOfTypes().asFacet(),
		ofRow("size", "number of modules in the program", func(row loaders.ListedExample) float64 { return float64(row.Modules) }).asFacet().
			withUnit("modules", scoring.Neither),
		ofRecord("depth", "number of modules from the root to the deepest", func(r *exampleRecord) float64 { return float64(r.depth) }).asFacet().
			withUnit("modules", scoring.Neither),
		ofRecord("shape", "the program without its arguments", func(r *exampleRecord) string { return r.shape }).asFacet(),
		ofRecord("op", "its modules' types", (*exampleRecord).listOps).asFacet(),
		ofRecord("together", "pairs of its modules' types in alphabetical order, such as filter + relocate", (*exampleRecord).listPairs),
		ofRecord("argument", "its modules' text arguments, in lower case", (*exampleRecord).listArguments).asFacet(),
		ofRecord("word", "words in its arguments", func(r *exampleRecord) []string {
			return scoring.AppendNew(nil, strings.Fields(strings.Join(r.listArguments(), " "))...)
		}).asFacet(),
		ofRecord("first_wrong", "the first step that annotators call wrong, counted from 1",
			func(r *exampleRecord) float64 { return r.firstWrong }).asFacet(),
		columnOf("modules", "its modules, with the columns of the modules table: any(modules, .op == \"find\" and .score == 0)",
			func(t *Table) func(i int) []query.ModuleRow { return t.listPrograms(t.CulpritNode) }, inRecords, inGrades).from(faults),
	),
	underGroup("Notes",
		newColumn("tag", "tags from the file and your own", (*Table).allTags, inRecords).asFacet(),
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

func inSet(setBits uint8, tagName string) func(t *Table, i int) bool {
	return func(t *Table, i int) bool {
		if bits := t.gradesOf(i).sets[i%size]; bits&told != 0 {
			return bits&setBits != 0
		}
		return slices.Contains(t.recordsOf(i).recordAt(i%size).tags, tagName)
	}
}

var probability = underGroup("Answer", ofRecord("answer.probability", "probability of True, or of the run's answer to an open question",
	func(r *exampleRecord) float64 { return r.probability }))[0]

func runColumn(factName, factValue string) Column {
	x, err := strconv.ParseFloat(factValue, 64)
	number := newColumn("run."+factName, "", func(*Table, int) float64 { return x })
	if err != nil || x-x != 0 {
		number = newColumn("run."+factName, "", func(*Table, int) string { return factValue })
	}
	number.Help = "a fact about the run, the same for all examples"
	return underGroup("Run", number)[0]
}

func typeColumns(typeIndex int, typeName string) []Column {
	return underGroup("Modules",
		newColumn("f1."+typeName, "F1 over all boxes of its "+typeName+" modules; for words and counts, the mean over modules",
			func(t *Table, i int) float64 { return toFloat(t.Type(i, typeIndex)) }).
			withNames(typeName, "mass."+typeName).withUnit("", scoring.Higher).from(scores),
		causesOf("cause."+typeName, "why its "+typeName+" modules are wrong", []int{typeIndex}).asFacet().from(faults),
		nothingOf("nothing_wanted."+typeName, "one of its "+typeName+" modules has neither gold nor predictions", []int{typeIndex}).from(faults),
	)
}
