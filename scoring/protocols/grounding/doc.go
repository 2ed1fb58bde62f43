// Package grounding scores whether a count rests on the right boxes: GroundP and AP of Dancette et
// al., "Overcoming Statistical Shortcuts for Open-ended Visual Counting", 2020, equations 3 and 4,
// with the conventions of the authors' code (cdancette/spatial-counting-network, TallyQAMetrics and
// DetectionMAP).
//
// It scores counting questions (package counting) whose root has gold boxes (empty for an image
// without marks); questions without region scores count only as "unknown".
//
// # groundp
//
// For a proposal, p is the share of its area in the union of the image's gold boxes. GroundP is Σ
// s·p / Σ s over all proposals of all questions.
//
//   - "nonzero" leaves out questions with the count 0, which only add to the divisor; the code logs
//     both and calls this one overall.
//   - A proposal without area, or turned inside out, has p = 1, like in the code;
//     Options.EmptyUngrounded makes it 0.
//   - A question whose scores sum to 0 adds nothing, where the code divides by zero.
//   - Scores are summed in float32.
//
// groundp_mean is the mean of the questions' own GroundP (the code's ioo_boxes_norm). Of is
// overall, nonzero, or the gold count, 0 to 15, over-15; the count is questions.
//
// # ap
//
// The code's average precision at an IoU of Options.DetectionIoU (the paper's "detection
// threshold", 0.2):
//
//   - The thresholds 0, 0.1, ... 1 are confidences, compared in float32 with >=.
//   - A detection belongs to the gold box of highest IoU, the first on ties, and hits it from the
//     threshold on. Further hits of a gold box are false positives.
//   - Hits are pooled over images with gold, which are the count. Precision is 0 if nothing is
//     predicted; interpolated, it is the highest of this and all lower confidences. AP sums
//     precision times the step in recall from the highest confidence down.
//   - The code's IoU of boxes that are disjoint in both directions is positive if all pairs of an
//     image are (it clips at a negative maximum). Ours is 0: a known deviation.
//
// # ap_coco
//
// COCO's average precision as one category: up to 100 detections an image, greedily matched from
// the highest score down, each with the free gold box of highest IoU; 101 recall levels; the mean
// over the IoUs .5, .55, ... .95. ap_coco_50 and ap_coco_75 use one IoU. All images count. Equal
// scores follow the examples' ids, so that order doesn't matter.
//
// Detectors have only these scores: examples whose root is `detect` with a `find` for each category
// ([record.Record.Detector]). AP is then COCO's own mean over categories with gold (AP, AP50,
// AP75), and the count is the pictures.
//
// # An example's score
//
// Overall, and the value of module `count`, is the question's GroundP, faithful from
// Settings.FaithfulGroundP (our reading), and undefined for the count 0. Boxes are told apart like
// in package boxes.
package grounding
