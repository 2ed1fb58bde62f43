// Package annotators measures how well several people agree on which tokens of an example matter:
// the protocol "annotators".
//
// Annotators of one kind mark the same tokens: their rationales have one name, or one that differs
// only in a number at its end ("expert-1", "expert-2"; "annotator 1"). A token is marked if its
// score is at least a half, or a span covers it. Rationales over sentences, and sets of evidence of
// which one is enough, are not annotators.
//
//   - kappa of two annotators is Cohen's (1960): (p - e) / (1 - e), where p is the share of the
//     tokens on which they agree and e what it would be by chance, given how often each marks a
//     token. It is undefined if both mark every token, or none.
//   - alpha of a kind is Krippendorff's for nominal data: 1 - the observed disagreement over the
//     one expected by chance (Krippendorff 2004, chapter 11). It takes any number of annotators,
//     also other ones from example to example.
//
// Tokens are pooled over all examples. Counts are tokens: those that both marked or did not, and
// those with two annotators or more. Intervals are drawn over examples.
package annotators
