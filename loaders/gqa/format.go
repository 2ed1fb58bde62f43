package gqa

import (
	"context"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// The names of the formats.
const (
	questionsName    = "gqa-questions"
	predictionsName  = "gqa-predictions"
	llavaName        = "llava-answers"
	preprocessedName = "dfol-questions"
	scenesName       = "gqa-scenes"
	genomeName       = "visual-genome"

	genomeQuestionsName = "visual-genome-questions"
)

// conventionOfBoxes is that of questions joined with scene graphs.
const conventionOfBoxes = pictureBoxes + ", of the scene graphs"

const pictureBoxes = "xywh, pixels"

// Questions reads GQA's and GQA-OOD's questions: a dictionary by id.
var Questions = loaders.Format{
	Name:   questionsName,
	About:  "questions of GQA and GQA-OOD with their programs, and scene graphs beside them",
	Boxes:  conventionOfBoxes,
	Sign:   "an object of objects with the keys question, imageId and one of semantic, types and isBalanced",
	Detect: areQuestions,
	Open:   openQuestions,
}

// Predictions reads answers to GQA: a list with questionId and prediction.
var Predictions = loaders.Format{
	Name:   predictionsName,
	About:  "predictions in the form of GQA's evaluation, or DFOL-VQA's with ties, and the questions beside them",
	Boxes:  conventionOfBoxes,
	Sign:   "a list of objects with the keys questionId and prediction",
	Detect: arePredictions,
	Open: func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
		return openAnswers(ctx, src, o, predictionsName, decodePrediction)
	},
}

// LLaVA reads the answers file of LLaVA's evaluation: JSON Lines with
// question_id, prompt and text.
var LLaVA = loaders.Format{
	Name:   llavaName,
	About:  "answers of LLaVA and its kin (JSON Lines), with GQA's questions beside them",
	Boxes:  conventionOfBoxes,
	Sign:   "the keys question_id, prompt, text and model_id",
	Detect: areLLaVA,
	Open: func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
		return openAnswers(ctx, src, o, llavaName, decodeLLaVA)
	},
}

// Preprocessed reads DFOL-VQA's questions, one a line, also its hard and easy
// sets.
var Preprocessed = loaders.Format{
	Name:   preprocessedName,
	About:  "questions as DFOL-VQA prepares them (JSON Lines), also its hard and easy sets",
	Boxes:  conventionOfBoxes,
	Sign:   "the keys question_id and program, an object with branches and last_op",
	Detect: arePreprocessed,
	Open:   openPreprocessed,
}

// Scenes reads GQA's scene graphs: a dictionary by picture.
var Scenes = loaders.Format{
	Name:   scenesName,
	About:  "GQA's scene graphs: pictures with labelled boxes, attributes and relations",
	Boxes:  pictureBoxes,
	Sign:   "an object of objects with the key objects, an object of boxes",
	Detect: areScenes,
	Open:   openScenes,
}

// VisualGenome reads its objects, attributes and relationships, of all
// pictures or of one.
var VisualGenome = loaders.Format{
	Name:   genomeName,
	About:  "Visual Genome's objects, attributes or relationships: pictures with labelled boxes",
	Boxes:  pictureBoxes,
	Sign:   "lists under objects or attributes with object_id, or under relationships with predicate",
	Detect: func(head []byte) bool { _, ok := genomePath(head); return ok },
	Open:   openGenome,
}

func areQuestions(head []byte) bool {
	keys := record.ElementKeys(head, "*")
	_, image := keys["imageId"]
	return image && record.FirstByte(head) == '{' && keys["question"] == '"' &&
		(keys["semantic"] == '[' || keys["types"] == '{' || keys["isBalanced"] != 0)
}

func arePredictions(head []byte) bool {
	keys := record.ElementKeys(head, "*")
	return record.FirstByte(head) == '[' && keys["questionId"] != 0 && keys["prediction"] != 0
}

func areLLaVA(head []byte) bool {
	keys := record.Keys(head)
	return keys["question_id"] != 0 && keys["prompt"] == '"' && keys["text"] == '"' && keys["model_id"] != 0
}

func arePreprocessed(head []byte) bool {
	keys := record.Keys(head)
	return keys["question_id"] != 0 && keys["program"] == '{' && record.ElementKeys(head, "program")["last_op"] == '{'
}

func areScenes(head []byte) bool {
	if record.FirstByte(head) != '{' || record.ElementKeys(head, "*")["objects"] != '{' {
		return false
	}
	// The first pictures may have no object at all.
	box := record.ElementKeys(head, "*.objects.*")
	return box == nil || box["name"] != 0 && box["x"] != 0 && box["w"] != 0
}

// The files that travel with runs of GQA.
var (
	questionFiles = record.Companion{
		What: "questions", Flag: "--gold", Missing: "questions of GQA", Without: "questions and without gold",
		Is: func(head []byte) bool { return areQuestions(head) || arePreprocessed(head) },
	}
	sceneFiles  = record.Companion{What: "scene graphs", Flag: "--scenes", Is: areScenes}
	objectFiles = record.Companion{
		What: "objects", Flag: "--scenes",
		Is: func(head []byte) bool { return record.ElementKeys(head, "*.objects.*")["object_id"] != 0 },
	}
)
