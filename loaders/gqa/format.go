package gqa

import (
	"faithscope/loaders/record"
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

// areLikelihoods reports whether head begins lines of what an oracle says of
// pictures, which questions are answered on.
func areLikelihoods(head []byte) bool {
	keys := record.Keys(head)
	return keys["imageId"] != 0 && keys["objects"] == '[' && keys["attributes"] == '{'
}

func arePOPE(head []byte) bool {
	keys := record.Keys(head)
	return keys["question_id"] != 0 && keys["image"] == '"' && keys["text"] == '"' && keys["label"] == '"'
}

// areMMEQuestions reports whether head begins lines with the questions of MME,
// as Hugging Face has them.
func areMMEQuestions(head []byte) bool {
	keys := record.Keys(head)
	return keys["question_id"] == '"' && keys["question"] == '"' && keys["answer"] == '"' && keys["category"] == '"'
}

func areScenes(head []byte) bool {
	if record.FirstByte(head) != '{' || record.ElementKeys(head, "*")["objects"] != '{' {
		return false
	}
	// The first pictures may have no object at all.
	box := record.ElementKeys(head, "*.objects.*")
	return box == nil || box["name"] != 0 && box["x"] != 0 && box["w"] != 0
}
