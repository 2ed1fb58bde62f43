// Package native reads and writes faithscope's own run format: JSON Lines, plain, gzip or zstd, one
// example a line, so that any research code can write it with ten lines of Python. [Schema]
// describes a line in full.
//
// The first line may be a header that names the run and says how boxes are written; the default is
// left, top, right, bottom in 0..1 of the picture:
//
//	{"faithscope": 1, "run": {"name": "my model", "box_format": "xywh", "box_units": "pixels", "image_root": "images"}}
//
// An answer without "correct" is right if predicted and gold are the same text except for white
// space at the ends, or the same number; if either is missing, or correct is null, the verdict is
// unknown. A gold answer whose prediction is null or "", or absent in a file that has others, is unanswered and
// counts as --missing says.
//
// Nodes of a program may be in any order as long as node 0 is the root. Pictures are looked for in
// image_root, inside the run's own folder, or where the user says. Unknown keys are reported once
// and ignored: only broken JSON loses a line.
//
// It computes no score.
package native
