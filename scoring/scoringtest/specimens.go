package scoringtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// ProtocolCheck says how to check a protocol.
type ProtocolCheck struct {
	// of any quality
	Example func(r *rand.Rand, i int) *loaders.Example
	Perfect func(ex *loaders.Example)
	// so that a perfect prediction scores best; nil keeps the defaults
	Settings func(s *scoring.Settings)
	// of a perfect run, by metric
	Best map[string]float64
	// why a perfect run has no value for a metric, or an "of" in brackets
	Unmeasured map[string]string
	// what no sums of terms give
	NotSums map[string]string
	// what changes when the data is doubled
	NotMeans map[string]string
}

// Specimens are by protocol name.
func Specimens() map[string]ProtocolCheck {
	return map[string]ProtocolCheck{
		"answers": {
			Example: answered, Perfect: func(ex *loaders.Example) {
				ex.Answer.Correct, ex.Answer.Scores = loaders.Right, map[string]float64{"em": 1, "f1": 1}
			},
			Best: map[string]float64{"accuracy": 1, "em": 1, "f1": 1},
		},
		"measurements": {
			Example: measured, Perfect: func(ex *loaders.Example) { ex.Answer.Predicted = ex.Answer.Gold },
			Best: map[string]float64{"mae": 0, "rmse": 0, "r": 1},
		},
		"module-boxes": {
			Example: Pictured, Perfect: findGoldBoxes,
			Best: map[string]float64{"precision": 1, "recall": 1, "f1": 1},
		},
		"gold-boxes": {Example: Pictured, Perfect: findGoldBoxes},
		"causes": {
			Example: Pictured, Perfect: findGoldBoxes,
			Best: map[string]float64{"wrong": 0, "no_proposal": 0, "low_p": 0, "elsewhere": 0, "too_many": 0, "empty": 0, "from_nothing": 0},
		},
		"faithfulness": {
			Example: judged, Perfect: func(ex *loaders.Example) {
				findGoldBoxes(ex)
				ex.Answer.Correct = loaders.Right
			},
			Best: map[string]float64{"faithful": 1, "faithful_right": 1, "wrong_faithful": 0, "wrong_unfaithful": 0, "right_unfaithful": 0},
		},
		"steps": {
			Example: chained, Perfect: judgeAsPeople,
			Best: map[string]float64{"f1": 1, "error_acc": 1, "correct_acc": 1, "exact": 1, "within_1": 1, "agent": 1, "step_acc": 1,
				"step_kappa": 1},
			Unmeasured: map[string]string{"[control]": "a control's score is not the judge's", "step_auc": "people's verdicts have no scores"},
			NotSums:    map[string]string{"[control]": noSum, "step_auc": noSum},
			NotMeans:   map[string]string{"[control]": "other examples are in the folds"},
		},
		"module-spans": {Example: sixTokens, Perfect: attendGoldSpans, Best: map[string]float64{"loss": 0}},
		"counting": {
			Example: counted, Perfect: countGoldBoxes,
			Best:     map[string]float64{"accuracy": 1, "accuracy_clamped": 1, "accuracy_threshold": 1, "rmse": 0, "l1": 0, "l2": 0},
			NotMeans: map[string]string{"[%]": wholeQuestions},
		},
		"grounding": {
			Example: counted, Perfect: countGoldBoxes,
			Best:       map[string]float64{"groundp": 1, "groundp_mean": 1, "ap": 1, "ap_coco": 1, "ap_coco_50": 1, "ap_coco_75": 1},
			Unmeasured: map[string]string{"[0]": "if the count is 0, a perfect model has nothing to ground"},
		},
		"alignment": {
			Example: Explained, Perfect: followExplanation,
			Settings: func(s *scoring.Settings) { s.NonFinite = scoring.Zero },
			NotSums: map[string]string{"t": noSum, "p": noSum, "p_greater": noSum, "spearman": noSum, "spearman_p": noSum,
				"oracle_spearman": noSum},
			NotMeans: map[string]string{"t": moreEvidence, "p": moreEvidence, "p_greater": moreEvidence, "spearman_p": moreEvidence},
		},
		"annotators": {
			Example: marked, Perfect: func(ex *loaders.Example) { ex.Rationales[1].Scores = ex.Rationales[0].Scores },
			Best:     map[string]float64{"alpha": 1, "kappa": 1, "annotators": 2},
			NotMeans: map[string]string{"alpha": "more tokens raise chance agreement a little: none is drawn twice"},
		},
		"sentences": {
			Example: quoted, Perfect: findGoldSentence,
			Best:       map[string]float64{"iou": 1, "hpd": 1, "hpd_published": 1},
			NotSums:    map[string]string{"snr_median": "a median"},
			Unmeasured: map[string]string{"snr_published": "undefined if the one top sentence is gold: the others all score 0"},
		},
		"eraser": {
			Example: explained, Perfect: predictGold,
			Best: map[string]float64{"token_precision": 1, "token_recall": 1, "token_f1": 1, "iou_precision": 1, "iou_recall": 1, "iou_f1": 1,
				"auprc": 1, "sufficiency": 0},
		},
		"intervention": {
			Example: erased, Perfect: dependOnFirst,
			Best: map[string]float64{"aopc_comprehensiveness": 1, "aopc_sufficiency": 0, "flip_share": 1, "occlusion_spearman": 1,
				"faithful_by_intervention": 1},
			Unmeasured: map[string]string{"[random orders]": "random orders don't change"},
		},
		"rationales": {
			Example: factual, Perfect: func(ex *loaders.Example) {
				predicted := len(ex.Rationales) - 1
				ex.Rationales[predicted].Spans = slices.Clone(ex.Rationales[0].Spans)
				ex.Answer.Correct, ex.Answer.Scores = loaders.Right, map[string]float64{"em": 1, "precision": 1, "recall": 1}
			},
			Best: map[string]float64{
				"em": 1, "precision": 1, "recall": 1, "f1": 1, "joint_em": 1, "joint_precision": 1, "joint_recall": 1, "joint_f1": 1,
				"fever_score": 1, "evidence_precision": 1, "evidence_recall": 1, "evidence_f1": 1,
			},
		},
		"classes": {
			Example: classified, Perfect: predictClass,
			Best: map[string]float64{"precision": 1, "recall": 1, "f1": 1},
		},
		"calibration": {Example: classified, Perfect: predictClass, Best: map[string]float64{"ece": 0, "brier": 0}},
		"predicates":  {Example: asked, Perfect: knowEverything, Best: map[string]float64{"wrong": 0}},
		"concepts": {
			Example: asked, Perfect: knowEverything, Best: map[string]float64{"auc": 1, "brier": 0},
			NotMeans: map[string]string{"auc": onePicture, "brier": onePicture},
		},
		"reasoning": {
			Example: entailing,
			Perfect: func(ex *loaders.Example) { ex.Answer.Fill(ex.Answer.Gold, ex.Answer.Gold) },
			Best: map[string]float64{"accuracy": 1, "accuracy_shared": 1, "acc_hard": 1, "err_easy": 0,
				"consistency": 1, "consistency_hard": 1, "consistency_easy": 1, "consistency_groups": 1},
			NotMeans: map[string]string{"consistency_groups": "a group stays one group when its examples occur twice"},
		},
	}
}

const (
	wholeQuestions = "a slice keeps whole questions, so doubling the data doesn't always double it"
	noSum          = "no sum over examples gives it"
	moreEvidence   = "a test is more certain with more examples"
	onePicture     = "a picture that is asked about twice counts once"
)

// Readings returns settings that reach most branches, the defaults first.
func Readings() []scoring.Settings {
	second, third := scoring.Defaults(), scoring.Defaults()
	second.Average, second.IoU, second.NegativeIoU, second.Inclusive = scoring.Cumulative, 0.3, 1e-8, true
	second.DetectionIoU, second.EmptyUngrounded, second.CountCurve = 0.5, true, true
	second.NonFinite, second.DropPunctuation, second.Derangement = scoring.Zero, true, true
	second.TopK, second.TokenMax, second.Substring, second.EntailedInSubset = 2, true, true, true
	third.Average, third.UpperBound, third.Seed = scoring.OverOccurrences, true, 7
	return []scoring.Settings{scoring.Defaults(), second, third}
}

func marked(r *rand.Rand, i int) *loaders.Example {
	ex := &loaders.Example{ID: strconv.Itoa(i)}
	n := 4 + r.IntN(4)
	for k := range 2 {
		scores := randomScores(r, n)
		scores[0], scores[1] = 0, 1
		ex.Rationales = append(ex.Rationales, loaders.Rationale{Name: fmt.Sprint("expert-", k+1), Over: loaders.OverTokens, Scores: scores})
	}
	return ex
}

func answered(r *rand.Rand, i int) *loaders.Example {
	ex := &loaders.Example{ID: strconv.Itoa(i), Answer: loaders.Answer{Correct: loaders.Verdict(r.IntN(3))}}
	if r.IntN(2) == 0 {
		ex.Answer.Scores = map[string]float64{"em": float64(r.IntN(2)), "f1": r.Float64()}
	}
	return ex
}

func measured(r *rand.Rand, i int) *loaders.Example {
	a := loaders.Answer{Predicted: fmt.Sprint(r.IntN(9)), Gold: fmt.Sprint(r.IntN(9)), Scores: map[string]float64{loaders.AbsoluteError: 0}}
	return &loaders.Example{ID: strconv.Itoa(i), Answer: a}
}

// A grid of ten makes boxes often equal and IoUs often a threshold.
func randomBox(r *rand.Rand) loaders.Box {
	x, y := r.IntN(8), r.IntN(8)
	return loaders.Box{X0: float64(x) / 10, Y0: float64(y) / 10, X1: float64(x+1+r.IntN(3)) / 10, Y1: float64(y+1+r.IntN(3)) / 10}
}

func randomBoxes(r *rand.Rand, n int) []loaders.Box {
	boxes := make([]loaders.Box, n)
	for k := range boxes {
		boxes[k] = randomBox(r)
	}
	return boxes
}

func randomScores(r *rand.Rand, n int) []float64 {
	scores := make([]float64, n)
	for k := range scores {
		scores[k] = float64(r.IntN(11)) / 10
	}
	return scores
}

// Pictured has two images and every type of module-boxes, with gold boxes among the proposals.
func Pictured(r *rand.Rand, i int) *loaders.Example {
	ex := &loaders.Example{ID: strconv.Itoa(i)}
	for range 2 {
		ex.Images = append(ex.Images, loaders.Image{Proposals: randomBoxes(r, 6)})
	}
	for k, op := range []string{"find", "filter", "with-relation", "relocate"} {
		if r.IntN(4) == 0 && k > 0 {
			continue
		}
		m := loaders.Module{Op: op, Text: op, Gold: &loaders.Gold{}}
		for _, im := range ex.Images {
			m.Gold.Boxes = append(m.Gold.Boxes, slices.Clone(im.Proposals[:r.IntN(4)]))
			m.Output.Boxes = append(m.Output.Boxes, randomScores(r, len(im.Proposals)))
		}
		ex.Program = append(ex.Program, m)
	}
	return ex
}

func findGoldBoxes(ex *loaders.Example) {
	for k := range ex.Program {
		m := &ex.Program[k]
		for i, gold := range m.Gold.Boxes {
			for p, box := range ex.Images[i].Proposals {
				m.Output.Boxes[i][p] = 0
				if slices.Contains(gold, box) {
					m.Output.Boxes[i][p] = 1
				}
			}
		}
	}
}

func sixTokens(r *rand.Rand, i int) *loaders.Example {
	ex := &loaders.Example{ID: strconv.Itoa(i), Passage: &loaders.Passage{Tokens: strings.Fields("one two three four five six")}}
	for k, op := range []string{"find", "filter", "relocate", "find-num", "find-date", "find-max-num", "find-min-num"} {
		if r.IntN(3) == 0 && k > 0 {
			continue
		}
		tokens, total := randomScores(r, 6), 0.0
		for _, x := range tokens {
			total += x + 0.1
		}
		for k := range tokens {
			tokens[k] = (tokens[k] + 0.1) / total
		}
		start := r.IntN(6)
		ex.Program = append(ex.Program, loaders.Module{
			Op: op, Output: loaders.Output{Tokens: tokens},
			Gold: &loaders.Gold{Spans: []loaders.Span{{Start: start, End: start + 1 + r.IntN(6-start)}}},
		})
	}
	return ex
}

func attendGoldSpans(ex *loaders.Example) {
	for k := range ex.Program {
		m := &ex.Program[k]
		clear(m.Output.Tokens)
		m.Output.Tokens[m.Gold.Spans[0].Start] = 1
	}
}

func counted(r *rand.Rand, i int) *loaders.Example {
	count := r.IntN(5)
	var proposals []loaders.Box
	for k := range 20 {
		x := float64(r.IntN(300))
		proposals = append(proposals, loaders.Box{X0: x, Y0: float64(20 * k), X1: x + 10 + float64(r.IntN(100)), Y1: float64(20*k + 15)})
	}
	ex := &loaders.Example{
		ID: strconv.Itoa(i), Answer: loaders.Answer{Gold: strconv.Itoa(count)}, Kind: []string{"simple", "complex", ""}[r.IntN(3)],
		Images: []loaders.Image{{Width: 480, Height: 480, Units: loaders.Pixels, Proposals: proposals}},
	}
	gold := make([]loaders.Box, 0, count)
	for _, k := range r.Perm(len(proposals))[:count] {
		gold = append(gold, proposals[k])
	}
	ex.Program = []loaders.Module{{Op: "count", Output: loaders.Output{Boxes: [][]float64{randomScores(r, len(proposals))}},
		Gold: &loaders.Gold{Boxes: [][]loaders.Box{gold}}}}
	if r.IntN(10) == 0 {
		ex.Program[0].Output = loaders.Output{}
		ex.Answer.Predicted = []string{"3", "many"}[r.IntN(2)]
	}
	return ex
}

func countGoldBoxes(ex *loaders.Example) {
	ex.Program[0].Output = loaders.Output{Boxes: [][]float64{make([]float64, len(ex.Images[0].Proposals))}}
	findGoldBoxes(ex)
}

// Explained explains itself with some of its tokens.
func Explained(r *rand.Rand, i int) *loaders.Example {
	words := strings.Fields("dogs run fast through tall wet grass near old stone walls . today")
	r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	tokens := words[:4+r.IntN(6)]
	scores := make([]float64, len(tokens))
	for k := range scores {
		scores[k] = r.NormFloat64()
	}
	ex := &loaders.Example{
		ID: strconv.Itoa(i), Explanation: tokens[0] + " and " + words[r.IntN(len(words))] + " the same",
		Attributions: []loaders.Attribution{
			{Name: "ig", Over: loaders.OverTokens, Tokens: tokens, Scores: scores, Signed: true},
			{Name: "soft", Over: loaders.OverTokens, Tokens: tokens, Scores: randomScores(r, len(tokens))},
		},
		Rationales: []loaders.Rationale{{Name: "expert", Over: loaders.OverTokens, Scores: randomScores(r, len(tokens))}},
	}
	if r.IntN(10) == 0 {
		ex.Attributions[0].Scores = make([]float64, len(tokens))
	}
	return ex
}

func followExplanation(ex *loaders.Example) {
	a := &ex.Attributions[0]
	for k, token := range a.Tokens {
		a.Scores[k] = 0
		if slices.Contains(strings.Fields(ex.Explanation), token) {
			a.Scores[k] = -2
		}
	}
	ex.Attributions[1].Scores = slices.Clone(a.Scores)
	ex.Rationales[0].Scores = slices.Clone(a.Scores)
}

func quoted(r *rand.Rand, i int) *loaders.Example {
	n := 2 + r.IntN(5)
	ex := &loaders.Example{ID: strconv.Itoa(i), Passage: &loaders.Passage{}}
	for k := range n {
		ex.Passage.Tokens = append(ex.Passage.Tokens, "a", "b")
		ex.Passage.Sentences = append(ex.Passage.Sentences, loaders.Span{Start: 2 * k, End: 2*k + 2})
	}
	for range min(2, r.IntN(8)) {
		gold := r.IntN(n)
		ex.Rationales = append(ex.Rationales, loaders.Rationale{Name: "gold", Sentence: &gold})
	}
	scores := randomScores(r, 2*n)
	if r.IntN(10) == 0 {
		scores = scores[:n]
	}
	ex.Attributions = []loaders.Attribution{{Name: "lime", Over: loaders.OverPassage, Scores: scores}}
	return ex
}

func findGoldSentence(ex *loaders.Example) {
	tokens := make([]float64, len(ex.Passage.Tokens))
	for k := range tokens {
		tokens[k] = float64(k) / 1e3
	}
	if len(ex.Rationales) > 0 {
		tokens[ex.Passage.Sentences[*ex.Rationales[0].Sentence].Start] = 1e6
	}
	ex.Attributions[0].Scores = tokens
}

func entailing(r *rand.Rand, i int) *loaders.Example {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	ex := &loaders.Example{
		ID: fmt.Sprint(i), Kind: pick("query", "verify", "choose", "logical", "compare", "none of them"),
		Tags:   []string{pick("hard", "easy", "head"), pick("odd", "even", "unbalanced")},
		Answer: loaders.Answer{Predicted: pick("man", "woman", "man", `["man", "woman"]`), Gold: pick("man", "man", "woman", "man", "")},
		Meta:   map[string]string{"semantic type": pick("global", "obj", "attr", "rel", "cat", "none of them")},
	}
	ex.Answer.Judge(ex.Answer.Predicted == ex.Answer.Gold)
	for range r.IntN(4) {
		ex.Entailed = append(ex.Entailed, fmt.Sprint(r.IntN(45)))
	}
	for range r.IntN(3) {
		ex.Groups = append(ex.Groups, fmt.Sprint("like ", r.IntN(15)))
	}
	return ex
}

func judged(r *rand.Rand, i int) *loaders.Example {
	ex := Pictured(r, i)
	ex.Answer.Correct = loaders.VerdictOf(i%3 > 0)
	return ex
}

func factual(r *rand.Rand, i int) *loaders.Example {
	some := func() (spans []loaders.Span) {
		for range 1 + r.IntN(3) {
			k := r.IntN(8)
			spans = append(spans, loaders.Span{Start: k, End: k + 1})
		}
		return spans
	}
	ex := &loaders.Example{ID: strconv.Itoa(i), Answer: loaders.Answer{Correct: loaders.Verdict(r.IntN(3))}}
	if r.IntN(2) == 0 {
		ex.Rationales = []loaders.Rationale{{Name: "gold", Over: loaders.OverSentences, Spans: some()}}
		ex.Answer.Scores = map[string]float64{"em": float64(r.IntN(2)), "precision": r.Float64(), "recall": r.Float64()}
	} else {
		ex.Rationales = []loaders.Rationale{{Name: "gold 1", Over: loaders.OverSentences, Spans: some()},
			{Name: "gold 2", Over: loaders.OverSentences, Spans: some()}}
	}
	ex.Rationales = append(ex.Rationales, loaders.Rationale{Name: "predicted", Over: loaders.OverSentences, Spans: some()})
	return ex
}

func classified(r *rand.Rand, i int) *loaders.Example {
	names, p := []string{"cat", "dog", "bird", "none of them"}, r.Float64()
	ex := &loaders.Example{ID: strconv.Itoa(i), Answer: loaders.Answer{Gold: names[i%3], Predicted: names[r.IntN(4)], Probability: &p}}
	ex.Answer.Correct = loaders.VerdictOf(ex.Answer.Gold == ex.Answer.Predicted)
	return ex
}

func predictClass(ex *loaders.Example) {
	certain := 1.0
	ex.Answer.Predicted, ex.Answer.Correct, ex.Answer.Probability = ex.Answer.Gold, loaders.Right, &certain
}

func chained(r *rand.Rand, i int) *loaders.Example {
	verdicts := []loaders.Verdict{loaders.Right, loaders.Right, loaders.Neutral, loaders.Wrong}
	ex := &loaders.Example{ID: strconv.Itoa(i)}
	ex.Answer.Correct = loaders.VerdictOf(r.IntN(2) == 0)
	for k := range 3 + r.IntN(3) {
		m := loaders.Module{Op: "agent " + strconv.Itoa(k%2), Text: strings.Repeat("word ", 1+r.IntN(9)), Place: k}
		gold := verdicts[r.IntN(len(verdicts)-i%2)] // every second chain is sound
		m.Gold = &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: gold}}
		switch i % 3 {
		case 0:
			m.Output.Verdict = &loaders.StepOpinion{Score: new(r.Float64())}
		case 1:
			m.Output.Verdict = &loaders.StepOpinion{Verdict: verdicts[r.IntN(len(verdicts))]}
		}
		if gold == loaders.Wrong && ex.Meta[loaders.BlamedAgent] == "" {
			ex.Describe(loaders.BlamedAgent, m.Op)
		}
		ex.Program = append(ex.Program, m)
	}
	return ex
}

func judgeAsPeople(ex *loaders.Example) {
	for k := range ex.Program {
		m := &ex.Program[k]
		m.Output.Verdict = &loaders.StepOpinion{Verdict: m.Gold.Verdict.Verdict}
	}
}
