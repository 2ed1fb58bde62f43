// Package nlvr reads the statements of NLVR (Suhr et al. 2017) and NLVR2 (Suhr
// et al. 2019), the latter also in the form of LXMERT, and predictions on them.
//
// # Statements
//
// NLVR's statements are JSON Lines with structured_rep: three boxes of objects, each 100
// pixels wide and high and 50 pixels apart, in a picture of 400 by 100. The objects are
// the picture's gold and, labelled with colour and shape, its proposals. Identifiers are
// statement-permutation; the picture is <split>-<identifier>-0.png, and since a record
// does not name its split, the image folder decides between dev, test, hidden and train.
//
// NLVR2's are JSON Lines with left_url and right_url, whose label is the string "True" or
// "False", or a JSON list with img0, img1, sent and label 0 or 1. Identifiers are
// split-set-pair-sentence; the pictures are split-set-pair-img0.png and
// split-set-pair-img1.png, in the image folder or in the folder below it that "directory"
// names.
//
// # Predictions
//
// Lines of identifier,prediction as the official scripts read them, with a
// header or without; an identifier may end in ".png". A prediction is right
// where it equals the label, whatever the letter case, as in the official
// scripts; 1 and 0 are true and false. The statements are named by --gold or
// found beside the run.
//
// # Groups
//
// Consistency requires a sentence to be judged correctly for all its pictures.
// The group of a statement is its identifier without the permutation (NLVR) or
// without the pair (NLVR2).
//
// It computes no consistency: package reasoning does.
package nlvr
