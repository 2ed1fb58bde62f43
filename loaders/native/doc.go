// Package native reads and writes faithscope's own run format: JSON Lines,
// plain, gzip or zstd, one example a line, so that any research code can
// write it with ten lines of Python. [Schema] describes a line in full.
//
// The first line may be a header that names the run and says how boxes are
// written; without one they are left, top, right, bottom in 0..1 of the
// picture:
//
//	{"faithscope": 1, "run": {"name": "my model", "box_format": "xywh", "box_units": "pixels", "image_root": "images"}}
//
// Python writes it like this; boxes are lists of four numbers, and outputs one
// list of probabilities per image:
//
//	with open("run.jsonl", "w") as f:
//	    print(json.dumps({"faithscope": 1, "run": {"name": "my model", "image_root": "images"}}), file=f)
//	    for x in examples:
//	        print(json.dumps({
//	            "id": x.id, "question": x.question,
//	            "answer": {"predicted": x.answer, "gold": x.gold, "correct": x.answer == x.gold},
//	            "images": [{"path": i.file, "proposals": i.boxes} for i in x.images],
//	            "program": [{"op": m.op, "text": m.text, "children": m.children,
//	                         "output": {"boxes": m.output}, "gold": {"boxes": m.gold}} for m in x.modules],
//	        }), file=f)
//
// An answer without "correct" is right where predicted and gold are the same
// text except for white space at their ends, case included; with one of them
// missing, or with null, the verdict is unknown. A gold answer whose prediction is null or
// "", or absent in a file that has others, is unanswered, and counts as --missing says.
//
// The nodes of a program may be in any order as long as node 0 is the root; they are put
// in pre-order. Pictures are looked for in image_root, which must be in the run's own
// folder, or where the user says. Keys that the format does not have are reported once
// and ignored: only broken JSON loses a line.
//
// It computes no score.
package native
