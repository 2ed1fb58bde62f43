package tally

import (
	"context"
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

const (
	questionsName = "tallyqa"
	groundingName = "scn-grounding"
	convention    = "xyxy, pixels"
)

// Questions reads TallyQA's and COCO-Grounding's questions.
var Questions = loaders.Format{
	Name:   questionsName,
	About:  "TallyQA's train.json and test.json, and COCO-Grounding's coco-ground.json",
	Boxes:  convention,
	Sign:   "question_id, question, answer and image, with issimple, data_source or gt_bboxes, in the elements of a list",
	Detect: areQuestions,
	Open:   openQuestions,
}

// Grounding reads the region scores of the Spatial Counting Network.
var Grounding = loaders.Format{
	Name:   groundingName,
	About:  "SCN's region scores (candidate_bbox), exported from the authors' pickle as JSON Lines",
	Boxes:  convention,
	Sign:   "the keys question_id, answer and candidate_bbox, a list",
	Detect: isGrounding,
	Open:   openGrounding,
}

func areQuestions(head []byte) bool {
	keys := record.ElementKeys(head, "*")
	if opens(head) != '[' || keys["question_id"] == 0 || keys["question"] != '"' || keys["answer"] == 0 || keys["image"] != '"' {
		return false
	}
	return keys["candidate_bbox"] == 0 && (keys["issimple"] != 0 || keys["data_source"] != 0 || keys["gt_bboxes"] != 0)
}

func isGrounding(head []byte) bool {
	keys := record.Keys(head)
	if opens(head) == '[' {
		keys = record.ElementKeys(head, "*")
	}
	return keys["question_id"] != 0 && keys["answer"] != 0 && keys["candidate_bbox"] == '['
}

// opens is the first byte of a JSON text.
func opens(head []byte) byte {
	if text := strings.TrimLeft(string(head[:min(len(head), 64)]), " \t\r\n"); text != "" {
		return text[0]
	}
	return 0
}

func openQuestions(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenElements(ctx, src, questionsName, "*", j.decode)
	if err != nil {
		return nil, err
	}
	j.run = run
	run.Dataset = "TallyQA"
	if record.ElementKeys(src.Head, "*")["gt_bboxes"] != 0 {
		run.Dataset, run.Boxes, run.Gold = "COCO-Grounding", convention, "in the file"
	}
	return finish(run, files.FindPictures(run, src, o))
}

func openGrounding(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	var err error
	if opens(src.Head) == '[' {
		j.run, err = record.OpenElements(ctx, src, groundingName, "*", j.decode)
	} else {
		j.run, err = record.OpenJSONL(ctx, src, groundingName, 0, j.decode)
	}
	if err != nil {
		return nil, err
	}
	j.run.Boxes, j.run.Gold = convention, "in the file"
	if err := j.find(ctx, src, o); err != nil {
		return finish(j.run, err)
	}
	return finish(j.run, files.FindPictures(j.run, src, o))
}

// finish closes a run that cannot be opened to the end.
func finish(run *loaders.Run, err error) (*loaders.Run, error) {
	if err != nil {
		run.Close()
		return nil, err
	}
	return run, nil
}

// join brings region scores and questions together.
type join struct {
	run       *loaders.Run
	questions *record.Table // nil for none
}

// find opens the questions that travel with region scores.
func (j *join) find(ctx context.Context, src *loaders.Source, o loaders.Options) error {
	path := o.Gold
	if path == "" {
		found := files.Companions(src, areQuestions, ".json")
		if len(found) == 0 {
			if record.Keys(src.Head)["question"] == 0 {
				j.run.Problems.Add(loaders.Problem{File: src.Path, What: "no questions (TallyQA, COCO-Grounding) in its folder or the two above",
					Done: "shown without their text; --gold names the file"})
			}
			return nil
		}
		if path = found[0]; len(found) > 1 {
			j.run.Problems.Add(loaders.Problem{File: src.Path, What: fmt.Sprintf("%d files of questions beside it", len(found)),
				Done: "joined with " + path + "; --gold names another"})
		}
	}
	t, err := record.OpenTable(ctx, src.Files, path, "*", &j.run.Problems, func(rec *record.Record) string {
		var in struct {
			ID id `json:"question_id"`
		}
		if rec.Decode(&in) != nil {
			return ""
		}
		return string(in.ID)
	})
	if err != nil {
		return fmt.Errorf("questions: %w", err)
	}
	j.questions = t
	j.run.Own(t)
	return nil
}
