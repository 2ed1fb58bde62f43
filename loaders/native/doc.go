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
// The nodes of a program may stand in any order as long as node 0 is the
// root; they are put in pre-order. Pictures are searched in image_root, which
// must lie in the run's own folder, or where the user says. Keys that the
// format does not have are reported once and ignored, as nothing in a line
// but broken JSON loses the line.
package native
