package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/gqa"
	"faithscope/loaders/record"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/reasoning"
)

// answerer answers questions one by one. It is safe for concurrent use.
type answerer struct {
	executor *dfol.Executor
	golden   *dfol.Executor // gives operators their gold, nil for none
	source   string         // of the gold
	base     reasoning.Base // nil for the run itself
	problems *loaders.Problems
	path     string // of the questions
	asked    bool   // likelihoods that were asked for are written
	failed   atomic.Int64
	closers  []func()
}

func (a *answerer) close() {
	for _, close := range a.closers {
		close()
	}
}

// answerer returns what answers questions as the flags say.
func (o *runOptions) answerer(ctx context.Context, f *flags, questions *loaders.Run) (*answerer, error) {
	a := &answerer{problems: &questions.Problems, path: questions.Path, asked: o.likelihoods}
	e, done, err := o.executor(ctx, f.options, questions.Path, a.problems)
	if err != nil {
		return nil, err
	}
	a.executor, a.closers = e, append(a.closers, done)
	if f.base != "" {
		if a.base, err = f.readBase(ctx); err != nil {
			a.close()
			return nil, err
		}
	}
	scenes := f.options.Scenes
	if src, err := files.OpenSource(f.options.files, questions.Path); err == nil && scenes == "" {
		if found := (&record.Companion{What: "scene graphs", Is: gqa.Scenes.Detect}).Beside(src); len(found) > 0 {
			scenes = found[0]
		}
		src.Close()
	}
	if scenes == "" {
		return a, nil
	}
	scene, done, err := openOracle(ctx, f.options.files, "golden:"+scenes, e.Concepts, a.problems)
	if err != nil {
		a.close()
		return nil, err
	}
	a.golden, a.source = &dfol.Executor{Concepts: e.Concepts, Scene: scene}, filepath.Base(scenes)
	a.closers = append(a.closers, done)
	return a, nil
}

// answer answers a question, with gold and a tag for its set.
func (a *answerer) answer(ex *loaders.Example) *loaders.Example {
	if ex.Broken != "" {
		a.failed.Add(1)
		return ex
	}
	answered, err := a.executor.Answer(ex)
	if err != nil {
		a.failed.Add(1)
		a.problems.Add(loaders.Problem{File: a.path, Example: ex.ID, What: loaders.Because(err), Done: loaders.Say("the question is not answered")})
	} else if a.golden != nil {
		if err := a.golden.Ground(answered, a.source); err != nil {
			a.problems.Add(loaders.Problem{File: a.path, Example: ex.ID, What: loaders.Because(err), Done: loaders.Say("its operators have the gold of the questions alone")})
		}
	}
	if err == nil && a.asked {
		if likelihoods, err := a.executor.Asked(ex); err == nil { // as it was just asked
			answered.Images[0].Likelihoods = likelihoods
		}
	}
	answered.Tags = slices.DeleteFunc(slices.Clone(ex.Tags), func(tag string) bool { return tag == "easy" || tag == "hard" })
	base := a.base
	if base == nil {
		base = reasoning.Split(slices.Values([]*loaders.Example{answered}))
	}
	if match, ok := base[ex.ID]; ok && match.Easy(false) {
		answered.Tags = append(answered.Tags, "easy")
	} else if ok {
		answered.Tags = append(answered.Tags, "hard")
	}
	return answered
}

// answerAll answers the questions that the part does not have yet, on all
// cores, and writes them in order.
func (a *answerer) answerAll(ctx context.Context, questions *loaders.Run, p *part, shown *progress) error {
	defer shown.end()
	done := p.done
	shown.done = done
	return loaders.Pass(ctx, questions, func(i int, ex *loaders.Example) ([]byte, error) {
		if i < done {
			return nil, nil
		}
		return p.encoder.Line(a.answer(ex))
	}, func(line []byte) error {
		if line == nil {
			return nil
		}
		shown.step()
		return p.write(line)
	})
}

// prepared is a question as DFOL-VQA prepares it.
type prepared struct {
	ID       string            `json:"question_id"`
	Picture  string            `json:"imageId"`
	Question string            `json:"question"`
	Answer   string            `json:"answer"`
	Types    map[string]string `json:"types"`
	Entailed []string          `json:"entailed"`
	Balanced bool              `json:"isBalanced"`
	Program  dfol.Branches     `json:"program"`
}

// writeSets writes the questions of a run that have the tags hard and easy as
// DFOL-VQA does: hard/hard_all.json and easy/easy_all.json in a folder.
func writeSets(ctx context.Context, folder string, run *loaders.Run, c *dfol.Concepts, force bool) error {
	for _, set := range []string{"hard", "easy"} {
		if err := os.MkdirAll(filepath.Join(folder, set), 0o755); err != nil {
			return err
		}
		out, err := create(ctx, filepath.Join(folder, set, set+"_all.json"), nil, force)
		if err != nil {
			return err
		}
		defer out.drop()
		for i := range run.Len() {
			ex := run.Scan(i)
			if !slices.Contains(ex.Tags, set) {
				continue
			}
			line, err := prepare(ex, c)
			if err != nil {
				return fmt.Errorf("--sets: question %s: %w", ex.ID, err)
			}
			if _, err := out.Write(line); err != nil {
				return err
			}
		}
		if err := out.close(); err != nil {
			return err
		}
	}
	return nil
}

// prepare writes a question as a line.
func prepare(ex *loaders.Example, c *dfol.Concepts) ([]byte, error) {
	p, err := dfol.Compile(ex.Program, c)
	if err != nil {
		return nil, err
	}
	program, ok := p.Branches()
	if !ok {
		return nil, fmt.Errorf("its program is not one that DFOL-VQA can write")
	}
	types := map[string]string{"structural": ex.Kind}
	for key, of := range map[string]string{"semantic": "semantic type", "detailed": "detailed type"} {
		if text := ex.Meta[of]; text != "" {
			types[key] = text
		}
	}
	entailed := append([]string{}, ex.Entailed...)
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	err = e.Encode(prepared{ex.ID, dfol.PictureOf(ex), ex.Question, ex.Answer.Gold, types, entailed, !slices.Contains(ex.Tags, "unbalanced"), program})
	return line.Bytes(), err
}
