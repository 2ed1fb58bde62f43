// Package grounding scores whether a count rests on the right boxes: the protocol "grounding",
// GroundP and AP of Dancette et al., "Overcoming Statistical Shortcuts for Open-ended Visual
// Counting", 2020, equations 3 and 4, with the conventions of the authors' released code
// (cdancette/spatial-counting-network, TallyQAMetrics and DetectionMAP).
//
// It scores counting questions (package counting) whose root has gold boxes. An image in which the
// annotator marked nothing has empty gold; a question without annotations isn't scored; one without
// region scores affects no score and is counted under the metric "unknown".
//
// # groundp
//
// For a proposal, p is the share of its area that lies in the union of the image's gold boxes, a
// true union: where gold boxes overlap, the area counts once. GroundP is Σ s·p / Σ s, both sums
// over all proposals of all questions.
//
//   - A question with the count 0 adds nothing above and its scores below. Of "nonzero" leaves
//     these questions out; the paper doesn't say which it means, the code logs both and calls this
//     one overall.
//   - A proposal without an area, or turned inside out, has p = 1, as in the code;
//     Options.EmptyUngrounded makes it 0.
//   - A question whose scores sum to 0 adds nothing, where the code divides by zero.
//   - Scores are summed in float32, like the count.
//
// groundp_mean is the mean over questions of their own GroundP (the code's ioo_boxes_norm). Of is
// overall, nonzero, and the gold count: 0 to 15, over-15. The count is questions.
//
// # ap
//
// The code's average precision at an IoU of Options.DetectionIoU (the paper's "detection
// threshold", 0.2):
//
//   - The eleven thresholds 0, 0.1, ... 1 are confidences, compared in float32 with >=; they are
//     not recall levels.
//   - A detection belongs to the gold box with which its IoU is highest, the first on ties, and
//     hits it at an IoU of the threshold or more. Several hits of a gold box are one true positive
//     and false positives.
//   - Hits are pooled over images. Precision is 0 if nothing is predicted; interpolated, it is the
//     highest of this and all lower confidences. AP sums precision times the step in recall from
//     the highest confidence down.
//   - Images without gold are left out, so detections there cost nothing.
//   - The code's IoU of boxes that are disjoint in both directions is positive if all pairs of an
//     image are (it clips at a negative maximum). Ours is 0: a known deviation.
//
// The count is the images with gold.
//
// # ap_coco
//
// COCO's own average precision over the same detections, as one category: up to 100 detections an
// image, greedily matched from the highest score down, each with the free gold box of highest IoU;
// 101 recall levels; the mean over the IoUs .5, .55, ... .95. ap_coco_50 and ap_coco_75 use one
// IoU. Images without gold count here. Gold boxes of crowds, which COCO ignores, don't occur.
// Detections of one score follow the examples' ids (shorter ones first), so that no score depends
// on the order of a file. The count is the images.
//
// It also applies to detectors: to examples whose root is `detect` with a `find` for each category
// ([record.Record.Detector]), whose detections are the proposals labelled so. AP is then the mean
// over the categories that have gold, which is COCO's own (AP, AP50, AP75), and the count is the
// pictures. Detectors have no other score.
//
// # An example's score
//
// Overall, and the value of the module `count`, is the question's own GroundP; it is called
// faithful from Settings.FaithfulGroundP on, which is our reading. It is undefined, and the
// question unjudged, for the count 0, because nothing is to be found. Boxes are told apart by the
// thresholds of package boxes: predicted is a score over Settings.Threshold, a hit an IoU over
// Settings.IoU.
//
// # What else the code logs
//
// Not covered: iou, ioo, iogt (of the union of proposals over a threshold), their _sum (on rasters
// of pixels), and {iou,iogt}_boxes. The paper uses none of them.
package grounding
