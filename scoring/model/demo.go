package model

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"

	"faithscope/loaders"
	"faithscope/scoring/model/span"
)

//go:embed demo.bin.zst
var demoWeights []byte

// A bag of words: u and v are the mean word vectors of premise and hypothesis, x = [u, v, |u-v|,
// u·v], h = max(0, W1 x + b1), p = softmax(W2 h + b2).
type demoClassifier struct {
	dim    int
	rows   map[string]int
	emb    [][]float64 // row 1 is the unknown word
	w1, w2 [][]float64
	b1, b2 []float64
}

// Demo returns a built-in model of natural language inference, with gradients.
var Demo = sync.OnceValue(func() Differentiable {
	m := decodeDemo(span.Unpack(demoWeights))
	return &builtInModel{
		&Declaration{
			Faithscope: 1, Model: "bow", Version: "2500e24b842a6d2d", Labels: loaders.Labels, Inputs: []string{"premise", "hypothesis"},
			Outputs: Distribution, MaxBatch: 256, Gradients: true, Unknown: UnknownWord,
		},
		func(in Input) []float64 { return m.forwardPass(m.wordVectors(in)).p }, m.wordVectors, m.backwardPass,
	}
})

type builtInModel struct {
	declaration *Declaration
	answer      func(Input) []float64
	vectors     func(Input) Vectors
	gradientAt  func(GradientPoint) (probabilities []float64, gradient Vectors)
}

func (m *builtInModel) Declaration() *Declaration { return m.declaration }

func (m *builtInModel) Close() error { return nil }

func (m *builtInModel) Ask(ctx context.Context, inputBatch []Input) (Answers, error) {
	return loaders.Map(inputBatch, m.answer), ctx.Err()
}

func (m *builtInModel) Vectors(ctx context.Context, inputBatch []Input) ([]Vectors, error) {
	return loaders.Map(inputBatch, m.vectors), ctx.Err()
}

func (m *builtInModel) At(ctx context.Context, gradientPoints []GradientPoint) (probabilities Answers, gradients []Vectors,
	err error) {
	for _, point := range gradientPoints {
		p, g := m.gradientAt(point)
		probabilities, gradients = append(probabilities, p), append(gradients, g)
	}
	return probabilities, gradients, ctx.Err()
}

// DemoName is the demo on a command line, without modules.
const DemoName = "demo"

// The format is NLIB, five little-endian uint32 (version 1, words, dimensions, hidden units,
// labels), matrices of half-precision numbers row by row, and a line per word. It panics if there
// are fewer lines than words.
func decodeDemo(b []byte) *demoClassifier {
	var head struct {
		_                      [8]byte // magic, version
		Words, Dim, Hidden, Of uint32
	}
	r := bytes.NewReader(b)
	_ = binary.Read(r, binary.LittleEndian, &head) // a test reads what is embedded
	m := &demoClassifier{dim: int(head.Dim), rows: map[string]int{}}
	matrix := func(rows, columns uint32) [][]float64 {
		return loaders.Fill(int(rows), func(int) []float64 {
			halves := make([]uint16, columns)
			_ = binary.Read(r, binary.LittleEndian, halves)
			return loaders.Map(halves, fromHalf)
		})
	}
	m.emb = matrix(head.Words, head.Dim)
	m.w1, m.b1 = matrix(head.Hidden, 4*head.Dim), matrix(1, head.Hidden)[0]
	m.w2, m.b2 = matrix(head.Of, head.Hidden), matrix(1, head.Of)[0]
	for i, word := range strings.Split(string(b[len(b)-r.Len():]), "\n")[:head.Words] {
		m.rows[word] = i
	}
	return m
}

// fromHalf reads no infinities and NaN, because the weights have none.
func fromHalf(h uint16) float64 {
	e, f := int(h>>10&31), float64(h&1023)
	if e == 0 {
		e = 1
	} else {
		f += 1024
	}
	if h>>15 != 0 {
		f = -f
	}
	return math.Ldexp(f, e-25)
}

func (m *demoClassifier) wordVectors(modelInput Input) Vectors {
	return loaders.Map(modelInput, func(t Text) TextVectors {
		words := t.Tokens
		if words == nil {
			words = tokenise(t.Raw)
		}
		return loaders.Map(words, func(w string) []float64 {
			row, known := m.rows[strings.ToLower(w)]
			if !known {
				row = 1
			}
			return m.emb[row]
		})
	})
}

type forwardResult struct{ u, v, h, p []float64 }

func (m *demoClassifier) forwardPass(x Vectors) forwardResult {
	f := forwardResult{u: m.meanVector(x[0]), v: m.meanVector(x[1]), h: make([]float64, len(m.b1)), p: make([]float64, len(m.b2))}
	in := make([]float64, 4*m.dim)
	for d, u := range f.u {
		v := f.v[d]
		in[d], in[m.dim+d], in[2*m.dim+d], in[3*m.dim+d] = u, v, math.Abs(u-v), u*v
	}
	for j, row := range m.w1 {
		f.h[j] = max(0, dotProduct(row, in)+m.b1[j])
	}
	for k, row := range m.w2 {
		f.p[k] = dotProduct(row, f.h) + m.b2[k]
	}
	most, sum := slices.Max(f.p), 0.0
	for k, x := range f.p {
		f.p[k] = math.Exp(x - most)
		sum += f.p[k]
	}
	for k := range f.p {
		f.p[k] /= sum
	}
	return f
}

func (m *demoClassifier) meanVector(wordVectors TextVectors) []float64 {
	mean := make([]float64, m.dim)
	for _, v := range wordVectors {
		floats.Add(mean, v)
	}
	for d := range mean {
		mean[d] /= float64(max(len(wordVectors), 1))
	}
	return mean
}

// All words of a text share one slice, because the model sees their mean.
func (m *demoClassifier) backwardPass(point GradientPoint) ([]float64, Vectors) {
	f, back := m.forwardPass(point.Vectors), make([]float64, len(m.b1))
	for k, row := range m.w2 {
		one := 0.0
		if k == point.Target {
			one = 1
		}
		if !point.Logit {
			one = f.p[point.Target] * (one - f.p[k])
		}
		for j, w := range row {
			if f.h[j] > 0 {
				back[j] += float64(w * one)
			}
		}
	}
	g := make([]float64, 4*m.dim)
	for j, row := range m.w1 {
		for i, w := range row {
			g[i] += float64(w * back[j])
		}
	}
	gu, gv := make([]float64, m.dim), make([]float64, m.dim)
	for d := range gu {
		sign := 0.0
		if f.u[d] != f.v[d] {
			sign = math.Copysign(1, f.u[d]-f.v[d])
		}
		gu[d] = (g[d] + float64(sign*g[2*m.dim+d]) + float64(f.v[d]*g[3*m.dim+d])) / float64(max(len(point.Vectors[0]), 1))
		gv[d] = (g[m.dim+d] - float64(sign*g[2*m.dim+d]) + float64(f.u[d]*g[3*m.dim+d])) / float64(max(len(point.Vectors[1]), 1))
	}
	same := func(n int, g []float64) TextVectors { return loaders.Fill(n, func(int) []float64 { return g }) }
	return f.p, Vectors{same(len(point.Vectors[0]), gu), same(len(point.Vectors[1]), gv)}
}

func dotProduct(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}
