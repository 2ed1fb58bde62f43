package gqa

import (
	"context"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
)

// idOf is the question_id of a line, "" for none.
func idOf(rec *loaders.Record) string {
	var q struct {
		ID text `json:"question_id"`
	}
	if rec.Decode(&q) != nil {
		return ""
	}
	return string(q.ID)
}

// openQuestions opens GQA's questions: a data set to look at, without
// predictions.
func openQuestions(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := loaders.OpenElements(ctx, src, questionsName, "*", j.asked)
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
	if err := j.openScenes(ctx, src, o); err != nil {
		run.Close()
		return nil, err
	}
	return run, nil
}

// asked is the example of a question without prediction.
func (j *join) asked(rec *loaders.Record) (*loaders.Example, error) {
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
	key := func(record []byte) string { return gjson.GetBytes(record, "question_id").String() }
	run, err := loaders.OpenUnique(ctx, src, preprocessedName, key, j.asked)
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
		for _, dir := range src.Beside(func(e fs.DirEntry) bool { return e.IsDir() && (e.Name() == "hard" || e.Name() == "easy") }) {
			for _, path := range inFolder(src, dir, arePreprocessed) {
				j.readSet(ctx, src, path, filepath.Base(dir), sets)
			}
		}
		return sets
	})
}

func (j *join) readSet(ctx context.Context, src *loaders.Source, path, set string, sets map[string]string) {
	file, err := loaders.OpenSource(src.Files, path)
	if err != nil {
		j.run.Problems.Add(loaders.Problem{File: path, What: err.Error(), Done: "its questions are not known to be " + set})
		return
	}
	lines, err := loaders.FindElements(ctx, file, "", &j.run.Problems)
	if err != nil {
		file.Close()
		j.run.Problems.Add(loaders.Problem{File: path, What: err.Error(), Done: "its questions are not known to be " + set})
		return
	}
	defer func() { _ = lines.Close() }() // it was only read
	// It ends early only where the run is closed.
	_ = lines.Each(ctx, func(rec *loaders.Record) error {
		if id := idOf(rec); id != "" {
			sets[id] = set
		}
		return nil
	})
}
