package model

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"faithscope/loaders"
)

// Asker asks each different input once, in batches. It is safe for concurrent use.
type Asker struct {
	Model
	Cache *AnswerCache
	// inputs, points and calls answered
	Asked atomic.Int64

	mu    sync.Mutex
	open  int // batches
	since time.Time
	busy  time.Duration
}

// Busy returns the time with a batch open, without those open now.
func (a *Asker) Busy() time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.busy
}

// Overlapping batches count once.
func (a *Asker) beginBatch() (end func(answered int)) {
	count := func(by int) {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.open == 0 {
			a.since = time.Now()
		}
		if a.open += by; a.open == 0 {
			a.busy += time.Since(a.since)
		}
	}
	count(1)
	return func(answered int) {
		count(-1)
		a.Asked.Add(int64(answered))
	}
}

// Vectors needs a [Differentiable] model; it keeps nothing.
func (a *Asker) Vectors(ctx context.Context, inputBatch []Input) ([]Vectors, error) {
	defer a.beginBatch()(0)
	return a.Model.(Differentiable).Vectors(ctx, inputBatch)
}

// At is [Differentiable]'s for any number of points, in batches. It keeps nothing; the first error
// ends it.
func (a *Asker) At(ctx context.Context, gradientPoints []GradientPoint) (probabilities Answers, gradients []Vectors, err error) {
	for batch := range slices.Chunk(gradientPoints, a.Declaration().MaxBatch) {
		end := a.beginBatch()
		p, g, err := a.Model.(Differentiable).At(ctx, batch)
		if end(len(p)); err != nil {
			return nil, nil, err
		}
		probabilities, gradients = append(probabilities, p...), append(gradients, g...)
	}
	return probabilities, gradients, nil
}

// Ask takes any number of inputs and keeps answers. An error loses this call's answers, but not
// kept ones.
func (a *Asker) Ask(ctx context.Context, inputs []Input) (Answers, error) {
	answers, waiting := make(Answers, len(inputs)), map[string][]int{}
	var open []string
	for i, in := range inputs {
		key := in.Key()
		if p, ok := a.Cache.answerTo(key); ok {
			answers[i] = p[0]
			continue
		}
		if waiting[key] == nil {
			open = append(open, key)
		}
		waiting[key] = append(waiting[key], i)
	}
	for keys := range slices.Chunk(open, a.Declaration().MaxBatch) {
		batch := loaders.Map(keys, func(key string) Input { return inputs[waiting[key][0]] })
		end := a.beginBatch()
		list, err := a.Model.Ask(ctx, batch)
		if end(len(list)); err != nil {
			return nil, err
		}
		for i, key := range keys {
			a.Cache.addAnswer(key, cachedAnswer{Probs: list[i], Inputs: loaders.Map(batch[i], func(t Text) cachedText { return cachedText(t) })})
			for _, at := range waiting[key] {
				answers[at] = list[i]
			}
		}
	}
	return answers, nil
}

// Return asks once for each different call and keeps results, but no error. It is an error without
// modules.
func (a *Asker) Return(ctx context.Context, moduleCall *ModuleCall) (Answers, error) {
	m, ok := a.Model.(ModularModel)
	if !ok {
		return nil, errNoModules
	}
	text, err := json.Marshal(moduleCall)
	if err != nil {
		return nil, err
	}
	if lists, ok := a.Cache.answerTo(string(text)); ok {
		return lists, nil
	}
	end := a.beginBatch()
	lists, err := m.Return(ctx, text)
	if end(min(1, len(lists))); err == nil {
		a.Cache.addAnswer(string(text), cachedAnswer{Call: text, Lists: lists})
	}
	return lists, err
}
