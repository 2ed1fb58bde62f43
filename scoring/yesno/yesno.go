// Package yesno scores the questions of benchmarks that are answered with yes
// or no as the benchmarks' own evaluations do: the protocol "yes-no".
//
// POPE (Li et al. 2023) asks whether an object is in a picture. Yes is the
// positive class: precision, recall and F1 are of all answers together, and
// yes_ratio is the share of answers that say yes. MME (Fu et al. 2023) asks two
// questions about a picture, one for yes and one for no: acc_plus is the share of
// pictures for which both answers are right, and mme_score is 100 (accuracy +
// acc_plus) for a subtask. Overall it is the sum over all subtasks, and likewise for
// the subtasks of perception and those of cognition.
//
// An example belongs to one of the two by its kind, which is "POPE" or "MME" and
// the set or the subtask: "POPE adversarial", "MME existence". Its gold answer
// is yes or no; any other prediction is wrong, and so is a question without an
// answer unless [scoring.Settings] Missing leaves it out. Whether both answers about
// a picture of MME are right is the example's score "acc_plus", which is 0 or 1.
package yesno

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

const protocol = "yes-no"

// Protocol is "yes-no".
var Protocol = scoring.Protocol{
	Name:      protocol,
	Source:    "POPE (Li et al. 2023) and MME (Fu et al. 2023), their evaluation code",
	Settings:  []string{"missing"},
	Prepare:   prepareYesNo,
	Metrics:   []scoring.Metric{accuracy, precision, recall, f1, yesRatio, accPlus, mmeScore},
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Version:   2,
}

const (
	pope = "Li et al. 2023 (POPE), its evaluation code"
	mme  = "Fu et al. 2023 (MME), its evaluation code"
)

var higher = scoring.Higher.Metric

var (
	accuracy  = higher("accuracy", "the benchmark's evaluation code", "right answers / questions").AsShare().AsHeadline()
	precision = higher("precision", pope, "questions rightly answered with yes / questions answered with yes").AsShare()
	recall    = higher("recall", pope, "questions rightly answered with yes / questions whose answer is yes").AsShare()
	f1        = higher("f1", pope, "2PR / (P+R)").AsHeadline()
	yesRatio  = scoring.Metric{Name: "yes_ratio", Column: "yes_ratio", Undirected: true, Source: pope,
		Formula: "questions answered with yes / questions"}
	accPlus  = higher("acc_plus", mme, "pictures of which both questions are answered right / pictures").AsShare()
	mmeScore = higher("mme_score", mme, "100 (accuracy + acc_plus), summed over the subtasks").AsHeadline()
)

// evidence is one question.
type evidence struct {
	Part string // the set or the subtask
	MME  bool
	Gold bool
	Said string        // "yes", "no", "other", or "" for a question without an answer
	Both scoring.Value // of MME
}

// Fields writes or reads the evidence. An acc_plus other than 0 or 1 is an error of the coder.
func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	x, ok := e.Both.Float()
	c.Check(!ok || x == 0 || x == 1, "an acc_plus of %v", x)
}

// prepareYesNo returns the evidence of a question of POPE or MME whose gold answer is yes or no, in
// letters of either case; nil for another example, and for one that has neither a prediction nor
// the verdict Unanswered. An acc_plus counts only for MME, and only 0 or 1.
func prepareYesNo(ex *loaders.Example) scoring.Evidence {
	set, part, _ := strings.Cut(ex.Kind, " ")
	gold, said := strings.ToLower(ex.Answer.Gold), strings.ToLower(ex.Answer.Predicted)
	isPassedOver := set != "POPE" && set != "MME" || gold != "yes" && gold != "no" || said == "" && ex.Answer.Correct != loaders.Unanswered
	if isPassedOver {
		return nil
	}
	if said != "yes" && said != "no" && said != "" {
		said = "other"
	}
	e := &evidence{Part: part, MME: set == "MME", Gold: gold == "yes", Said: said, Both: scoring.Undefined("not in the file")}
	x, ok := ex.Answer.Scores["acc_plus"]
	if isJudged := x == 0 || x == 1; isJudged && ok && e.MME {
		e.Both = scoring.Defined(x)
	}
	return e
}

// Indices into a row of terms.
const (
	asked = iota
	right
	saidYes
	goldYes
	bothYes // predicted and gold are yes
	twice   // bothYes doubled, and
	yeses   // saidYes + goldYes: F1 is their ratio
	paired  // questions of MME with acc_plus
	ofBoth
	ofMME // questions of MME
	width
)

// addTerms adds an example to a row: that it was asked, whether it is of MME, right, answered yes
// and gold yes, and both, and the acc_plus of its pair of questions if that is known. A reply that
// is neither yes nor no is not right.
func (e *evidence) addTerms(row []float64) {
	row[asked]++
	if e.MME {
		row[ofMME]++
	}
	yes := e.Said == "yes"
	isRight := e.Said == "yes" && e.Gold || e.Said == "no" && !e.Gold
	if isRight {
		row[right]++
	}
	if yes {
		row[saidYes]++
		row[yeses]++
	}
	if e.Gold {
		row[goldYes]++
		row[yeses]++
	}
	if yes && e.Gold {
		row[bothYes]++
		row[twice] += 2
	}
	if x, ok := e.Both.Float(); ok {
		row[paired]++
		row[ofBoth] += x
	}
}

const whyPaired = "no question says whether both about its picture are answered right"

// newAggregate returns an empty aggregate under s of the scores of POPE or of MME: overall, with
// MME's totals, and then for each set or subtask with a name, with its score if it is of MME.
// Questions without an answer are left out unless s counts them as 0.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	return scoring.NewParted(protocol, s, width, func(x *evidence, whole []float64, part scoring.Blocks) {
		if x.Said == "" && s.Missing != scoring.Zero {
			return
		}
		if x.addTerms(whole); x.Part != "" {
			x.addTerms(part(x.Part))
		}
	}, func(parts []string, sums []float64) []scoring.Column {
		list := blockColumns("overall", 0, sums)
		if sums[ofMME] > 0 {
			list = append(list, totalColumns(parts)...)
		}
		for i, part := range parts {
			at := (1 + i) * width
			list = append(list, blockColumns(part, at, sums)...)
			if sums[at+ofMME] > 0 {
				list = append(list, mmeScore.Ratio(part, at+ofBoth, at+paired, whyPaired).Computed(
					func(sums []float64) float64 { return scoreOf(sums[at:]) }))
			}
		}
		return list
	})
}

// blockColumns returns the columns of the block that begins at index at: accuracy, then acc_plus if
// the block has a question of MME, otherwise precision, recall, F1 and the share of yes. The count
// of F1 is of all questions.
func blockColumns(of string, at int, sums []float64) []scoring.Column {
	harmonic := f1.Ratio(of, at+twice, at+yeses, "no answer is yes, given or gold")
	harmonic.Count = func(sums []float64) int { return int(sums[at+asked]) }
	list := []scoring.Column{accuracy.Ratio(of, at+right, at+asked, "no question has an answer")}
	if sums[at+ofMME] > 0 {
		return append(list, accPlus.Ratio(of, at+ofBoth, at+paired, whyPaired))
	}
	return append(list,
		precision.Ratio(of, at+bothYes, at+saidYes, "no answer says yes"),
		recall.Ratio(of, at+bothYes, at+goldYes, "no gold answer is yes"),
		harmonic,
		yesRatio.Ratio(of, at+saidYes, at+asked, "no question has an answer"),
	)
}

// subtasks are the subtasks of MME, by the total that they belong to.
var subtasks = [...]struct {
	of    string
	names []string
}{
	{"perception", strings.Fields("existence count position color posters celebrity scene landmark artwork OCR")},
	{"cognition", strings.Fields("commonsense_reasoning numerical_calculation text_translation code_reasoning")},
}

// totalColumns returns the sums of the scores of subtasks: of all, and of those of perception and
// of cognition if there are any.
func totalColumns(parts []string) []scoring.Column {
	every := loaders.Indices(len(parts))
	list := []scoring.Column{totalColumn("overall", every)}
	for _, kind := range subtasks {
		if own := loaders.Filter(every, func(i int) bool { return slices.Contains(kind.names, parts[i]) }); own != nil {
			list = append(list, totalColumn(kind.of, own))
		}
	}
	return list
}

// totalColumn returns the column, called of, of the sum of MME's scores of the parts with these
// indices, those that are not of MME left out; undefined if one of MME has no acc_plus, 0 if none
// is of MME. It counts the questions with an acc_plus.
func totalColumn(of string, parts []int) scoring.Column {
	c := mmeScore.Ratio(of, ofBoth, paired, whyPaired)
	c.Count = func(sums []float64) int {
		return loaders.Sum(loaders.Map(parts, func(i int) int { return int(sums[(1+i)*width+paired]) }))
	}
	c.Value = func(sums []float64) scoring.Value {
		score := 0.0
		for _, i := range parts {
			block := sums[(1+i)*width:]
			switch {
			case block[ofMME] == 0:
			case block[paired] == 0:
				return scoring.Undefined("a subtask has no acc_plus")
			default:
				score += scoreOf(block)
			}
		}
		return scoring.Defined(score)
	}
	return c
}

// scoreOf returns MME's score of a block: 100 times the sum of its accuracy and acc_plus.
func scoreOf(block []float64) float64 {
	return 100*(block[right]/block[asked]) + 100*(block[ofBoth]/block[paired])
}
