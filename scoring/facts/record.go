package facts

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unique"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/agreement"
	"faithscope/scoring/protocols/alignment"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/counting"
	"faithscope/scoring/protocols/steps"
)

func toFloat(v scoring.Value) float64 {
	if x, ok := v.Float(); ok {
		return x
	}
	return math.NaN()
}

// exampleRecord holds an example's record for its columns, whatever the settings; a missing number is
// NaN. Texts are cleaned, cut and interned.
type exampleRecord struct {
	gold, predicted, missed float64 // of a counting question; missed is predicted minus gold, not rounded
	probability             float64
	firstWrong              float64
	credit                  float64
	depth                   int    // of the program, 0 without one
	shape                   string // its operators: "exist(filter(find))"
	image                   string
	answer                  string
	parity                  string // of a whole correct answer
	complexity              string // of a counting question: "simple", "complex" or ""
	modules                 []moduleRecord
	attributions            []AttributionRow
	tags, groups            []string
	scores                  []namedValue[float64] // the file's own
	asked, mending          []string
	meta                    []namedValue[string]
}

type namedValue[T any] struct {
	name  string
	value T
}

func valueOf[T any](namedValues []namedValue[T], name string, defaultValue T) T {
	for _, x := range namedValues {
		if x.name == name {
			return x.value
		}
	}
	return defaultValue
}

// moduleRecord is a module without its score.
type moduleRecord struct {
	op, argument    unique.Handle[string]
	gold, proposals uint32
	area            float32
	depth, parent   uint16 // 1 + the parent's index, 0 for the root
}

func roomOf[T any](items []T) int { return cap(items) * int(reflect.TypeFor[T]().Size()) }

func (r *exampleRecord) countBytes() int {
	n := int(reflect.TypeFor[exampleRecord]().Size()) + roomOf(r.modules) + roomOf(r.attributions) + roomOf(r.tags) + roomOf(r.groups) +
		roomOf(r.scores) +
		roomOf(r.meta) + roomOf(r.asked) + roomOf(r.mending) + len(r.image)
	for _, m := range r.meta {
		n += len(m.value)
	}
	return n
}

// Limits on what a record keeps of an example.
const (
	maxArgument = 60   // bytes
	maxProgram  = 200  // bytes
	maxMeta     = 4000 // bytes
	maxKeys     = 40   // of metadata and of scores, per example
)

func cutText(longText string, n int) string {
	longText = loaders.Clean(longText)
	if len(longText) > n {
		longText = strings.ToValidUTF8(longText[:n], "") + "…"
	}
	return unique.Make(longText).Value()
}

func cutTexts(longTexts []string, n int) (list []string) {
	for _, text := range longTexts {
		list = scoring.AppendNew(list, cutText(text, n))
	}
	return list
}

// recordOf keeps only what columns need, with cut texts, so that many records fit in memory.
// Scores and metadata keep maxKeys each, the first by name.
func recordOf(ex *loaders.Example) *exampleRecord {
	nan := math.NaN()
	r := &exampleRecord{
		tags: cutTexts(ex.Tags, maxMeta), groups: cutTexts(ex.Groups, maxMeta), shape: cutText(programText(ex.Program), maxProgram),
		answer: answerType(ex),
		gold:   nan, predicted: nan, missed: nan, probability: nan, firstWrong: nan, credit: nan,
	}
	if place := steps.PlaceOfError(ex.Program); place > 0 {
		r.firstWrong = float64(place)
	}
	if ex.Answer.Credit != nil {
		r.credit = *ex.Answer.Credit
	}
	r.modules, r.depth = modulesOf(ex)
	r.asked = cutTexts(loaders.Map(ex.Answer.Predicates, func(p loaders.Predicate) string { return p.Name }), maxArgument)
	r.mending = cutTexts(ex.Answer.MendedBy(), maxProgram)
	if len(ex.Images) > 0 {
		r.image = cutText(ex.Images[0].Path, maxMeta)
	}
	if n, err := strconv.Atoi(strings.TrimSpace(ex.Answer.Gold)); err == nil {
		r.parity = []string{"even", "odd"}[n&1]
	}
	if x := ex.Answer.Probability; x != nil {
		r.probability = *x
	}
	if q, ok := counting.Question(ex); ok {
		r.gold, r.complexity = float64(q.Count), q.Kind
		if x, ok := counting.Prediction(ex); ok {
			r.predicted, r.missed = counting.Rounded(x), x-r.gold
		}
	}
	for i := range ex.Attributions {
		r.attributions = append(r.attributions, attributionOf(ex, &ex.Attributions[i]))
	}
	for _, name := range loaders.SortedKeys(ex.Answer.Scores)[:min(len(ex.Answer.Scores), maxKeys)] {
		r.scores = append(r.scores, namedValue[float64]{cutText(name, maxArgument), ex.Answer.Scores[name]})
	}
	for _, name := range loaders.SortedKeys(ex.Meta)[:min(len(ex.Meta), maxKeys)] {
		r.meta = append(r.meta, namedValue[string]{cutText(name, maxArgument), cutText(ex.Meta[name], maxMeta)})
	}
	return r
}

// modulesOf returns the modules by node, without scores, and the program's depth. It ignores
// children out of range or not after their parent, because such a program could be a circle.
func modulesOf(ex *loaders.Example) (list []moduleRecord, depth int) {
	depths, marks := make([]int, len(ex.Program)), boxes.MarksOf(ex)
	list = make([]moduleRecord, len(ex.Program))
	for i := range ex.Program {
		m, own := &ex.Program[i], &list[i]
		own.op, own.argument = unique.Make(cutText(m.Op, maxArgument)),
			unique.Make(cutText(strings.ToLower(strings.Join(strings.Fields(m.Text), " ")), maxArgument))
		own.depth, own.gold = uint16(min(depths[i], math.MaxUint16)), uint32(marks[i].Boxes)
		own.area, own.proposals = float32(toFloat(marks[i].MeanArea())), uint32(max(0, marks[i].Proposals))
		if m.Gold != nil {
			own.gold += uint32(len(m.Gold.Spans))
		}
		depth = max(depth, depths[i]+1)
		for _, c := range m.Children {
			if c > i && c < len(list) {
				depths[c], list[c].parent = depths[i]+1, uint16(min(i+1, math.MaxUint16))
			}
		}
	}
	return list, depth
}

// AttributionRow is one method's scores of one example: a row of the table of attributions, with
// tags like those in [query.ModuleRow].
type AttributionRow struct {
	Method  string  `expr:"method" facet:"yes" help:"what computed the scores"`
	Class   string  `expr:"class" facet:"yes" help:"the answer whose probability it explains; empty for the predicted answer"`
	Over    string  `expr:"over" facet:"yes" help:"what it scores: tokens, the question, sentences of the passage"`
	Scores  int     `expr:"scores" unit:"scores" help:"number of scores"`
	Signed  bool    `expr:"signed" help:"a score below 0 counts against the answer"`
	Top     string  `expr:"top" help:"the part whose score is farthest from 0"`
	R       float64 `expr:"r" better:"higher" help:"Pearson's r of the absolute scores with the first human rationale over the same tokens"`
	AUC     float64 `expr:"auc" better:"higher" help:"how often a token in that rationale scores above a token outside it"`
	IoU     float64 `expr:"iou" better:"higher" help:"of that rationale and as many top-scoring tokens"`
	Calls   float64 `expr:"calls" better:"lower" help:"number of different inputs the model was run on"`
	Seconds float64 `expr:"seconds" better:"lower" help:"how long the scores took to compute"`
}

func attributionOf(ex *loaders.Example, a *loaders.Attribution) AttributionRow {
	own := AttributionRow{
		Method: cutText(a.Name, maxArgument), Class: cutText(a.Class, maxArgument), Over: cutText(string(a.Over), maxArgument),
		Scores: len(a.Scores), Signed: a.Signed, R: math.NaN(), AUC: math.NaN(), IoU: math.NaN(), Calls: float64(a.Calls), Seconds: a.Seconds,
	}
	if a.Seconds == 0 { // which no explainer takes
		own.Calls, own.Seconds = math.NaN(), math.NaN()
	}
	tokens := a.Tokens
	if tokens == nil && a.Over.OnQuestion() {
		tokens = ex.Tokens
	}
	if len(tokens) != len(a.Scores) {
		return own
	}
	top := -1
	for i, x := range a.Scores {
		isHeavier := !math.IsNaN(x) && !alignment.IsSpecial(tokens[i]) && (top < 0 || math.Abs(x) > math.Abs(a.Scores[top]))
		if isHeavier {
			top = i
		}
	}
	if top >= 0 {
		own.Top = cutText(tokens[top], maxArgument)
	}
	if human, ok := rationaleOf(ex, a.Over, len(tokens)); ok {
		numbers, _ := human.With(a.Scores, tokens)
		own.R, own.AUC, own.IoU = toFloat(numbers.R), toFloat(numbers.AUC), toFloat(numbers.IoU)
	}
	return own
}

func rationaleOf(ex *loaders.Example, scoredText loaders.ScoredText, n int) (agreement.TokenReference, bool) {
	for i := range ex.Rationales {
		r := &ex.Rationales[i]
		isOfOtherText := r.Name == "predicted" || r.Over != scoredText && !(r.Over.OnQuestion() && scoredText.OnQuestion())
		if isOfOtherText {
			continue
		}
		if len(r.Scores) == n {
			return agreement.TokenReference{Scores: r.Scores, Marks: true}, true
		}
		if r.Spans != nil {
			return agreement.TokenReference{Scores: loaders.Within(r.Spans, n), Marks: true}, true
		}
	}
	return agreement.TokenReference{}, false
}

// programText writes a program's operators without arguments: "exist(filter(find))". It stops
// after about maxProgram bytes or levels, because a hostile program could expand without end.
func programText(program []loaders.Module) string {
	if len(program) == 0 {
		return ""
	}
	var b strings.Builder
	var write func(node, level int)
	write = func(node, level int) {
		b.WriteString(program[node].Op)
		inner := 0
		for _, c := range program[node].Children {
			isTooLong := c <= node || c >= len(program) || b.Len() > maxProgram || level > maxProgram
			if isTooLong {
				continue
			}
			b.WriteString([]string{"(", ", "}[min(inner, 1)])
			inner++
			write(c, level+1)
		}
		if inner > 0 {
			b.WriteString(")")
		}
	}
	write(0, 0)
	return b.String()
}

// answerType classifies the correct answer, or else the model's: "yes or no" (also true, false),
// "number", "words", or "none" if both are empty.
func answerType(ex *loaders.Example) string {
	answer := strings.ToLower(strings.TrimSpace(cmp.Or(ex.Answer.Gold, ex.Answer.Predicted)))
	_, err := strconv.ParseFloat(answer, 64)
	switch {
	case answer == "":
		return "none"
	case slices.Contains([]string{"true", "false", "yes", "no"}, answer):
		return "yes or no"
	case err == nil:
		return "number"
	}
	return "words"
}

func (r *exampleRecord) distinctTexts(moduleText func(m *moduleRecord) unique.Handle[string]) (list []string) {
	for i := range r.modules {
		if s := moduleText(&r.modules[i]).Value(); s != "" {
			list = scoring.AppendNew(list, s)
		}
	}
	return list
}

func (r *exampleRecord) listOps() []string {
	return r.distinctTexts(func(m *moduleRecord) unique.Handle[string] { return m.op })
}

func (r *exampleRecord) listPairs() (list []string) {
	ops := slices.Sorted(slices.Values(r.listOps()))
	for i := range ops {
		for _, with := range ops[i+1:] {
			list = append(list, ops[i]+" + "+with)
		}
	}
	return list
}

func (r *exampleRecord) listArguments() []string {
	return r.distinctTexts(func(m *moduleRecord) unique.Handle[string] { return m.argument })
}
