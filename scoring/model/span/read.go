package span

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

const (
	longest   = 8   // words of a span
	mostWords = 300 // of a passage; the model ignores more
)

// ForwardPass holds what the network computed for a question and a passage.
type ForwardPass struct {
	Answerable                          float64
	tape                                gradientTape
	question, passage, start, end, none *tapeNode
	shares                              []float64 // longest for each start, then of no answer
}

// ReadPassage runs the network on words. Vectors replace the words' own unless nil; features of matching
// words stay. Without words, a question is an unknown word and a passage a full stop.
func (n *Network) ReadPassage(questionWords, passageWords []string, questionVectors, passageVectors [][]float64) *ForwardPass {
	if len(questionWords) == 0 {
		questionWords, questionVectors = []string{"<unk>"}, nil
	}
	if len(passageWords) == 0 {
		passageWords, passageVectors = []string{"."}, nil
	}
	passageWords = passageWords[:min(len(passageWords), mostWords)]
	r := &ForwardPass{question: n.vectorsOf(questionWords, questionVectors), passage: n.vectorsOf(passageWords, passageVectors)}
	t, kind, features := &r.tape, n.kindOf(questionWords), n.featuresOf(passageWords, questionWords)
	asked := n.asked.passForward(t, r.question, tanh)
	summary := t.joinColumns(t.averageRows(t.scoreRows(&tapeNode{value: n.attend.weights}, asked), asked), kind)
	aligned := t.averageRows(t.scoreRows(n.align.passForward(t, r.passage, relu), n.align.passForward(t, r.question, relu)), r.question)
	x := n.input.passForward(t, t.joinColumns(r.passage, aligned, features, n.near.passForward(t, features, tanh)), relu)
	x = n.mix.passForward(t, t.joinColumns(x, summary), relu)
	for i := range n.wide {
		x = t.addNodes(x, n.wide[i].passForward(t, x, relu))
	}
	r.start = t.scoreRows(n.start.passForward(t, summary, identity), x)
	r.end = t.scoreRows(n.end.passForward(t, summary, identity), x)
	whole := t.joinColumns(t.pickLargest(x), t.averageRows(r.start, x), kind, t.pickLargest(features))
	r.none = n.none.passForward(t, n.noneHidden.passForward(t, whole, relu), identity)
	r.shareScores(r.start.value.RawRowView(0), r.end.value.RawRowView(0))
	return r
}

func (n *Network) vectorsOf(words []string, givenVectors [][]float64) *tapeNode {
	x := mat.NewDense(len(words), Width, nil)
	for i, word := range words {
		if x.SetRow(i, n.VectorOf(word)); givenVectors != nil {
			x.SetRow(i, givenVectors[i])
		}
	}
	return &tapeNode{value: x}
}

func (r *ForwardPass) shareScores(startScores, endScores []float64) {
	for i, from := range startScores {
		for k := range longest {
			score := math.Inf(-1)
			if i+k < len(endScores) {
				score = from + endScores[i+k]
			}
			r.shares = append(r.shares, score)
		}
	}
	r.shares = append(r.shares, r.none.value.At(0, 0))
	toShares(r.shares)
	r.Answerable = 1 - r.shares[len(r.shares)-1]
}

// AnswerableGradient returns the derivative of [ForwardPass.Answerable], or of its log odds, by the vectors of
// the question's and the passage's words. It may be called once.
func (r *ForwardPass) AnswerableGradient(ofLogOdds bool) (question, passage *mat.Dense) {
	last := len(r.shares) - 1
	spans, none := r.shares[last], -r.shares[last]*r.Answerable
	if ofLogOdds {
		spans, none = 1/r.Answerable, -1
	}
	start, end := zerosLike(r.start.value), zerosLike(r.end.value)
	for at, share := range r.shares[:last] {
		if i, k := at/longest, at/longest+at%longest; k < last/longest {
			start.Set(0, i, start.At(0, i)+float64(share*spans))
			end.Set(0, k, end.At(0, k)+float64(share*spans))
		}
	}
	r.start.addGradient(start)
	r.end.addGradient(end)
	r.none.addGradient(mat.NewDense(1, 1, []float64{none}))
	for _, step := range slices.Backward(r.tape.steps) {
		step()
	}
	return r.question.gradient, r.passage.gradient
}
