package gqa

import (
	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/tabular"
)

// Questions reads GQA's and GQA-OOD's questions: a dictionary by id.
var Questions = record.NewFormat(loaders.Format{
	Name:   "gqa-questions",
	About:  "GQA and GQA-OOD questions with their programs, and scene graphs beside them",
	Boxes:  conventionOfBoxes,
	Sign:   "an object of objects with the keys question, imageId and one of semantic, types and isBalanced",
	Keys:   "question imageId semantic",
	Detect: areQuestions,
}, questionsOf(func(o *record.RunBuilder, decode record.ExampleDecoder) { o.Elements("*", decode) }))

// Preprocessed reads DFOL-VQA's questions, one per line, and its hard and easy sets.
var Preprocessed = record.NewFormat(loaders.Format{
	Name:   "dfol-questions",
	About:  "questions as prepared by DFOL-VQA (JSON Lines), including its hard and easy sets",
	Boxes:  conventionOfBoxes,
	Sign:   "the keys question_id and program, an object with branches and last_op",
	Keys:   "question_id program last_op",
	Detect: arePreprocessed,
	Takes: []loaders.FormatFlag{{
		Flag: loaders.Flag{Name: "oracle", Value: loaders.OneFile}, What: "an oracle's likelihoods", Detect: areLikelihoods,
	}},
}, questionsOf(func(o *record.RunBuilder, decode record.ExampleDecoder) { o.Unique(byQuestion, decode) }))

// areLikelihoods recognises an oracle's likelihoods.
var areLikelihoods = record.Keyed("imageId, objects:[, attributes:{")

// POPEQuestions reads the questions of POPE with their labels.
var POPEQuestions = tabular.Preset{
	Format: loaders.Format{
		Name:   "pope",
		About:  "POPE questions with labels (JSON Lines), with or without answers; also the correct answers for runs in LLaVA's format",
		Sign:   "the keys question_id, image, text and label",
		Keys:   "question_id image text label",
		Detect: arePOPE,
	},
	PresetTraits: tabular.PresetTraits{Dataset: "POPE", Pictures: true},
	Map:          "id=question_id,question=text,gold=label,predicted=answer,image=image,right=yes-no",
	Open: func(o *record.RunBuilder) tabular.ExampleFinisher {
		answered := o.Mentions("answer")
		return func(rec *record.Record, _ rows.RowObject, ex *loaders.Example) {
			if ex.Kind = popeSet(o.Source.Path); answered {
				judgePolar(rec, ex, ex.Answer.Predicted, "yes-no")
			}
		}
	},
}.Reads()

func questionsOf(openRecords func(o *record.RunBuilder, decode record.ExampleDecoder)) record.RecordFormat {
	return record.RecordFormat{Dataset: "GQA", Gold: "in the file", Pictures: true, Beside: []record.CompanionFile{sceneFiles},
		Open: func(o *record.RunBuilder) {
			j := &companionJoin{}
			openRecords(o, record.As(j.askedExample))
			j.tagOf(o.Source.Path)
			j.openScenes(o)
		}}
}
