// Package answers scores denotations: how often the predicted answer is
// right, and the means of the metrics that a file has per example.
//
// Counts are examples. An example without a verdict on its answer is counted
// separately, under the metric "unknown"; it does not affect the accuracy. Where the
// file gives a share of a right answer, the share counts.
//
// A question that the run does not answer counts as 0 in every score, as in the
// evaluations of SQuAD 1.1, DROP and HotpotQA; the metric "unanswered" is the number of
// these questions. With [scoring.Settings] Missing they are left out, as SQuAD 2.0's
// evaluation does.
package answers

import (
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// Protocol is "answers": accuracy, "em", "f1" and the like as the file gives
// them, and the file's other scores by their names.
var Protocol = scoring.Protocol{
	Name:      "answers",
	Source:    "answer accuracy; em and f1 as the file gives them",
	Settings:  []string{"missing"},
	Prepare:   prepareAnswer,
	Metrics:   append(scoring.MetricsOf(columns), other),
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Version:   6,
}

// Unanswered is the metric that counts the questions without an answer.
const Unanswered = "unanswered"

// ReadAs returns what the columns of a table were read as, with the number of examples that lack
// a prediction, which is a value of [Unanswered]; "" for what is not a table.
func ReadAs(said string, unanswered scoring.Value) string {
	if n, ok := unanswered.Float(); ok && said != "" && n > 0 {
		said += fmt.Sprintf("; %.0f without a prediction", n)
	}
	return said
}

var higher = scoring.Higher.Metric

// fileMetrics are the metrics of the data sets whose evaluation gives every answer a
// number, 0..1.
var fileMetrics = [...]scoring.Metric{
	higher("em", ofDROP, meanOfFile),
	higher("f1", ofDROP, meanOfFile).AsHeadline(),
	higher("precision", ofHotpot, "mean share of the predicted answer's words that are in the gold one"),
	higher("recall", ofHotpot, "mean share of the gold answer's words that are in the predicted one"),
	higher("vqa_accuracy", "Antol et al. 2015 (VQA), its evaluation code",
		"mean over the answers of min(n/3, 1), where n is how many of nine annotators agree, averaged over the ten ways to leave one "+
			"annotator out").AsHeadline(),
	// It is not tested: where models are given the annotated programs it is 1, and a test of that
	// would only take from the others.
	{Name: loaders.ProgramExact, Better: scoring.Higher, Untested: true, Source: "Subramanian et al. 2020: exact match of programs",
		Formula: "examples whose program is the annotated one / examples with an annotated program"},
}

// evidence is one example's verdict and the file's own metrics.
type evidence struct {
	Verdict loaders.Verdict
	Credit  *float64                        // without a verdict
	Metrics [len(fileMetrics)]scoring.Value // in their order
	Others  []named                         // the file's other metrics, in the order of names
}

// named is a score under a name of the file's own.
type named struct {
	Name  string
	Score float64
}

func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.Verdict <= loaders.Unanswered, "the verdict %d", e.Verdict)
	if x := e.Credit; x != nil {
		c.Check(*x >= 0 && *x <= 1 && e.Verdict == loaders.Unknown, "a credit of %v", *x)
	}
}

// prepareAnswer returns the evidence of an example's answer, never nil: its verdict, or, only if
// that is unknown, its partial credit; the metrics that files of known tools give, undefined if
// missing; and the file's other scores, sorted by name.
func prepareAnswer(ex *loaders.Example) scoring.Evidence {
	e := &evidence{Verdict: ex.Answer.Correct}
	if e.Verdict == loaders.Unknown {
		e.Credit = ex.Answer.Credit
	}
	for i, m := range fileMetrics {
		e.Metrics[i] = scoring.Undefined("not in the file")
		if x, ok := ex.Answer.Scores[m.Name]; ok {
			e.Metrics[i] = scoring.Defined(x)
		}
	}
	for _, name := range loaders.SortedKeys(ex.Answer.Scores) {
		if !slices.ContainsFunc(fileMetrics[:], func(m scoring.Metric) bool { return m.Name == name }) {
			e.Others = append(e.Others, named{name, ex.Answer.Scores[name]})
		}
	}
	return e
}

// VerdictOf returns the run's verdict on the answer, from evidence of this package;
// ok is false for other evidence.
func VerdictOf(e scoring.Evidence) (_ loaders.Verdict, ok bool) {
	if x, ok := e.(*evidence); ok {
		return x.Verdict, true
	}
	return loaders.Unknown, false
}

// Places in a row of terms: right answers, those with a verdict, those
// without, questions without an answer; then for each of the file's metrics a sum,
// how many examples have it, and how many count.
const (
	right = iota
	judged
	unknown
	unanswered
	ofFile
)

var columns = columnsOf()

// columnsOf returns the columns of accuracy, unknown and unanswered, over all examples, and then a
// mean of each metric that files give.
func columnsOf() []scoring.Column {
	list := []scoring.Column{
		higher("accuracy", "share of right answers", "right answers / answers with a verdict").AsHeadline().
			Mean(right, judged, "no example says whether its answer is right"),
		scoring.WithoutVerdict.Sum("overall", unknown, unknown, whyAll),
		scoring.Counting(Unanswered, ofMissing).Sum("overall", unanswered, unanswered, "every question has an answer"),
	}
	for i, m := range fileMetrics {
		list = append(list, m.Mean(ofFile+3*i, ofFile+3*i+2, whyNone))
	}
	return list
}

const (
	ofDROP     = "Dua et al. 2019 (DROP), as the file gives it"
	ofHotpot   = "Yang et al. 2018 (HotpotQA), its evaluation code"
	meanOfFile = "mean of the file's number for each answer"
	ofMissing  = "questions that the run does not answer: they count 0, as in evaluate-v1.1, drop_eval and hotpot_evaluate; with --missing " +
		"omit they are left out, as in evaluate-v2.0"
	whyAll  = "every example says whether its answer is right"
	whyNone = "no example has it"
)

// width of a block: of the whole, and of each score that only some files give,
// which has its sum and its count.
const width = ofFile + 3*len(fileMetrics)

// other is the metric of a score under a name of the file's own.
var other = scoring.Metric{Name: "score", Undirected: true, Source: "the file's own, by its name: the mean of the examples that have it",
	Formula: meanOfFile}

// newAggregate returns an empty aggregate under s: accuracy, always, then how many answers are
// unknown and how many questions unanswered if any are, then the metrics of known tools that any
// example has, then the file's other scores by name.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	return scoring.NewParted("answers", s, width, func(e *evidence, row []float64, part scoring.Blocks) {
		e.writeTerms(s, row, part)
	}, func(names []string, sums []float64) []scoring.Column {
		list := loaders.Filter(columns, func(c scoring.Column) bool {
			if c.Sum >= ofFile { // a metric that no answer has does not belong to the run
				return sums[c.Sum+1] != 0
			}
			return c.Name == "accuracy" || sums[c.Over] != 0
		})
		for i, name := range names {
			list = append(list, other.Ratio(name, (1+i)*width, (1+i)*width+1, ""))
		}
		return list
	})
}

// writeTerms adds the terms of an example to a row of zeros and to the blocks of the file's own
// scores: whether it is right, by verdict or credit, unknown or unanswered, and the file's scores.
// An unanswered question counts 0 in the file's metrics; one that the settings omit only counts as
// unanswered.
func (e *evidence) writeTerms(s scoring.Settings, row []float64, part scoring.Blocks) {
	if e.Verdict == loaders.Unanswered {
		row[unanswered] = 1
	}
	if s.Omits(e.Verdict) {
		return
	}
	switch s.Verdict(e.Verdict) {
	case loaders.Right:
		row[right], row[judged] = 1, 1
	case loaders.Wrong:
		row[judged] = 1
	default:
		if e.Credit != nil {
			row[right], row[judged] = *e.Credit, 1
		} else {
			row[unknown] = 1
		}
	}
	for _, other := range e.Others {
		block := part(other.Name)
		block[0] += other.Score
		block[1]++
	}
	for i, v := range e.Metrics {
		own := row[ofFile+3*i:]
		if x, ok := v.Float(); ok {
			own[0], own[1], own[2] = x, 1, 1
		} else if row[unanswered] == 1 {
			own[2] = 1
		}
	}
}
