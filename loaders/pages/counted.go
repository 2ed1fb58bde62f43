package pages

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/tabular"
)

// slack is how far a count may be from the sum of its scores without a problem: the authors
// of the Spatial Counting Network sum in float32.
const slack = 1e-3

// addRegions returns a function that gives a question of how many there are a program of one
// module, count: the regions of the picture, each with a score that is its part of the count, and
// where the gold ones are. The answer is right if the count, rounded half to even, is the gold one.
// The keys that it reads leave Meta; a correct answer that is not a count, and missing gold
// boxes where the file mentions any, are problems. A file with gold boxes and no regions has no
// answers: its data set is COCO-Grounding. One with neither has no boxes and no programs.
//
// The authors of the Spatial Counting Network (Dancette et al., "Overcoming Statistical
// Shortcuts for Open-ended Visual Counting", 2020) leave a pandas pickle,
// iou-{threshold}.pickle, which only Python reads. This writes it as JSON Lines:
//
//	import json, sys, pandas
//
//	keys = ["question_id", "question", "name", "answer", "image", "issimple", "img_width",
//	        "img_height", "gt_bboxes", "pred", "candidate_bbox"]
//	plain = lambda x: x.tolist() if hasattr(x, "tolist") else float(x)
//
//	with open(sys.argv[2], "w") as out:
//	    out.write(json.dumps({"scn": "my model", "dataset": "TallyQA", "note": "what the screen should say"}) + "\n")
//	    for row in pandas.read_pickle(sys.argv[1]).to_dict("records"):
//	        out.write(json.dumps({k: row[k] for k in keys if k in row}, default=plain) + "\n")
//
// The first line names the model, its data and a note for the screen; exports
// without it are read too.
//
// candidate_bbox is a list of [[x0, y0, x1, y1], score]. The pickle has no text of the
// questions: that, the picture and whether a question is simple come from the TallyQA or
// COCO-Grounding file of --gold, or one beside the run, by question_id. Gold boxes come
// from the run itself or else from that file.
func addRegions(o *record.RunBuilder) tabular.ExampleFinisher {
	predicted := slices.ContainsFunc(strings.Fields("prediction predicted pred predicted_answer pred_answer model_answer"), o.Mentions)
	isScored, grounded := o.Mentions("candidate_bbox"), o.Mentions("gt_bboxes")
	answered := isScored || predicted
	if grounded && !answered {
		o.Run.Dataset = "COCO-Grounding"
	} else if !answered {
		o.Run.Boxes = ""
	}
	return func(rec *record.Record, row rows.RowObject, ex *loaders.Example) {
		root := loaders.Module{Op: "count", Text: rows.Text(row["name"]), Place: -1}
		im := append(ex.Images, loaders.Image{Units: loaders.Pixels})[0]
		im.Width = record.LenientNumber(rows.RealOf(row["img_width"])).Side()
		im.Height = record.LenientNumber(rows.RealOf(row["img_height"])).Side()
		for _, shown := range []string{"img_width", "img_height", "name"} {
			delete(ex.Meta, shown)
		}
		if len(ex.Meta) == 0 {
			ex.Meta = nil
		}
		gold := rows.RealOf(row["answer"])
		if ex.Answer.Gold = ""; gold == math.Trunc(gold) && gold >= 0 {
			ex.Answer.Gold = rows.Text(gold)
		} else {
			rec.Problem("answer %.80q is not a count; not scored", rows.Text(row["answer"]))
		}
		boxes, marked := row["gt_bboxes"].([]any)
		if grounded && !marked {
			rec.Problem("no gt_bboxes; scored for counting only")
		}
		if !answered && !marked {
			return
		}
		if marked {
			im.Gold = rec.Boxes("gt_bboxes", &im, loaders.Map(boxes, func(box any) loaders.Box { return rows.Reals(box).Corners() }))
			root.Gold = &loaders.Gold{Boxes: [][]loaders.Box{im.Gold}, Source: "gt_bboxes"}
		}
		if answered {
			row["pred"] = cmp.Or(row["pred"], any(ex.Answer.Predicted))
			countRegions(rec, row, &ex.Answer, &im, &root)
			reportUnscored(rec, row, isScored)
		}
		ex.Images, ex.Program = []loaders.Image{im}, []loaders.Module{root}
	}
}

func reportUnscored(rec *record.Record, row rows.RowObject, areOthersScored bool) {
	if areOthersScored && row["candidate_bbox"] == nil {
		rec.Problem("no candidate_bbox; scored for counting only")
	}
}

// countRegions judges the predicted count: pred if it agrees with the sum of the scores, or else
// that sum. Without boxes for all scores the root's output is the count before it is rounded, because
// errors are measured by it.
func countRegions(rec *record.Record, row rows.RowObject, a *loaders.Answer, im *loaders.Image, rootModule *loaders.Module) {
	regions, known := row["candidate_bbox"].([]any)
	sides, scores := 0., []float64{}
	for _, region := range regions {
		pair, _ := region.([]any)
		pair = append(pair, nil, nil)
		box := rows.Reals(pair[0]).Corners()
		im.Proposals, scores = append(im.Proposals, box), append(scores, rows.RealOf(pair[1]))
		sides += box.X0 + box.X1 + box.Y0 + box.Y1
	}
	im.Proposals = rec.Boxes("candidate_bbox", im, im.Proposals)
	scores = rec.Probabilities("candidate_bbox", scores, len(scores))
	if known = known && scores != nil; known && math.IsNaN(sides) {
		rec.Problem("candidate_bbox has scores without a box; scored for counting only")
	} else if known {
		rootModule.Output.Boxes = [][]float64{scores}
	}
	count, sum := rows.RealOf(row["pred"]), loaders.Sum(scores)
	if said := rows.Text(row["pred"]); said != "" && math.IsNaN(count) {
		rec.Problem("the prediction %.40q is not a number%s", said, loaders.IfElse(known, "; the sum of the scores is used", ""))
	}
	if off := math.Abs(count-sum) / max(1, sum); known && !(off <= slack) {
		if off > slack {
			rec.Problem("pred is %.4g, but the scores sum to %.4g; the sum is used", count, sum)
		}
		count = sum
	}
	if a.Predicted = ""; !math.IsNaN(count) {
		if rootModule.Output.Empty() { // the count before it is rounded, which errors are measured by
			rootModule.Output.Number = &loaders.Number{Mean: count}
		}
		a.Predicted = rows.Text(math.RoundToEven(count) + 0)
		a.Judge(a.Predicted == a.Gold)
	}
	rec.CountMissing(a)
}
