package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/native"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/executor/nmn"
	"faithscope/views"
)

// programs runs the programs of the runs on screen.
type programs struct {
	oracle  *dfol.Executor // nil for none
	counter *nmn.Counter   // nil for an untrained one
	mu      sync.Mutex
	of      map[*loaders.Run]*nmn.Executor // nil where no program is one of neural modules
}

// giveTo lets a session run programs, on the oracle that was named if any, and
// save what comes of them. done is to be called when the session ends.
func (o *programOptions) giveTo(ctx context.Context, s *views.Session, f *flags, runs []*loaders.Run) (done func(), err error) {
	p := &programs{of: map[*loaders.Run]*nmn.Executor{}}
	if p.counter, err = o.weights(f); err != nil {
		return nil, err
	}
	done = func() {}
	if o.oracle != "" && len(runs) > 0 {
		if p.oracle, done, err = o.executor(ctx, f.options, runs[0].Path, &runs[0].Problems); err != nil {
			return nil, err
		}
	}
	s.Executor, s.Oracle, s.Reading = p.executor, p.oracle, o.reading()
	s.Save = func(run *loaders.Run, ex *loaders.Example) (string, error) { return saveCounterfactual(ctx, run, ex) }
	return done, nil
}

// executor returns what runs a run's programs: how it counts is found out once.
func (p *programs) executor(ctx context.Context, run *loaders.Run, reading nmn.Reading) executor.Executor {
	p.mu.Lock()
	defer p.mu.Unlock()
	modules, ok := p.of[run]
	if !ok {
		if e, ok := nmn.For(ctx, run, p.counter); ok {
			modules = e
		}
		p.of[run] = modules
	}
	x := &known{oracle: p.oracle}
	if modules != nil {
		x.modules = modules.As(reading)
	}
	return x
}

// known runs a program on the oracle where this knows the very boxes of the
// example's picture, over a passage as it was logged, else as one of neural
// modules.
type known struct {
	oracle  *dfol.Executor
	modules *nmn.Executor // nil for none
}

// Run implements [executor.Executor].
func (k *known) Run(ex *loaders.Example, changes executor.Changes) (*executor.Outcome, error) {
	if k.oracle != nil && len(ex.Images) == 1 {
		scene, err := k.oracle.Scene(dfol.PictureOf(ex))
		if err == nil && scene.Len() == len(ex.Images[0].Proposals) && (scene.Boxes == nil || slices.Equal(scene.Boxes, ex.Images[0].Proposals)) {
			return k.oracle.Run(ex, changes)
		}
	}
	switch {
	case ex.Passage != nil:
		return executor.Logged{}.Run(ex, changes)
	case k.modules != nil:
		return k.modules.Run(ex, changes)
	case k.oracle != nil:
		return nil, errors.New("the oracle does not know the boxes of this picture")
	}
	return nil, errors.New("none of the run's programs is one of neural modules; one of first-order logic needs --oracle")
}

// mostSaved bounds the names that are tried for a file.
const mostSaved = 1000

// saveCounterfactual writes an example to a run of its own in the folder that
// the program was started in, and returns the file's name. Nothing is replaced.
func saveCounterfactual(ctx context.Context, run *loaders.Run, ex *loaders.Example) (path string, err error) {
	name := fileName(run.Name) + "-what-if"
	for n := 1; ; n++ {
		if path = fmt.Sprintf("%s-%d.jsonl", name, n); n > mostSaved {
			return "", fmt.Errorf("%s exists, and %d before it", path, mostSaved)
		}
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	out, err := create(ctx, path, nil, false)
	if err != nil {
		return "", err
	}
	h := native.HeaderOf(run)
	h.Name, h.Note = runName(path), "Counterfactual: modules of "+run.Name+" were changed by hand, as the key \"what if\" of each example's meta says."
	h.ImageRoot = ""
	if root, ok := imageRoot(run, path); ok {
		h.ImageRoot = root
	}
	if err := native.Write(out, h, slices.Values([]*loaders.Example{ex})); err != nil {
		out.drop()
		return "", err
	}
	return path, out.close()
}

// fileName is a run's name as the name of a file in this folder.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, filepath.Base(loaders.Clean(name)))
	if name = strings.TrimLeft(name, ".-"); name == "" {
		return "run"
	}
	return name
}
