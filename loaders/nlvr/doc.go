// Package nlvr reads the statements of NLVR (Suhr et al. 2017) and NLVR2 (Suhr et al. 2019), the
// latter also in the form of LXMERT, and predictions on them.
//
// # Statements
//
// NLVR's have structured_rep: three boxes of objects, each 100 pixels wide and high and 50 pixels
// apart, in a picture of 400 by 100. The objects are gold and, labelled with colour and shape,
// proposals. Identifiers are statement-permutation; the picture is <split>-<identifier>-0.png, and
// because a record does not name its split, the image folder decides between dev, test, hidden and
// train.
//
// NLVR2's have left_url and right_url and the label "True" or "False", or are a JSON list with
// img0, img1, sent and label 0 or 1. Identifiers are split-set-pair-sentence; the pictures are
// split-set-pair-img0.png and split-set-pair-img1.png, in the image folder or its subfolder
// "directory".
//
// # Predictions
//
// Lines of identifier,prediction as the official scripts read them, with a header or without; an
// identifier may end in ".png". Like there, letter case is ignored; 1 and 0 are true and false. The
// statements are named by --gold or beside the run.
//
// # Groups
//
// Consistency requires a sentence to be judged correctly for all its pictures. A group is the
// identifier without the permutation (NLVR) or the pair (NLVR2).
//
// It computes no consistency: package reasoning does.
package nlvr
