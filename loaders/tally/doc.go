// Package tally reads counting questions: TallyQA and COCO-Grounding
// ([Questions]), and what the Spatial Counting Network looked at
// ([Grounding]; Dancette et al., "Overcoming Statistical Shortcuts for
// Open-ended Visual Counting", 2020).
//
// # TallyQA and COCO-Grounding ([Questions])
//
// train.json, test.json: a list of {answer, data_source, image, image_id,
// issimple, question, question_id}. coco-ground.json adds gt_bboxes (corners,
// pixels), name, img_width and img_height. There are no predictions in them:
// they open as questions with gold.
//
// # SCN's grounding ([Grounding])
//
// The authors' code leaves a pandas pickle, iou-{threshold}.pickle, which only
// Python reads. This writes it as JSON Lines:
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
//
// # Examples
//
// A question is a program of one module: `count`, with the name as its argument if there
// is one, whose output is a score for each proposal and whose gold is the gold boxes. The
// count that the protocols use is the sum of the scores; pred is what the screen shows,
// and where the two differ it is a problem. The answer is right if pred, rounded half to
// even, is the gold count. Kind is simple or complex.
package tally
