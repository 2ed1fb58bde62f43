package gqa

import (
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
		What: "questions", Flag: "--gold", Missing: "questions of GQA, POPE or MME", Without: "questions and without gold",
		Is: func(head []byte) bool {
			return areQuestions(head) || arePreprocessed(head) || arePOPE(head) || areMMEQuestions(head)
		},
	}
	sceneFiles  = record.Companion{What: "scene graphs", Flag: "--scenes", Is: areScenes}
	objectFiles = record.Companion{
		What: "objects", Flag: "--scenes",
		Is: func(head []byte) bool { return record.ElementKeys(head, "*.objects.*")["object_id"] != 0 },
	}
)
