package gqa

import (
	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Questions reads GQA's and GQA-OOD's questions: a dictionary by id.
var Questions = record.NewFormat(loaders.Format{
	Name:   "gqa-questions",
	About:  "questions of GQA and GQA-OOD with their programs, and scene graphs beside them",
	Boxes:  conventionOfBoxes,
	Sign:   "an object of objects with the keys question, imageId and one of semantic, types and isBalanced",
	Keys:   []string{"question", "imageId", "semantic"},
	Detect: areQuestions,
}, questionsOf(func(o *record.Opening, decode record.Decode) error { return o.Elements("*", decode) }))

// Preprocessed reads DFOL-VQA's questions, one a line, also its hard and easy
// sets.
var Preprocessed = record.NewFormat(loaders.Format{
	Name:   "dfol-questions",
	About:  "questions as DFOL-VQA prepares them (JSON Lines), also its hard and easy sets",
	Boxes:  conventionOfBoxes,
	Sign:   "the keys question_id and program, an object with branches and last_op",
	Keys:   []string{"question_id", "program", "last_op"},
	Detect: arePreprocessed,
	Beside: []loaders.Beside{{What: "likelihoods of what is in pictures", Flag: "--oracle", Detect: areLikelihoods}},
}, questionsOf(func(o *record.Opening, decode record.Decode) error { return o.Unique(idIn, decode) }))

// areLikelihoods reports whether head begins lines of what an oracle says of
// pictures, which questions are answered on.
var areLikelihoods = record.Keyed("", "imageId, objects:[, attributes:{")

// POPEQuestions reads the questions of POPE with their labels.
var POPEQuestions = record.NewFormat(loaders.Format{
	Name:   "pope",
	About:  "questions of POPE with their labels (JSON Lines), the gold of answers in LLaVA's form",
	Sign:   "the keys question_id, image, text and label",
	Keys:   []string{"question_id", "image", "text", "label"},
	Detect: arePOPE,
}, record.Codec{Dataset: "POPE", Gold: "in the file", Pictures: true, Open: func(o *record.Opening) error {
	return o.Lines(0, record.As((&join{set: popeSet(o.Source.Path)}).asked))
}})

// questionsOf are questions in a file of their own, with the scene graphs beside.
func questionsOf(open func(o *record.Opening, decode record.Decode) error) record.Codec {
	return record.Codec{Dataset: "GQA", Gold: "in the file", Pictures: true, Open: func(o *record.Opening) error {
		j := &join{}
		if err := open(o, record.As(j.asked)); err != nil {
			return err
		}
		j.tag(o.Source.Path)
		return j.openScenes(o)
	}}
}
