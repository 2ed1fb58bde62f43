// Package answering answers questions by running their programs, and continues runs that were
// stopped.
package answering

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/progress"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/writer"
	"faithscope/loaders/gqa"
	"faithscope/loaders/native"
	"faithscope/loaders/record"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/protocols/reasoning"
	"faithscope/scoring/table"
)

// Answerer answers questions. It is safe for concurrent use.
type Answerer struct {
	Executor *dfol.Executor
	golden   *dfol.Executor      // gives operators their gold; nil: none
	Source   string              // of the gold
	Base     reasoning.BaseModel // nil for the run itself
	problems *loaders.Problems
	path     string // of the questions
	Asked    bool   // writes the likelihoods that were asked for
	Failed   atomic.Int64
	matched  sync.Once // the problem about matching by overlap
	close    func()
}

// Close closes the oracle and the scene graphs. It returns nil.
func (a *Answerer) Close() error {
	a.close()
	return nil
}

// New returns an Answerer, to be closed by the caller. It fails if the oracle, the base run or the
// scene graphs can't be read; bad records become problems of questionRun.
func New(ctx context.Context, f *opening.Flags, o *oracle.Options, questionRun *loaders.Run) (a *Answerer, err error) {
	var base reasoning.BaseModel
	if f.Base != "" {
		f.Options.Simulate = simulate(f, o)
		if base, err = f.ReadBase(); err != nil {
			return nil, err
		}
	}
	if a, err = openOracle(ctx, f.Options, o, questionRun); err == nil {
		a.Base = base
	}
	return a, err
}

func simulate(f *opening.Flags, o *oracle.Options) func(ctx context.Context, run *loaders.Run, name string) error {
	return func(ctx context.Context, run *loaders.Run, name string) error {
		own := *o
		own.Oracle = name
		a, err := openOracle(ctx, f.Options, &own, run)
		if err == nil {
			run.Own(a)
			run.Alter(a.Answer)
			run.Name, run.Model, run.Note = "simulated", "∇-FOL on "+name, "simulated answers"
		}
		return err
	}
}

// openOracle also opens scene graphs that a flag names or that are beside the questions, because
// operators get gold only from these.
func openOracle(ctx context.Context, openOptions opening.Options, o *oracle.Options, questionRun *loaders.Run) (*Answerer, error) {
	e, done, err := o.Executor(ctx, openOptions, questionRun)
	if err != nil {
		return nil, err
	}
	a := &Answerer{Executor: e, problems: &questionRun.Problems, path: questionRun.Path, close: done}
	scenes := openOptions.Of(loaders.SceneFile)
	if src, err := files.OpenSource(openOptions.Files, questionRun.Path); err == nil && scenes == "" {
		beside := (&record.CompanionFile{Is: gqa.Scenes.Detect}).Beside(src)
		scenes = cmp.Or(gqa.ChooseScenes(ctx, src, questionRun, beside, record.KeyOf("imageId", "meta.image"))...)
		src.Close()
	}
	if scenes == "" {
		return a, nil
	}
	scene, closeScenes, err := oracle.OpenOracle(ctx, openOptions.Files, "golden:"+scenes, e.Concepts, a.problems)
	if err != nil {
		done()
		return nil, err
	}
	a.golden, a.Source = &dfol.Executor{Concepts: e.Concepts, Scene: scene}, filepath.Base(scenes)
	a.close = func() {
		done()
		closeScenes()
	}
	return a, nil
}

// Answer tags a copy easy if a.Base or, without one, this answer is right, else hard; a
// question that a.Base lacks gets neither. A question that can't be run becomes a problem, so that the
// others are still answered.
func (a *Answerer) Answer(ex *loaders.Example) *loaders.Example {
	if ex.Broken != "" {
		a.Failed.Add(1)
		return ex
	}
	answered, err := a.Executor.Answer(ex)
	if err != nil {
		a.Failed.Add(1)
		a.reportProblem(ex, "%w; question left unanswered", err)
	} else if a.golden != nil {
		if err := a.golden.Ground(answered, a.Source); err != nil {
			a.reportProblem(ex, "%w; only the question file's gold output is used", err)
		}
	}
	if err == nil && a.Asked {
		if likelihoods, err := a.Executor.Asked(ex); err == nil { // just asked
			answered.Images[0].Likelihoods = likelihoods
		}
	}
	answered.Tags = loaders.Filter(ex.Tags, func(tag string) bool { return tag != "easy" && tag != "hard" })
	base := a.Base
	if base == nil {
		base = reasoning.Split(slices.Values([]*loaders.Example{answered}))
	}
	if match, ok := base[ex.ID]; ok {
		answered.Tags = append(answered.Tags, loaders.IfElse(match.Easy(reasoning.ByEquality), "easy", "hard"))
	}
	return answered
}

func (a *Answerer) reportProblem(ex *loaders.Example, format string, args ...any) {
	a.problems.Add(loaders.Problem{File: a.path, Example: ex.ID}.Worded(format, args...))
}

// WriteSets writes the questions tagged hard and easy in DFOL-VQA's form to hard/hard_all.json and
// easy/easy_all.json. It replaces files only with force, and fails if a question can't be written.
func WriteSets(ctx context.Context, folder string, run *loaders.Run, c *dfol.ConceptCategories, force bool) error {
	for _, set := range []string{"hard", "easy"} {
		to, err := (&output.Target{Path: folder, Force: force}).Inside(set, set+"_all.json")
		if err != nil {
			return err
		}
		if err := to.Write(ctx, nil, func(w io.Writer) error {
			for i := range run.Len() {
				ex := run.Scan(i)
				if !slices.Contains(ex.Tags, set) {
					continue
				}
				if err := prepareQuestion(w, ex, c); err != nil {
					return fmt.Errorf("can't write question %s to the --sets folder: %w", ex.ID, err)
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// prepareQuestion writes a question as DFOL-VQA prepares it, so that the authors' code runs it.
// Programs that can't be compiled, or whose form DFOL-VQA lacks, are an error.
func prepareQuestion(w io.Writer, ex *loaders.Example, c *dfol.ConceptCategories) error {
	p, err := dfol.Compile(ex.Program, c)
	if err != nil {
		return err
	}
	program, ok := p.Branches()
	if !ok {
		return errors.New("DFOL-VQA can't express this program")
	}
	types := map[string]string{"structural": ex.Kind}
	for key, of := range map[string]string{"semantic": "semantic type", "detailed": "detailed type"} {
		if text := ex.Meta[of]; text != "" {
			types[key] = text
		}
	}
	entailed := append([]string{}, ex.Entailed...)
	return loaders.EncodeJSON(w, table.Named("question_id", ex.ID, "imageId", dfol.PictureOf(ex), "question", ex.Question,
		"answer", ex.Answer.Gold, "types", types, "entailed", entailed, "isBalanced", !slices.Contains(ex.Tags, "unbalanced"),
		"program", program))
}

// PartialRun is the beginning of a run that is being written, in a file beside it, so that a stopped run
// can be continued.
type PartialRun struct {
	Path    string
	file    *os.File
	encoder *native.Encoder
	Done    int
}

// Fill adds the result of answerExample for missing examples: on all cores, in order, each at once, so
// that little is lost if the program is killed. It stops at the first error and ends progressLine.
func (p *PartialRun) Fill(
	ctx context.Context, run *loaders.Run, progressLine *progress.ProgressLine, answerExample func(ex *loaders.Example) (*loaders.Example,
		error),
) error {
	defer progressLine.End()
	done := p.Done
	progressLine.Done = done
	return loaders.Pass(ctx, run, func(i int, ex *loaders.Example) ([]byte, error) {
		if i < done {
			return nil, nil
		}
		out, err := answerExample(ex)
		if err != nil {
			return nil, err
		}
		return p.encoder.Line(out)
	}, func(line []byte) error {
		if line == nil {
			return nil
		}
		progressLine.Step()
		_, err := p.file.Write(line)
		if err == nil {
			p.Done++
		}
		return err
	})
}

// OpenPart opens and locks outputPath.part. It fails if that has another header, is locked or irregular,
// and if the run exists. With force it starts over, and the run may be replaced.
func OpenPart(outputPath string, h native.Header, force bool) (*PartialRun, error) {
	_, err := writer.Check(outputPath, force)
	if err != nil {
		return nil, err
	}
	p := &PartialRun{Path: outputPath + ".part"}
	if p.file, _, err = writer.Open(p.Path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Path, err)
	}
	if err = writer.Lock(p.file); errors.Is(err, writer.ErrLocked) {
		err = fmt.Errorf("%s: %w", p.Path, err)
	} else if err = nil; force {
		err = p.file.Truncate(0)
	}
	if err == nil {
		err = p.resumeFile(h)
	}
	if err != nil {
		p.file.Close()
		return nil, err
	}
	return p, nil
}

// resumeFile cuts off an unfinished line, which a killed command leaves. Another header than h is an
// error, because the file has other settings.
func (p *PartialRun) resumeFile(h native.Header) error {
	var head bytes.Buffer
	var err error
	if p.encoder, err = native.NewEncoder(&head, h); err != nil {
		return err
	}
	size, lines, err := wholeLines(p.file, head.Bytes())
	if err != nil {
		return fmt.Errorf("%s: %w; use --force to start over", p.Path, err)
	}
	if err := p.file.Truncate(size); err != nil {
		return err
	}
	if _, err := p.file.Seek(size, io.SeekStart); err != nil {
		return err
	}
	if lines == 0 {
		_, err := p.file.Write(head.Bytes())
		return err
	}
	p.Done = lines - 1
	return nil
}

// wholeLines counts the finished lines of r and their bytes. The first must be firstLine, so that
// nobody's own file is cut off; an unfinished one counts as none.
func wholeLines(r io.Reader, firstLine []byte) (size int64, lines int, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		switch {
		case lines == 0 && !bytes.HasPrefix(firstLine, line):
			return 0, 0, errors.New("the file belongs to another run or was written with different settings")
		case errors.Is(err, io.EOF): // cut off
			return size, lines, nil
		case err != nil:
			return 0, 0, err
		}
		size, lines = size+int64(len(line)), lines+1
	}
}

// Close closes the file, which stays. A second call does nothing.
func (p *PartialRun) Close() error {
	if p.file == nil {
		return nil
	}
	err := p.file.Close()
	p.file = nil
	return err
}

// Finish copies the part to its target, with its compression, and removes the part. If that fails,
// the part stays.
func (p *PartialRun) Finish(ctx context.Context, outputTarget *output.Target) error {
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := outputTarget.Write(ctx, nil, func(w io.Writer) error {
		_, err := io.Copy(w, p.file)
		return err
	}); err != nil {
		return err
	}
	return errors.Join(p.Close(), os.Remove(p.Path))
}
