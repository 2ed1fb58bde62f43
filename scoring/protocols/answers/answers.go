// Package answers scores answers: how often they are right, and the means of the file's own
// metrics.
//
// Counts are examples. One without a verdict counts only as "unknown". A file's share of a right
// answer counts.
//
// A question without an answer counts as 0 in every score, like in the evaluations of SQuAD 1.1,
// DROP and HotpotQA, and in "unanswered". With [scoring.Settings] Missing it is left out, like in
// SQuAD 2.0's.
package answers

import (
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// Protocol is "answers": accuracy, and the file's scores by their names, such as "em" and "f1".
var Protocol = scoring.Protocol{
	Name:      "answers",
	Source:    "answer accuracy; em and f1 as given in the file",
	Settings:  []string{"missing"},
	Prepare:   prepareAnswer,
	Metrics:   append(scoring.MetricsOf(columns), other),
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Version:   6,
}

// Unanswered counts questions without an answer.
const Unanswered = "unanswered"

// ReadAs returns what a table's columns were read as, and how many predictions are missing, a value
// of [Unanswered]; "" if it isn't a table.
func ReadAs(readingName string, missingCount scoring.Value) string {
	if n, ok := missingCount.Float(); ok && readingName != "" && n > 0 {
		readingName += fmt.Sprintf("; %.0f without a prediction", n)
	}
	return readingName
}

var higher = scoring.Higher.Metric

// The metrics of data sets whose evaluation scores every answer, 0..1.
var fileMetrics = [...]scoring.Metric{
	higher("em", ofDROP, meanOfFile),
	higher("f1", ofDROP, meanOfFile).AsHeadline(),
	higher("precision", ofHotpot, "mean share of the predicted answer's words that the correct answer contains"),
	higher("recall", ofHotpot, "mean share of the correct answer's words that the predicted answer contains"),
	higher("vqa_accuracy", "VQA's evaluation code (Antol et al. 2015)",
		"mean over the answers of min(n/3, 1), where n of nine annotators gave the same answer, averaged over the ten ways to leave one "+
			"annotator out").AsHeadline(),
	// Untested, because it is 1 for models that are given the annotated programs.
	higher(loaders.ProgramExact, "Subramanian et al. 2020: exact match of programs",
		"examples whose program matches the annotated program / examples with an annotated program").AsUntested(),
}

type evidence struct {
	Verdict loaders.Verdict
	Credit  *float64                        // without a verdict
	Metrics [len(fileMetrics)]scoring.Value // in their order
	Others  []namedScore                    // by name
}

type namedScore struct {
	Name  string
	Score float64
}

func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.Verdict <= loaders.Unanswered, "invalid verdict %d", e.Verdict)
	if x := e.Credit; x != nil {
		c.Check(*x >= 0 && *x <= 1 && e.Verdict == loaders.Unknown, "invalid credit %v", *x)
	}
}

// prepareAnswer counts credit only without a verdict, because one of them decides. It is never nil.
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
			e.Others = append(e.Others, namedScore{name, ex.Answer.Scores[name]})
		}
	}
	return e
}

// VerdictOf returns the run's verdict; ok is false for other evidence.
func VerdictOf(e scoring.Evidence) (_ loaders.Verdict, ok bool) {
	if x, ok := e.(*evidence); ok {
		return x.Verdict, true
	}
	return loaders.Unknown, false
}

// CreditOf returns the partial credit of an answer without a verdict, nil without any and for other evidence.
func CreditOf(e scoring.Evidence) *float64 {
	if x, ok := e.(*evidence); ok {
		return x.Credit
	}
	return nil
}

// Right answers, answers with a verdict, without one, unanswered questions; then for each of the
// file's metrics a sum, how many examples have it, and how many count.
const (
	right = iota
	judged
	unknown
	unanswered
	ofFile
)

var columns = columnsOf()

func columnsOf() []scoring.Column {
	list := []scoring.Column{
		higher("accuracy", "share of right answers", "right answers / answers with a verdict").AsHeadline().
			Mean(right, judged, "no answer is marked right or wrong"),
		scoring.WithoutVerdict.Sum("overall", unknown, unknown, "every answer is marked right or wrong"),
		scoring.Counting(Unanswered, ofMissing).Sum("overall", unanswered, unanswered, "every question has an answer"),
	}
	for i, m := range fileMetrics {
		list = append(list, m.Mean(ofFile+3*i, ofFile+3*i+2, "no example has this score"))
	}
	return list
}

const (
	ofDROP     = "Dua et al. 2019 (DROP), as given in the file"
	ofHotpot   = "HotpotQA's evaluation code (Yang et al. 2018)"
	meanOfFile = "mean of the file's scores for the answers"
	ofMissing  = "questions that the run does not answer: they count as 0, as in SQuAD's evaluate-v1.1, drop_eval and hotpot_evaluate; with " +
		"--missing omit they are left out, as in SQuAD's evaluate-v2.0"
)

const width = ofFile + 3*len(fileMetrics)

var other = scoring.Metric{Name: "score", Undirected: true,
	Source:  "the file's own score with this name, averaged over the examples that have it",
	Formula: meanOfFile}

// newAggregate leaves out counts of 0 and metrics that no example has, because they don't belong to
// the run.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	return scoring.NewParted("answers", s, width, func(e *evidence, row []float64, part scoring.BlockLookup) {
		e.writeTerms(s, row, part)
	}, func(names []string, sums []float64) []scoring.Column {
		list := loaders.Filter(columns, func(c scoring.Column) bool {
			if c.Sum >= ofFile {
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

// writeTerms counts an unanswered question as 0 in the file's metrics, or answering nothing would
// raise them, unless the settings omit it.
func (e *evidence) writeTerms(s scoring.Settings, termRow []float64, blockOf scoring.BlockLookup) {
	if e.Verdict == loaders.Unanswered {
		termRow[unanswered] = 1
	}
	if s.Omits(e.Verdict) {
		return
	}
	switch s.Verdict(e.Verdict) {
	case loaders.Right:
		termRow[right], termRow[judged] = 1, 1
	case loaders.Wrong:
		termRow[judged] = 1
	default:
		if e.Credit != nil {
			termRow[right], termRow[judged] = *e.Credit, 1
		} else {
			termRow[unknown] = 1
		}
	}
	for _, other := range e.Others {
		block := blockOf(other.Name)
		block[0] += other.Score
		block[1]++
	}
	for i, v := range e.Metrics {
		own := termRow[ofFile+3*i:]
		if x, ok := v.Float(); ok {
			own[0], own[1], own[2] = x, 1, 1
		} else if termRow[unanswered] == 1 {
			own[2] = 1
		}
	}
}
