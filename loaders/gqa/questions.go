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
	About:  "questions of GQA and GQA-OOD with their programs, and scene graphs beside them",
	Boxes:  conventionOfBoxes,
	Sign:   "an object of objects with the keys question, imageId and one of semantic, types and isBalanced",
	Keys:   "question imageId semantic",
	Detect: areQuestions,
}, questionsOf(func(o *record.Opening, decode record.Decode) { o.Elements("*", decode) }))

// Preprocessed reads DFOL-VQA's questions, one per line, and its hard and easy sets.
var Preprocessed = record.NewFormat(loaders.Format{
	Name:   "dfol-questions",
	About:  "questions as DFOL-VQA prepares them (JSON Lines), also its hard and easy sets",
	Boxes:  conventionOfBoxes,
	Sign:   "the keys question_id and program, an object with branches and last_op",
	Keys:   "question_id program last_op",
	Detect: arePreprocessed,
	Takes: []loaders.FormatFlag{{
		Flag: loaders.Flag{Name: "oracle", Value: loaders.OneFile}, What: "likelihoods of what is in pictures", Detect: areLikelihoods,
	}},
}, questionsOf(func(o *record.Opening, decode record.Decode) { o.Unique(byQuestion, decode) }))

// areLikelihoods recognises an oracle's likelihoods of what is in pictures.
var areLikelihoods = record.Keyed("imageId, objects:[, attributes:{")

// POPEQuestions reads the questions of POPE with their labels.
var POPEQuestions = tabular.Preset{
	Format: loaders.Format{
		Name:   "pope",
		About:  "questions of POPE with their labels (JSON Lines), the gold of answers in LLaVA's form, or with answers",
		Sign:   "the keys question_id, image, text and label",
		Keys:   "question_id image text label",
		Detect: arePOPE,
	},
	Traits: tabular.Traits{Dataset: "POPE", Pictures: true},
	Map:    "id=question_id,question=text,gold=label,predicted=answer,image=image,right=yes-no",
	Open: func(o *record.Opening) tabular.Finish {
		answered := o.Mentions("answer")
		return func(rec *record.Record, _ rows.Object, ex *loaders.Example) {
			if ex.Kind = popeSet(o.Source.Path); answered {
				judgePolar(rec, ex, ex.Answer.Predicted, "yes-no")
			}
		}
	},
}.Reads()

func questionsOf(open func(o *record.Opening, decode record.Decode)) record.Codec {
	beside := []record.Companion{sceneFiles}
	return record.Codec{Dataset: "GQA", Gold: "in the file", Pictures: true, Beside: beside, Open: func(o *record.Opening) {
		j := &join{}
		open(o, record.As(j.askedExample))
		j.tagOf(o.Source.Path)
		j.openScenes(o)
	}}
}
