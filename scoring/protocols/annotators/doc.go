// Package annotators measures how well several people agree on which tokens matter.
//
// Annotators of one kind have rationales of one name, or of names that differ only in a number at
// the end ("expert-1", "expert-2"), over the same tokens. A token is marked if its score is at
// least a half, or a span covers it. Rationales over sentences don't count.
//
//   - kappa of two annotators is Cohen's (1960): (p - e) / (1 - e), with p the share of tokens on
//     which they agree and e its expectation by chance, given how often each marks. It is undefined
//     if both mark every token, or none.
//   - alpha of a kind is Krippendorff's for nominal data: 1 - observed over expected disagreement
//     (Krippendorff 2004, chapter 11), for any and changing annotators.
//
// Tokens are pooled over all examples and are the counts. Intervals are drawn over examples.
package annotators
