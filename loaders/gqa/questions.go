package gqa

import (
	"context"

	"faithscope/loaders"
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
	if q.polarly(ex, j.set) {
		ex.Images[0].Path = rec.Picture(j.run, ex.Images[0].Path)
		return ex, nil
	}
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

// Questions reads GQA's and GQA-OOD's questions: a dictionary by id.
var Questions = loaders.Format{
	Name:   questionsName,
	About:  "questions of GQA and GQA-OOD with their programs, and scene graphs beside them",
	Boxes:  conventionOfBoxes,
	Sign:   "an object of objects with the keys question, imageId and one of semantic, types and isBalanced",
	Keys:   []string{"question", "imageId", "semantic"},
	Detect: areQuestions,
	Open:   openQuestions,
}

// Preprocessed reads DFOL-VQA's questions, one a line, also its hard and easy
// sets.
var Preprocessed = loaders.Format{
	Name:   preprocessedName,
	About:  "questions as DFOL-VQA prepares them (JSON Lines), also its hard and easy sets",
	Boxes:  conventionOfBoxes,
	Sign:   "the keys question_id and program, an object with branches and last_op",
	Keys:   []string{"question_id", "program", "last_op"},
	Detect: arePreprocessed,
	Open:   openPreprocessed,
}
