package site

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// siteRun is safe for concurrent use.
type siteRun struct {
	scored   *session.ScoredRun
	book     *marks.MarksBook
	settings scoring.Settings
}

// makeAnswer leaves pictures and passage to the collector, because examples share them. kept are the
// shown proposals of each picture; nil for an unreadable example, which has only id, verdict, marks
// and reason.
func (s *siteRun) makeAnswer(ex *loaders.Example) (a *exampleAnswer, kept [][]int) {
	a = &exampleAnswer{ID: loaders.Clean(ex.ID), Verdict: ex.Answer.Correct.String(), Broken: loaders.Clean(ex.Broken),
		Marks: marksLine(s.book.Of(ex.ID)), Notes: views.ListNotes(s.book, ex.ID)}
	if a.Broken != "" {
		return a, nil
	}
	a.Question, a.Kind = loaders.Clean(ex.Question), loaders.Clean(ex.Kind)
	a.Predicted, a.Gold = loaders.Clean(ex.Answer.Predicted), loaders.Clean(ex.Answer.Gold)
	a.Classes = optionsOf(ex.Answer.ClassProbabilities())
	score := s.scored.Weigh(ex).Score(s.settings)
	if score != nil {
		s.addScore(a, score)
	}
	for i := range ex.Images {
		kept = append(kept, s.chooseProposals(ex, i, score))
	}
	for n := range ex.Program {
		a.Modules = append(a.Modules, s.makeModule(ex, n, score.Module(n), kept))
	}
	a.Rows = makeRows(ex)
	if slices.ContainsFunc(a.Rows, func(r heatRow) bool { return r.Over == loaders.OverQuestion }) {
		a.Tokens = ownTokens(ex.Tokens)
	}
	return a, kept
}

// chooseProposals lists, in order, those that a module predicts and, of the others of each module,
// the likeliest and the likeliest that would be aligned with gold. exampleScore may be nil.
func (s *siteRun) chooseProposals(ex *loaders.Example, i int, exampleScore *scoring.ExampleScore) (list []int) {
	shown := map[int]bool{}
	for n := range ex.Program {
		best := -1
		if out := ex.Program[n].Output.Boxes; i < len(out) {
			for k, p := range out[i] {
				if p > s.settings.Threshold {
					shown[k] = true
				} else if p > 0 && (best < 0 || p > out[i][best]) {
					best = k
				}
			}
		}
		shown[best] = true
		if m := exampleScore.Module(n); m != nil && i < len(m.Images) {
			if k := slices.IndexFunc(m.Images[i].Below, func(p scoring.PredictedBox) bool { return p.Hit }); k >= 0 {
				shown[m.Images[i].Below[k].Proposal] = true
			}
		}
	}
	for k, box := range ex.Images[i].Proposals {
		if shown[k] && box.Area() > 0 {
			list = append(list, k)
		}
	}
	return list
}

func (s *siteRun) addScore(a *exampleAnswer, exampleScore *scoring.ExampleScore) {
	a.Faithful, a.Short, a.Against = exampleScore.Faithful.String(), widget.Number(exampleScore.Overall),
		loaders.Clean(exampleScore.Sentence())
	if x, ok := exampleScore.Overall.Float(); ok {
		a.Faithfulness = &x
	}
	if n := exampleScore.Culprit(); n >= 0 {
		a.Culprit = &n
	}
}

// makeModule makes module n ready, with boxes among the kept proposals or else its output as text.
// moduleScore may be nil.
func (s *siteRun) makeModule(ex *loaders.Example, n int, moduleScore *scoring.ModuleScore, proposalIndices [][]int) answerModule {
	from := &ex.Program[n]
	m := answerModule{
		Label: loaders.Clean(from.Label()), Tokens: levelsOf(from.Output.Tokens, 0, 1), Options: optionsOf(from.Output.Options),
		Notes: marksLine(s.book.Module(ex.ID, n)),
	}
	if !slices.Equal(from.Children, []int{n + 1}) {
		m.Children = append([]int{}, from.Children...)
	}
	if len(from.Output.Boxes) == 0 {
		m.Output = loaders.Clean(evidence.OutputText(from, s.settings.Threshold))
	}
	if moduleScore != nil {
		m.Type, m.Score, m.Cause = loaders.Clean(moduleScore.Type), widget.Number(moduleScore.Value), moduleScore.Cause.String()
	}
	if m.Gold = loaders.Clean(evidence.GoldText(from.Gold)); from.Gold != nil {
		m.Spans = from.Gold.Spans
	}
	for i := range ex.Images {
		m.Boxes = append(m.Boxes, s.predictedBoxes(ex, from, i, moduleScore, proposalIndices[i]))
	}
	if !slices.ContainsFunc(m.Boxes, func(b alignedBoxes) bool { return b.Levels != nil || b.Gold != nil }) {
		m.Boxes = nil
	}
	return m
}

// least is the least written probability; lower ones read as 0.
const least = .05

// predictedBoxes puts the Found gold boxes before the missed ones, so that a number tells them apart.
// Without a score all gold is missed.
func (s *siteRun) predictedBoxes(ex *loaders.Example, m *loaders.Module, i int, moduleScore *scoring.ModuleScore,
	keptProposals []int) (b alignedBoxes) {
	var fared *scoring.ImageScore
	if moduleScore != nil && i < len(moduleScore.Images) {
		fared = &moduleScore.Images[i]
	}
	if i < len(m.Output.Boxes) {
		s.addPredictions(&b, m.Output.Boxes[i], fared, keptProposals)
	}
	if m.Gold == nil || i >= len(m.Gold.Boxes) {
		return b
	}
	var found, missed []loaders.Box
	for k, box := range m.Gold.Boxes[i] {
		if fared != nil && k < len(fared.Gold) && fared.Gold[k].Matched {
			found = append(found, box)
		} else {
			missed = append(missed, box)
		}
	}
	b.Gold, b.Found, b.Judged = cornersOf(&ex.Images[i], append(found, missed...)), len(found), fared != nil
	return b
}

// addPredictions names the predicted proposals, because a page that compared rounded levels with the
// threshold would get some wrong.
func (s *siteRun) addPredictions(b *alignedBoxes, probabilities []float64, imageScore *scoring.ImageScore, proposalIndices []int) {
	shown := loaders.Map(proposalIndices, func(k int) float64 {
		if k < len(probabilities) && probabilities[k] >= least {
			return probabilities[k]
		}
		return 0
	})
	b.Levels = levelsOf(shown, 0, 1)
	for at, k := range proposalIndices {
		predicted := shown[at] > s.settings.Threshold
		if imageScore != nil {
			place := slices.IndexFunc(imageScore.Predicted, func(p scoring.PredictedBox) bool { return p.Proposal == k })
			if predicted = place >= 0; predicted && imageScore.Predicted[place].Hit {
				b.Hits = append(b.Hits, at)
			}
		}
		if predicted {
			b.Predicted = append(b.Predicted, at)
		}
	}
}

// makeRows makes levels relative to the largest absolute score, because attributions have no common
// scale; from minus to plus if signed.
func makeRows(ex *loaders.Example) (list []heatRow) {
	for _, r := range ex.Rationales {
		over, tokens := placeOf(ex, r.Over, r.Tokens)
		scores := r.Scores
		if scores == nil {
			n, marked := len(tokens), r.Spans
			if r.Sentence != nil {
				marked, over = append(marked, loaders.Span{Start: *r.Sentence, End: *r.Sentence + 1}), loaders.OverSentences
			}
			if over == loaders.OverSentences && ex.Passage != nil {
				n = len(ex.Passage.Sentences)
			}
			scores = loaders.Within(marked, n)
		}
		list = append(list, heatRow{Name: loaders.Clean(r.Name), Over: over, Tokens: ownTokens(r.Tokens), Levels: levelsOf(scores, 0, 1),
			People: true})
	}
	for _, a := range ex.Attributions {
		over, _ := placeOf(ex, a.Over, a.Tokens)
		low, high := 0., 0.
		for _, x := range a.Scores {
			if loaders.IsFinite(x) {
				high = max(high, math.Abs(x))
			}
		}
		if a.Signed {
			low = -high
		}
		name := a.Name
		if a.Class != "" && !strings.Contains(name, a.Class) {
			name += " → " + a.Class
		}
		list = append(list, heatRow{
			Name: loaders.Clean(name), Over: over, Tokens: ownTokens(a.Tokens), Levels: levelsOf(a.Scores, low, high), Signed: a.Signed,
		})
	}
	return list
}

func ownTokens(tokens []string) []string { return loaders.Map(tokens, loaders.Clean) }

func placeOf(ex *loaders.Example, scoredText loaders.ScoredText, tokens []string) (loaders.ScoredText, []string) {
	if scoredText == loaders.OverSentences {
		return scoredText, nil
	}
	name, tokens := ex.TokensOver(scoredText, tokens)
	if name == loaders.OverPassage && len(tokens) == 0 {
		name = "text"
	}
	return loaders.ScoredText(loaders.Clean(string(cmp.Or(name, scoredText)))), tokens
}

func optionsOf(answerOptions []loaders.Option) [][2]string {
	return loaders.Map(answerOptions, func(o loaders.Option) [2]string {
		return [2]string{loaders.Clean(o.Name), widget.Decimal(o.Probability)}
	})
}
