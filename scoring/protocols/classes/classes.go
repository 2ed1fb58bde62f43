package classes

import (
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/loaders/rules"
	"faithscope/scoring"
)

const classes = "classes"

// Protocol is "classes".
var Protocol = scoring.Protocol{
	Name:      classes,
	Source:    "precision, recall and F1 of each answer in a closed vocabulary",
	Settings:  []string{"missing"},
	Prepare:   prepareClasses,
	Metrics:   metrics,
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Version:   5,
}

const source = "as in scikit-learn's classification_report, over the classes of the correct answers"

var (
	precision = scoring.Higher.Metric("precision", source,
		"correct predictions of the class / predictions of the class; macro: the mean over the classes, 0 for a class that is never predicted")
	recall = scoring.Higher.Metric("recall", source,
		"correct predictions of the class / examples of the class; macro: the mean over the classes")
	f1      = scoring.Higher.Metric("f1", source, "2PR / (P+R); macro: the mean over the classes").AsHeadline()
	metrics = []scoring.Metric{precision, recall, f1}
)

// Macro names the means over classes.
const Macro = "macro"

const (
	fewestExamples = 20
	mostClasses    = 20
	mostAnswers    = 200
	longest        = 100
)

// "" for a text that isn't a class's name.
type evidence struct {
	Gold, Said string
	Open       bool
	Unanswered bool
}

func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(max(len(e.Gold), len(e.Said)) <= longest, "a class name of %d bytes is too long", max(len(e.Gold), len(e.Said)))
}

// prepareClasses leaves the predicted class "" without an answer, if it is too long to be a class, or
// if it is gold's text and yet wrong. Equal numbers are one class. It is nil without gold, without a prediction or a verdict (an
// unanswered one counts), and with a program.
func prepareClasses(ex *loaders.Example) scoring.Evidence {
	a := &ex.Answer
	gold, said := strings.TrimSpace(a.Gold), strings.TrimSpace(a.Predicted)
	if g, s := classOf(gold), classOf(said); a.Correct != loaders.Wrong || g != s {
		gold, said = g, s
	}
	unanswered := a.Correct == loaders.Unanswered
	isPassedOver := gold == "" || said == "" && !unanswered || a.Correct == loaders.Unknown ||
		len(ex.Program) > 0
	if isPassedOver {
		return nil
	}
	switch {
	case len(gold) > longest:
		return &evidence{Open: true, Unanswered: unanswered}
	case a.Correct == loaders.Right:
		said = gold
	case len(said) > longest, a.Correct == loaders.Wrong && said == gold, unanswered:
		said = ""
	}
	return &evidence{Gold: strings.Clone(gold), Said: strings.Clone(said), Unanswered: unanswered}
}

func classOf(answerText string) string {
	return loaders.IfElse(strings.HasPrefix(answerText, "LABEL_"), answerText, rules.CanonicalText(answerText))
}

// The whole has the number of examples, and of those with no class as gold.
const (
	ofGold = iota
	ofSaid
	ofBoth
	width
)

const (
	all  = ofGold
	open = ofSaid
)

// newAggregate counts an unanswered example only for its correct answer, because it predicts no class, or
// not at all if s omits the missing.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	a := scoring.NewParted(classes, s, width, func(x *evidence, whole []float64, part scoring.BlockLookup) {
		if x.Unanswered && s.Missing == scoring.Omit {
			return
		}
		if whole[all] = 1; x.Open {
			whole[open] = 1
			return
		}
		part(x.Gold)[ofGold]++
		if x.Said != "" {
			part(x.Said)[ofSaid]++
		}
		if x.Said == x.Gold {
			part(x.Gold)[ofBoth]++
		}
	}, listColumns)
	a.Most = mostAnswers
	return a
}

// listColumns is empty if the correct answers aren't a closed vocabulary; without examples it has only
// macro averages. A class named like an average gets " (class)" behind its name, because a score's
// Of tells them apart.
func listColumns(classNames []string, termSums []float64) (list []scoring.Column) {
	var at []int // of classes
	for i := range classNames {
		if n := termSums[(1+i)*width+ofGold]; n == 1 {
			return nil
		} else if n > 1 {
			at = append(at, (1+i)*width)
		}
	}
	n := termSums[all]
	areNoClasses := n < fewestExamples || termSums[open] > 0 || len(at) < 2 || len(at) > mostClasses || len(classNames) >= mostAnswers
	if n > 0 && areNoClasses {
		return nil
	}
	for _, m := range metrics {
		list = append(list, macroColumn(m, at))
	}
	for _, k := range at {
		of := classNames[k/width-1]
		if of == Macro || of == "overall" {
			of += " (class)"
		}
		for _, m := range metrics {
			list = append(list, ofClass(m, of, k))
		}
	}
	return list
}

// macroColumn leaves out classes that are gold in no example of a draw, because their recall has no
// meaning; for the others an undefined value counts as 0, as in scikit-learn.
func macroColumn(m scoring.Metric, classStarts []int) scoring.Column {
	c := m.Ratio(Macro, all, all, "no example has a class")
	c.Value = func(sums []float64) scoring.Value {
		var mean scoring.Mean
		for _, k := range classStarts {
			if sums[k+ofGold] > 0 {
				x, _ := scoreTerms(m, sums[k:]).Float()
				mean.Add(scoring.Defined(x))
			}
		}
		return mean.Value("no example has a class")
	}
	return c
}

func ofClass(m scoring.Metric, className string, k int) scoring.Column {
	c := m.Ratio(className, k+ofBoth, k+ofGold, "")
	c.Value = func(sums []float64) scoring.Value { return scoreTerms(m, sums[k:]) }
	c.Count = func(sums []float64) int { return int(restsOn(m, sums[k:])) }
	return c
}

func restsOn(m scoring.Metric, termSums []float64) float64 {
	switch m.Name {
	case precision.Name:
		return termSums[ofSaid]
	case recall.Name:
		return termSums[ofGold]
	}
	return termSums[ofGold] + termSums[ofSaid] - termSums[ofBoth]
}

func scoreTerms(m scoring.Metric, termSums []float64) scoring.Value {
	n := restsOn(m, termSums)
	switch {
	case n > 0 && m.Name == f1.Name:
		return scoring.Defined(2 * termSums[ofBoth] / (termSums[ofGold] + termSums[ofSaid]))
	case n > 0:
		return scoring.Defined(termSums[ofBoth] / n)
	case m.Name == precision.Name:
		return scoring.Undefined("the class is never predicted")
	}
	return scoring.Undefined("no example has this class")
}
