// Package mcd selects the slices of "modifying count distribution", the evaluation of Dancette et
// al., "Overcoming Statistical Shortcuts for Open-ended Visual Counting", 2020: odd-even-p% and
// even-odd-p%.
//
// A model of odd-even-90% is trained without 90 % of the questions with an even count, and tested
// without 90 % of those with an odd count: the counts that are common at test are rare in training.
// Of each set every question of its own parity is kept; of the opposite ones, n for a count (and
// apart for simple and complex questions if the data tells them apart), int(n·q) are kept, q being
// the share that stays.
//
// Conventions, all of them the authors' code's (cdancette/spatial-counting-network,
// TallyQAEvenOdd2):
//
//   - If int(n·q) is 0 although something is to stay, min(10, n) are kept: 9 of 9 and 1 of 10. Only
//     this reproduces the paper's 2,328 questions.
//   - At 100 % nothing of the opposite parity is kept.
//   - The order is: the own questions as in the file, then the opposite ones count by count, in the
//     order of first appearance.
//   - The draw is CPython's random.sample after random.seed, so that the authors' own lists come
//     out of their seed, 1337.
package mcd
