// Package classes scores classifiers: the protocol "classes", precision, recall and F1 of each
// class, and the protocol "calibration", whether the probabilities of answers match how often they
// are right.
//
// # Classes
//
// The gold answers of a run are classes if they are a closed vocabulary: 20 examples or more, with
// 2 to 20 different gold answers, each of two examples or more. A run with other gold answers has
// no such scores, and nor has one of programs. An answer that nobody judged, such as an
// incomparable value, has none either. A prediction is of the gold class if the run calls it right,
// or else of the class whose name it is; one that is no class counts only against recall, and so
// does a question without an answer, unless [scoring.Settings] Missing leaves it out. The scores of
// "macro" are means over the classes.
//
// # Calibration
//
// The confidence of an answer is its probability: [loaders.Answer.Probability], or the predicted
// answer's among those that were possible. Examples without a verdict or a prediction have none.
package classes
