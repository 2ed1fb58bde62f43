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

// source is safe for concurrent use.
type source struct {
	scored   *session.Scored
	book     *marks.Book
	settings scoring.Settings
}

// makeAnswer omits pictures and passage. kept are the shown proposals of each picture; nil for an
// unreadable example, which has only id, verdict, marks and reason.
func (s *source) makeAnswer(ex *loaders.Example) (a *answer, kept [][]int) {
	a = &answer{ID: loaders.Clean(ex.ID), Verdict: ex.Answer.Correct.String(), Broken: loaders.Clean(ex.Broken),
		Marks: marksLine(s.book.Of(ex.ID)), Notes: views.ListNotes(s.book, ex.ID)}
	if a.Broken != "" {
		return a, nil
	}
	a.Question, a.Kind = loaders.Clean(ex.Question), loaders.Clean(ex.Kind)
	a.Predicted, a.Gold = loaders.Clean(ex.Answer.Predicted), loaders.Clean(ex.Answer.Gold)
	a.Classes = optionsOf(ex.Answer.ClassProbabilities())
	var score *scoring.ExampleScore
	if x, ok := s.scored.Weigh(ex).Score(s.settings); ok {
		score = &x
		s.addScore(a, score)
	}
	for i := range ex.Images {
		kept = append(kept, s.chooseProposals(ex, i, score))
	}
	for n := range ex.Program {
		a.Modules = append(a.Modules, s.makeModule(ex, n, score.Module(n), kept))
	}
	a.Rows = makeRows(ex)
	if slices.ContainsFunc(a.Rows, func(r row) bool { return r.Over == loaders.OverQuestion }) {
		a.Tokens = ownTokens(ex.Tokens)
	}
	return a, kept
}

// chooseProposals lists, in order, those that a module predicts and, of the others of each module,
// the likeliest and the likeliest that would be aligned with gold. score may be nil.
func (s *source) chooseProposals(ex *loaders.Example, i int, score *scoring.ExampleScore) (list []int) {
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
		if m := score.Module(n); m != nil && i < len(m.Images) {
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

// addScore sets faithfulness, or why it is undefined, and the culprit.
func (s *source) addScore(a *answer, score *scoring.ExampleScore) {
	a.Faithful, a.Short, a.Against = score.Faithful.String(), widget.Number(score.Overall), loaders.Clean(score.Sentence())
	if x, ok := score.Overall.Float(); ok {
		a.Faithfulness = &x
	}
	if n := score.Culprit(); n >= 0 {
		a.Culprit = &n
	}
}

// makeModule makes module n ready, with boxes among the kept proposals or else its output as text.
// score may be nil.
func (s *source) makeModule(ex *loaders.Example, n int, score *scoring.ModuleScore, kept [][]int) module {
	from := &ex.Program[n]
	m := module{
		Label: loaders.Clean(from.Label()), Tokens: levelsOf(from.Output.Tokens, 0, 1), Options: optionsOf(from.Output.Options),
		Notes: marksLine(s.book.Module(ex.ID, n)),
	}
	if !slices.Equal(from.Children, []int{n + 1}) {
		m.Children = append([]int{}, from.Children...)
	}
	if len(from.Output.Boxes) == 0 {
		m.Output = loaders.Clean(evidence.OutputText(from, s.settings.Threshold))
	}
	if score != nil {
		m.Type, m.Score, m.Cause = loaders.Clean(score.Type), widget.Number(score.Value), score.Cause.String()
	}
	if m.Gold = loaders.Clean(evidence.GoldText(from.Gold)); from.Gold != nil {
		m.Spans = from.Gold.Spans
	}
	for i := range ex.Images {
		m.Boxes = append(m.Boxes, s.predictedBoxes(ex, from, i, score, kept[i]))
	}
	if !slices.ContainsFunc(m.Boxes, func(b boxes) bool { return b.Levels != nil || b.Gold != nil }) {
		m.Boxes = nil
	}
	return m
}

// least is the least written probability; lower ones read as 0.
const least = .05

// predictedBoxes lists, among the kept proposals, predictions on picture i, and gold: first the
// Found boxes, then the missed ones. Without a score all gold is missed.
func (s *source) predictedBoxes(ex *loaders.Example, m *loaders.Module, i int, score *scoring.ModuleScore, kept []int) (b boxes) {
	var fared *scoring.ImageScore
	if score != nil && i < len(score.Images) {
		fared = &score.Images[i]
	}
	if i < len(m.Output.Boxes) {
		s.addPredictions(&b, m.Output.Boxes[i], fared, kept)
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

// addPredictions sets levels, predictions and hits of the kept proposals. Without fared, proposals
// above the threshold are predicted and none hits.
func (s *source) addPredictions(b *boxes, out []float64, fared *scoring.ImageScore, kept []int) {
	shown := loaders.Map(kept, func(k int) float64 {
		if k < len(out) && out[k] >= least {
			return out[k]
		}
		return 0
	})
	b.Levels = levelsOf(shown, 0, 1)
	for at, k := range kept {
		predicted := shown[at] > s.settings.Threshold
		if fared != nil {
			place := slices.IndexFunc(fared.Predicted, func(p scoring.PredictedBox) bool { return p.Proposal == k })
			if predicted = place >= 0; predicted && fared.Predicted[place].Hit {
				b.Hits = append(b.Hits, at)
			}
		}
		if predicted {
			b.Predicted = append(b.Predicted, at)
		}
	}
}

// makeRows makes rationales and then attributions ready, whose levels are relative to the largest
// absolute score, from minus to plus if signed.
func makeRows(ex *loaders.Example) (list []row) {
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
		list = append(list, row{Name: loaders.Clean(r.Name), Over: over, Tokens: ownTokens(r.Tokens), Levels: levelsOf(scores, 0, 1),
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
		list = append(list, row{
			Name: loaders.Clean(name), Over: over, Tokens: ownTokens(a.Tokens), Levels: levelsOf(a.Scores, low, high), Signed: a.Signed,
		})
	}
	return list
}

func ownTokens(tokens []string) []string { return loaders.Map(tokens, loaders.Clean) }

func placeOf(ex *loaders.Example, over loaders.ScoredText, tokens []string) (loaders.ScoredText, []string) {
	if over == loaders.OverSentences {
		return over, nil
	}
	name, tokens := ex.TokensOver(over, tokens)
	if name == loaders.OverPassage && len(tokens) == 0 {
		name = "text"
	}
	return loaders.ScoredText(loaders.Clean(string(cmp.Or(name, over)))), tokens
}

func optionsOf(list []loaders.Option) [][2]string {
	return loaders.Map(list, func(o loaders.Option) [2]string {
		return [2]string{loaders.Clean(o.Name), widget.Decimal(o.Probability)}
	})
}
