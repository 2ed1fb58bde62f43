// Package esnli reads e-SNLI (Camburu et al. 2018), SNLI with human explanations, and models'
// scores per word on it. The hypothesis is an example's question, the premise its passage.
//
// # The data set
//
// The CSV is a page of package pages.
//
// [Pairs] reads the files of the authors' code: a line per pair in labels.dev, s1.dev, s2.dev and
// an explanation in a file with expl in its name. The labels are the file to open; the others share
// what follows the first dot.
//
// Neither has a model's answers.
//
// # Scores per word
//
// [Highlights] reads JSON Lines of {word, label, prob}: <tag1>, the premise, <tag2>, the
// hypothesis, <tag3>, with a probability per word and -1 for tags and padding. label is prob ≥ .5,
// no gold, and not read. [Lime] reads {word, CLASS: [weight]}: the words of a hypothesis with a row
// per class.
//
// Both are joined with the parallel files, beside them or of --gold (the labels): by the letters
// and digits of both sentences, because tokenisers differ in the rest; Lime by those of the
// hypothesis and the class, and only if one pair has both.
//
// It compares no scores with explanations: package alignment does.
package esnli
