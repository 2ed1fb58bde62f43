// Package coco reads object detections: COCO's own files ([Format]) and lists
// of detections by picture ([Detections]).
//
// # COCO ([Format])
//
// Three kinds of file open as a run; their keys distinguish them:
//
//   - results: [{image_id, category_id, bbox, score}], what cocoapi's loadRes
//     takes;
//   - results in the form of ground truth: {images, annotations, categories}
//     whose annotations have a score;
//   - ground truth alone: {images, annotations, categories}, with gold and
//     nothing detected.
//
// Ground truth of results is the file of --gold, or else one beside them (by its
// content). bbox is left, top, width, height in pixels. The annotations of a picture need
// not be together: the ids and places of all are kept, and the detections of a picture
// are read when they are needed, once the whole file has been scanned.
//
// # Detections by picture ([Detections])
//
// A list of pictures, each with its boxes, as demos of detectors write it:
//
//	[{"file": "a.jpg", "width": 640, "height": 480,
//	  "detections": [{"label": "dog", "score": 0.8, "bbox": [left, top, width, height]}]}]
//
// or a dictionary by picture, as bottom-up attention was exported:
//
//	{"a": {"width": 640, "height": 480,
//	       "objects": [{"label": "dog", "conf": 0.8, "attr": "brown", "box_xyxy": [x0, y0, x1, y1]}]}}
//
// # Examples
//
// An example is one picture: its proposals are the detections in the file's
// order, labelled. Its program asks for one category after the other: a root
// `detect` without output, and under it a `find` for every category that was
// detected or annotated there, in alphabetical order, whose output is the score
// of each proposal of the category and 0 for the others, and whose gold is the
// category's boxes. So the protocol module-boxes scores a detector as it
// scores the modules of a program, at a threshold of confidence and an IoU, and
// grounding gives COCO's own average precision.
//
// Crowds (iscrowd) are not gold: COCO's average precision ignores detections on
// them, at a threshold they match nothing, and the run says how many there are.
// Scores outside 0..1 are
// clamped and reported.
//
// It computes no average precision: package grounding does.
package coco
