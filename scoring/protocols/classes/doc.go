// Package classes scores classifiers: "classes" has precision, recall and F1 of each class, and
// "calibration" compares probabilities with how often answers are right.
//
// Correct answers are classes if they are a closed vocabulary: 20 examples or more, with 2 to 20
// different correct answers, each of two examples or more. A prediction is of the gold class if the
// run calls it right, else of the class that it names; one that isn't a class counts only against
// recall, and so does a question without an answer, unless [scoring.Settings] Missing leaves it
// out. "macro" is the mean over the classes.
//
// An answer's confidence is [loaders.Answer.Probability], or the predicted answer's among the
// options.
package classes
