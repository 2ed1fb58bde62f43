// Package coco reads object detections: COCO's own files, and lists of detections by picture.
//
// # COCO ([Format])
//
// Keys distinguish three kinds of file: results [{image_id, category_id, bbox, score}], as
// cocoapi's loadRes takes them; results in the form of ground truth, whose annotations have a
// score; and ground truth {images, annotations, categories}. bbox is left, top, width, height in
// pixels.
//
// Ground truth of results is --gold, or a file beside them, by its content. Annotations of a
// picture need not be together: their places are kept, and a picture is read on demand, once the
// whole file has been scanned.
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
// An example is one picture, whose proposals are the detections in file order, with the program of
// [record.Record.Detector]: the protocol module-boxes scores a detector like modules, and grounding
// computes COCO's own average precision.
//
// Crowds (iscrowd) are not gold: COCO's average precision ignores detections on them, at a
// threshold they match nothing, and the run counts them. Scores outside 0..1 are clamped and
// reported.
//
// It computes no average precision: package grounding does.
package coco
