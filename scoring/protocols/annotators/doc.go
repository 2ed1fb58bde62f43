// Package annotators measures how well several people agree on which tokens matter.
//
// Annotators of one kind mark the same tokens: their rationales have one name, or one that differs
// only in a number at its end ("expert-1", "expert-2"; "annotator 1"). A token is marked if its
// score is at least a half, or a span covers it. Rationales over sentences, and alternative sets of
// evidence, are not annotators.
//
//   - kappa of two annotators is Cohen's (1960): (p - e) / (1 - e), with p the share of tokens on
//     which they agree and e its expectation by chance, given how often each marks. It is undefined
//     if both mark every token, or none.
//   - alpha of a kind is Krippendorff's for nominal data: 1 - observed over expected disagreement
//     (Krippendorff 2004, chapter 11), for any and changing annotators.
//
// Tokens are pooled over all examples and are the counts. Intervals are drawn over examples.
package annotators
