// Package fever reads FEVER (Thorne et al. 2018): claims with their evidence,
// and predictions in the form of the shared task's scorer, with the claims in
// the same lines or in a file beside them.
//
// # Sentences
//
// Evidence names sentences by a page of Wikipedia and the number of a line. The
// files do not have their text: an example's passage is the list of the names,
// a sentence each, those of the evidence before those of the prediction.
//
// # Gold
//
// Each group of evidence is enough by itself: the rationales "gold 1", "gold 2" and so
// on, over sentences. A claim without evidence has a rationale without sentences. The
// predicted sentences are the rationale "predicted", in the order of the file, which
// counts: the scorer looks at the first five.
//
// The answer is the label, compared without letter case as the scorer does.
package fever
