package gqa

import (
	"context"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
)

// openQuestions opens GQA's questions: a data set to look at, without
// predictions.
func openQuestions(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenElements(ctx, src, questionsName, "*", j.asked)
	if err != nil {
		return nil, err
	}
	return j.alone(ctx, src, o, run)
}

// alone finishes a run that is the questions itself.
func (j *join) alone(ctx context.Context, src *loaders.Source, o loaders.Options, run *loaders.Run) (*loaders.Run, error) {
	j.run = run
	run.Dataset, run.Gold = "GQA", "in the file"
	j.tag(src.Path)
	return run, j.openScenes(ctx, src, o)
}

// asked is the example of a question without prediction.
func (j *join) asked(rec *record.Record) (*loaders.Example, error) {
	var q question
	if err := rec.Decode(&q); err != nil {
		return nil, err
	}
	id := rec.Key
	if id == "" {
		id = string(q.ID)
	}
	ex := q.example(rec, id)
	ex.Tags = append(ex.Tags, j.tags...)
	j.ground(rec, ex, &q)
	return ex, nil
}

// openPreprocessed opens DFOL-VQA's questions. Its programs append to these
// files, so that running them again doubles every line.
func openPreprocessed(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenUnique(ctx, src, preprocessedName, idIn, j.asked)
	if err != nil {
		return nil, err
	}
	return j.alone(ctx, src, o, run)
}

// findSets takes the ids of DFOL-VQA's hard and easy sets from the folders
// hard and easy beside the run, if they are there.
func (j *join) findSets(ctx context.Context, src *loaders.Source) {
	j.sets = sync.OnceValue(func() map[string]string {
		sets := map[string]string{}
		for _, dir := range files.Beside(src, func(_ string, e fs.DirEntry) bool { return e.IsDir() && (e.Name() == "hard" || e.Name() == "easy") }) {
			entries, err := fs.ReadDir(src.Files, dir)
			if err != nil {
				j.run.Problems.Add(loaders.Problem{File: dir, What: err.Error(), Done: "its questions are not known to be " + filepath.Base(dir)})
			}
			for _, e := range entries {
				if e.Type().IsRegular() && setOf(e.Name(), filepath.Base(dir)) != "" {
					j.readSet(ctx, src, filepath.Join(dir, e.Name()), filepath.Base(dir), sets)
				}
			}
		}
		return sets
	})
}

func (j *join) readSet(ctx context.Context, src *loaders.Source, path, set string, sets map[string]string) {
	unknown := func(err error) {
		j.run.Problems.Add(loaders.Problem{File: path, What: err.Error(), Done: "its questions are not known to be " + set})
	}
	file, err := files.OpenSource(src.Files, path)
	if err != nil {
		unknown(err)
		return
	}
	lines, err := index.OpenLines(ctx, file, &j.run.Problems)
	if err != nil {
		file.Close()
		unknown(err)
		return
	}
	defer func() { _ = lines.Close() }() // it was only read
	for i := 0; lines.Wait(ctx, i+1) == nil && i < lines.Len(); i++ {
		line, _, err := lines.Record(i)
		if err != nil {
			unknown(err)
			continue
		}
		if id := idIn(line); id != "" {
			sets[id] = set
		}
	}
}

// idIn is the question_id of a line, "" for none.
func idIn(line []byte) string { return gjson.GetBytes(line, "question_id").String() }
