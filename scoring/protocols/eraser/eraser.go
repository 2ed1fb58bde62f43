// Package eraser scores rationales like the ERASER benchmark (DeYoung et al. 2020,
// rationale_benchmark/metrics.py).
//
// Its units are documents of an example's passage ([loaders.Passage]). Gold tokens are in any
// rationale "gold …" over the passage, predicted ones in "predicted".
//
//   - token_precision, token_recall and token_f1: means over the documents with gold or predicted
//     tokens; 0 if a document lacks either.
//   - iou_precision: the mean, over the documents with predicted spans, of the share that overlap a
//     gold span by an IoU of at least .5; iou_recall: over the documents with gold spans, those
//     predicted spans over gold spans; iou_f1: the F1 of the two means.
//   - auprc: the mean, over the documents with scores ("rationale scores"), of the area below the
//     curve of precision over recall, by trapezoids. Without gold tokens it is 1/2, like in
//     scikit-learn since 1.1: recall is 1 at a precision of 0 throughout, and the curve ends at 0
//     and 1. Before, the script's mean was not a number.
//   - comprehensiveness and sufficiency: means of the answer's scores of these names, or else
//     p_full less p_without_rationale, and less p_only_rationale. The rationale is the model's own
//     in ERASER, the gold sentences in QUACKIE.
//
// An annotation without a result has no predicted tokens, and counts unless [scoring.Settings]
// Missing leaves it out. If a run has no "predicted", the first six are undefined, because the
// script skips them.
package eraser

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

const protocol = "eraser"

// Protocol is "eraser".
var Protocol = scoring.Protocol{
	Name:      protocol,
	Source:    source,
	Settings:  []string{"missing"},
	Prepare:   prepareRationales,
	Metrics:   scoring.MetricsOf(columns),
	Aggregate: newAggregate,
	New:       scoring.New[evidence],
	Version:   3,
}

const source = "ERASER's evaluation code (DeYoung et al. 2020)"

// Indices into a row of terms.
const (
	documents = iota // with gold or predicted tokens
	tokenPrecision
	tokenRecall
	tokenF1
	withPredicted // documents
	iouPrecision
	withGold // documents
	iouRecall
	withScores // documents
	area
	withoutRationale // examples with
	comprehensiveness
	onlyRationale // examples with
	sufficiency
	predicting // examples with a rationale "predicted"
	width
)

// evidence is one example.
type evidence struct {
	Terms      []float64 // that it adds
	Unanswered bool
}

func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(len(e.Terms) == width, "wrong number of terms: %d", len(e.Terms))
}

type documentRationales struct {
	scores []float64    // per token, nil for none
	at     loaders.Span // in the passage
}

func prepareRationales(ex *loaders.Example) scoring.Evidence {
	e := &evidence{Terms: make([]float64, width), Unanswered: ex.Answer.Correct == loaders.Unanswered}
	e.addLoss(ex.Answer.Scores, comprehensiveness, "comprehensiveness", "p_without_rationale")
	e.addLoss(ex.Answer.Scores, sufficiency, "sufficiency", "p_only_rationale")
	if ex.Passage != nil && e.findRationales(ex) || e.Terms[withoutRationale]+e.Terms[onlyRationale] > 0 {
		return e
	}
	return nil
}

// findRationales returns false for an answered question with neither a prediction nor a score, or an
// unanswered one without gold, because these aren't ERASER's.
func (e *evidence) findRationales(ex *loaders.Example) bool {
	found, gold := e.Unanswered, false
	var goldSpans, predictedSpans []loaders.Span
	list := []documentRationales{{at: loaders.Span{End: len(ex.Passage.Tokens)}}}
	if ex.Passage.Documents != nil {
		list = loaders.Map(ex.Passage.Documents, func(d loaders.Document) documentRationales { return documentRationales{at: d.Span} })
	}
	for i := range ex.Rationales {
		switch r := &ex.Rationales[i]; {
		case r.Over != loaders.OverPassage:
		case r.Name == "predicted":
			e.Terms[predicting], found = 1, true
			predictedSpans = append(predictedSpans, r.Spans...)
		case r.Name == "gold" || strings.HasPrefix(r.Name, "gold "):
			gold = true
			goldSpans = append(goldSpans, r.Spans...)
		}
	}
	for i := range ex.Attributions {
		found = addScores(list, ex.Passage, &ex.Attributions[i]) || found
	}
	if !found || !gold { // nothing to agree with
		return false
	}
	for i := range list {
		list[i].addTerms(e.Terms, goldSpans, predictedSpans)
	}
	return true
}

// spansWithin returns each span once; empty ones are left out.
func (d *documentRationales) spansWithin(spans []loaders.Span) []loaders.Span {
	return scoring.AppendNew(nil, loaders.Filter(spans, func(s loaders.Span) bool {
		return s.Start >= d.at.Start && s.End <= d.at.End && s.Start < s.End
	})...)
}

func addScores(documentSets []documentRationales, p *loaders.Passage, a *loaders.Attribution) bool {
	name, of, one := strings.Cut(a.Name, ", ")
	if name != "rationale scores" {
		return false
	}
	for i := range documentSets {
		d := &documentSets[i]
		isNamed := one && p.Documents != nil && p.Documents[i].Name == of
		switch {
		case !one && a.Over == loaders.OverPassage && len(a.Scores) == len(p.Tokens):
			d.scores = a.Scores[d.at.Start:d.at.End]
		case isNamed && len(a.Scores) == d.at.End-d.at.Start:
			d.scores = a.Scores
		}
	}
	return true
}

func (e *evidence) addLoss(scoresByName map[string]float64, termIndex int, lossName, partName string) {
	x, there := scoresByName[lossName]
	full, ok := scoresByName["p_full"]
	if rest, known := scoresByName[partName]; !there && ok && known {
		x, there = full-rest, true
	}
	if there && x-x == 0 {
		e.Terms[termIndex-1], e.Terms[termIndex] = 1, x
	}
}

// addTerms puts a 1 beside each score, because a document counts only for the scores that it has.
func (d *documentRationales) addTerms(termRow []float64, goldSpans, predictedSpans []loaders.Span) {
	goldSpans, predictedSpans = d.spansWithin(goldSpans), d.spansWithin(predictedSpans)
	gold, predicted := d.markTokens(goldSpans), d.markTokens(predictedSpans)
	marked := func(m bool) bool { return m }
	both, golds, all := 0, loaders.CountFunc(gold, marked), loaders.CountFunc(predicted, marked)
	for i := range gold {
		if gold[i] && predicted[i] {
			both++
		}
	}
	if golds+all > 0 {
		p, r := float64(both)/float64(max(all, 1)), float64(both)/float64(max(golds, 1))
		termRow[documents]++
		termRow[tokenPrecision] += p
		termRow[tokenRecall] += r
		termRow[tokenF1] += scoring.F1(p, r)
	}
	met := float64(loaders.CountFunc(predictedSpans, func(s loaders.Span) bool {
		return slices.ContainsFunc(goldSpans, func(g loaders.Span) bool {
			both := max(0, min(s.End, g.End)-max(s.Start, g.Start))
			return float64(both)/float64(s.End-s.Start+g.End-g.Start-both) >= .5
		})
	}))
	if n := len(predictedSpans); n > 0 {
		termRow[withPredicted]++
		termRow[iouPrecision] += met / float64(n)
	}
	if n := len(goldSpans); n > 0 {
		termRow[withGold]++
		termRow[iouRecall] += met / float64(n)
	}
	if d.scores != nil {
		termRow[withScores]++
		termRow[area] += areaOf(d.scores, gold, golds)
	}
}

func (d *documentRationales) markTokens(spans []loaders.Span) []bool {
	marks := make([]bool, d.at.End-d.at.Start)
	for _, s := range spans {
		for i := s.Start; i < s.End; i++ {
			marks[i-d.at.Start] = true
		}
	}
	return marks
}

// areaOf integrates by trapezoids as the benchmark does (sklearn's curve begins at a precision of 1),
// with a point for each distinct score, from the highest down; 1/2 without gold tokens.
func areaOf(scores []float64, isGoldToken []bool, goldCount int) float64 {
	if goldCount == 0 {
		return .5
	}
	order := loaders.Indices(len(scores))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	area, hits, before, recall := 0.0, 0, 1.0, 0.0
	for n, i := range order {
		if isGoldToken[i] {
			hits++
		}
		if n+1 < len(order) && scores[order[n+1]] == scores[i] {
			continue
		}
		p, r := float64(hits)/float64(n+1), float64(hits)/float64(goldCount)
		area += (r - recall) * (p + before) / 2
		before, recall = p, r
	}
	return area
}

func higherIsBetter(name, formula string) scoring.Metric {
	return scoring.Higher.Metric(name, source, formula)
}

const whyTokens = "no example has a predicted and a gold rationale"

var columns = []scoring.Column{
	higherIsBetter("token_precision", "tokens both predicted and gold / predicted tokens, averaged over documents").
		Overall(tokenPrecision, documents, whyTokens),
	higherIsBetter("token_recall", "tokens both predicted and gold / gold tokens, averaged over documents").Overall(tokenRecall,
		documents,
		whyTokens),
	higherIsBetter("token_f1", "2PR / (P+R) of tokens, averaged over documents").AsHeadline().Overall(tokenF1, documents, whyTokens),
	higherIsBetter("iou_precision", "predicted spans that overlap a gold span with an IoU of at least .5 / "+
		"predicted spans, averaged over documents").
		Overall(iouPrecision, withPredicted, whyTokens),
	higherIsBetter("iou_recall", "predicted spans that overlap a gold span with an IoU of at least .5 / gold spans, averaged over documents").
		Overall(iouRecall, withGold, whyTokens),
	higherIsBetter("iou_f1", "2PR / (P+R) of iou_precision and iou_recall").AsHeadline().
		Overall(iouRecall, withGold, whyTokens).Computed(func(sums []float64) float64 {
		return scoring.F1(sums[iouPrecision]/max(1, sums[withPredicted]), sums[iouRecall]/sums[withGold])
	}),
	higherIsBetter("auprc", "area under the scores' precision-recall curve, averaged over documents").AsHeadline().
		Overall(area, withScores, "no example has rationale scores"),
	higherIsBetter("comprehensiveness", "mean of p(answer | passage) - p(answer | passage without the rationale)").AsHeadline().
		AsColumn().Overall(comprehensiveness, withoutRationale, "no example has a comprehensiveness score"),
	scoring.Lower.Metric("sufficiency", source, "mean of p(answer | passage) - p(answer | the rationale alone)").AsHeadline().
		Mean(sufficiency, onlyRationale, "no example has a sufficiency score"),
}

const ofPredicted = 6

// newAggregate leaves out columns that no example has, because most runs have only some outputs,
// unless there is neither a score nor a loss of probability.
func newAggregate(s scoring.Settings) scoring.Aggregate {
	return scoring.NewAdditive(protocol, s, width, func(e *evidence, row []float64) {
		if !e.Unanswered || s.Missing == scoring.Zero {
			copy(row, e.Terms)
		}
	}, func(sums []float64) []scoring.Column {
		switch {
		case sums[predicting] > 0 || sums[withScores]+sums[withoutRationale]+sums[onlyRationale] == 0:
			return columns
		case sums[withScores] > 0:
			return columns[ofPredicted:]
		}
		return columns[ofPredicted+1:] // without auprc
	})
}
