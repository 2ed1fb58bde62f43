package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"faithscope/loaders"
)

// ErrGone means that a model no longer answers.
var ErrGone = errors.New("the model no longer answers")

// commandModel sends one request at a time, so that a failure belongs to it.
type commandModel struct {
	words  []string
	limits Limits
	from   time.Duration // to end after its input
	turn   chan struct{}
	of     *Declaration
	now    *modelProcess
	left   int // starts
	ids    int
}

// StartLines starts a process and returns its model once declared. The caller closes it.
func StartLines(ctx context.Context, commandWords []string, limits Limits) (Differentiable, error) {
	m := &commandModel{words: commandWords, limits: limits, from: 2 * time.Second, turn: make(chan struct{}, 1), left: limits.Restarts + 1}
	err := m.startProcess(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", commandWords[0], err)
	}
	m.of = m.now.declared
	return m, nil
}

func (m *commandModel) Declaration() *Declaration { return m.of }

func (m *commandModel) Close() error {
	m.turn <- struct{}{}
	m.left = 0
	m.endProcess(m.from)
	<-m.turn
	return nil
}

func (m *commandModel) endProcess(maxWait time.Duration) {
	if m.now != nil {
		m.now.endGroup(maxWait)
		m.now = nil
	}
}

// A changed declaration leaves no starts, because earlier answers would not compare.
func (m *commandModel) startProcess(ctx context.Context) error {
	m.left--
	p, err := spawnProcess(m.words, m.limits.Reply)
	if err != nil {
		return err
	}
	m.now = p
	line, err := p.readLine(ctx, m.limits.Start)
	var d Declaration
	if err == nil && json.Unmarshal(line, &d) != nil {
		err = fmt.Errorf("its first line is not a declaration: %.80q", line)
	}
	if err == nil {
		err = d.checkComplete()
	}
	isSame := func(was *Declaration) bool {
		return was.Version == d.Version && slices.Equal(was.Labels, d.Labels) && slices.Equal(was.Inputs, d.Inputs)
	}
	if err == nil && m.of != nil && !isSame(m.of) {
		m.left, err = 0, errors.New("it now declares a different version or different labels")
	}
	if err != nil {
		m.endProcess(0)
		return p.explainError(err)
	}
	p.declared = &d
	return nil
}

func (m *commandModel) Ask(ctx context.Context, inputBatch []Input) (Answers, error) {
	r, err := m.exchangeLine(ctx, &request{Batch: m.namedTexts(inputBatch)})
	if err != nil {
		return nil, err
	}
	return m.probabilitiesOf(r, len(inputBatch))
}

func (m *commandModel) namedTexts(inputBatch []Input) []map[string]Text {
	return loaders.Map(inputBatch, func(in Input) map[string]Text { return namedBy(m.of.Inputs, in) })
}

func (m *commandModel) probabilitiesOf(r *reply, inputCount int) (Answers, error) {
	if len(r.Probs) != inputCount {
		return nil, fmt.Errorf("it answered %d of %d inputs", len(r.Probs), inputCount)
	}
	all := make(Answers, inputCount)
	for i, raw := range r.Probs {
		var p []float64
		err := json.Unmarshal(raw, &p)
		if err != nil {
			p = make([]float64, 1)
			err = json.Unmarshal(raw, &p[0])
		}
		if err != nil || bytes.Contains(raw, []byte("null")) {
			return nil, fmt.Errorf("it returned %.80q instead of numbers", raw)
		}
		if all[i], err = m.of.Probabilities(p); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (m *commandModel) Vectors(ctx context.Context, inputBatch []Input) ([]Vectors, error) {
	r, err := m.exchangeLine(ctx, &request{Batch: m.namedTexts(inputBatch), Want: "vectors"})
	if err != nil {
		return nil, err
	}
	return m.vectorsOf(r.Vectors, len(inputBatch))
}

func (m *commandModel) vectorsOf(namedVectors []map[string]TextVectors, inputCount int) ([]Vectors, error) {
	if len(namedVectors) != inputCount {
		return nil, fmt.Errorf("it returned vectors for %d of %d inputs", len(namedVectors), inputCount)
	}
	return loaders.Map(namedVectors, func(named map[string]TextVectors) Vectors {
		return loaders.Map(m.of.Inputs, func(name string) TextVectors { return append(TextVectors{}, named[name]...) })
	}), nil
}

// At sends one line for all points. If one wants the logit's gradient, all get it. Gradients of
// another form than the vectors are an error, returned with the answer.
func (m *commandModel) At(ctx context.Context, gradientPoints []GradientPoint) (Answers, []Vectors, error) {
	q := request{Want: "gradients"}
	for _, at := range gradientPoints {
		q.Batch, q.Vectors = append(q.Batch, namedBy(m.of.Inputs, at.Input)), append(q.Vectors, namedBy(m.of.Inputs, at.Vectors))
		q.Target = append(q.Target, at.Target)
		if at.Logit {
			q.Of = "logit"
		}
	}
	r, err := m.exchangeLine(ctx, &q)
	if err != nil {
		return nil, nil, err
	}
	p, err := m.probabilitiesOf(r, len(gradientPoints))
	if err != nil {
		return nil, nil, err
	}
	g, err := m.vectorsOf(r.Gradients, len(gradientPoints))
	for i, at := range gradientPoints {
		if err == nil && !sameForm(g[i], at.Vectors) {
			err = errors.New("its gradients and vectors have different shapes")
		}
	}
	return p, g, err
}

// A process that is late, dies or answers something else is ended, until no starts are left
// ([ErrGone]). If ctx ended, the start isn't counted, because the process is not to blame.
func (m *commandModel) exchangeLine(ctx context.Context, requestValue any) (*reply, error) {
	text, err := json.Marshal(requestValue)
	if err != nil {
		return nil, err
	}
	select {
	case m.turn <- struct{}{}:
		defer func() { <-m.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if m.now == nil {
		if m.left <= 0 {
			return nil, fmt.Errorf("%w after %s", ErrGone, loaders.Count(m.limits.Restarts, "restart"))
		}
		if err := m.startProcess(ctx); err != nil {
			return nil, err
		}
	}
	m.ids++
	p := m.now
	r, err := p.exchangeRequest(ctx, m.ids, text, m.limits.Batch)
	if err != nil {
		m.endProcess(0)
		if ctx.Err() != nil {
			m.left++
		}
		return nil, p.explainError(err)
	}
	if r.Error != "" {
		return nil, fmt.Errorf("it reported: %.300s", loaders.Clean(r.Error))
	}
	return r, nil
}

// Return accepts a list of numbers, or one per picture.
func (m *commandModel) Return(ctx context.Context, moduleCall json.RawMessage) (Answers, error) {
	r, err := m.exchangeLine(ctx, moduleCall)
	if err != nil {
		return nil, err
	}
	var lists Answers
	var list []float64
	switch {
	case bytes.Contains(r.Output, []byte("null")):
	case json.Unmarshal(r.Output, &list) == nil:
		return Answers{list}, nil
	case json.Unmarshal(r.Output, &lists) == nil:
		return lists, nil
	}
	return nil, fmt.Errorf("it returned %.80q, which is neither a list of numbers nor one list per picture", r.Output)
}
