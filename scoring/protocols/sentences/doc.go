// Package sentences scores how well a method's sentence scores find the sentence that holds the
// answer: QUACKIE, Rychener et al., "QUACKIE: A NLP Classification Task With Ground Truth
// Explanations", 2020, with the conventions of the authors' released code.
//
// For a sample with n sentences, of which one (per reference answer) is gold:
//
//   - IoU: of the k best sentences (Settings.TopK, 1) with the gold one. All sentences that tie
//     with the k-th best are selected; if n <= k, all are.
//   - HPD: precision of the shortest selection of best sentences that holds the gold one, 1/rank;
//     ties count against the method.
//   - SNR: (score of the gold one - mean of the others)² / population variance of the others. It is
//     undefined if the others don't vary: if there are one or two sentences, or if the deviation is
//     at most 1e-12 of the greatest score, which is rounding.
//
// The paper defines HPD on the ranking and SNR on the scores: these are the metrics "hpd" and
// "snr". The authors' analyze() computes both from the selection of the k best instead, as 0s and
// 1s, and the paper's tables very probably show those: they are "hpd_published" and
// "snr_published". IoU is the same in both. At k = 1, published SNR is undefined on every hit.
//
// With several reference answers, all metrics use the gold sentence with the best IoU, the first of
// them if several tie.
//
// # Sentence scores
//
// They are an attribution over "sentences", one score each, or one over "passage", a score per
// token, which is aggregated by sum or, with Settings.TokenMax, by maximum; a sentence without
// tokens gets 0 either way. If there is one score more than tokens, it belongs to a closing special
// token and goes to the last sentence, as in the authors' code. The first such attribution of an
// example is scored. The gold sentences are those that its rationales name as Sentence, from 0.
//
// # Whose questions are scored
//
// Only true positives are: questions with a gold sentence that the model finds answerable. It does
// if P(answerable), the score "p_answerable" of the answer, is above Settings.Answerable, .5; this
// is our reading of the paper's classifier. A run without that score may have "p_full" instead, if
// its attributions name no answer that they explain; p_full of ERASER's results, whose gold is over
// the passage, is another probability. If neither is recorded, every question with a gold sentence
// is scored.
//
// A question can't be answered if a rationale "gold" over "sentences" marks nothing
// ([loaders.NoSentence]). One without any rationale is in no count.
//
// # Scores
//
// All are "overall", and means over samples unless stated otherwise. If scores of tokens are
// aggregated, the first six also have "sum" and "max", whatever the settings; there, samples are
// the ones with scores of tokens.
//
//   - iou, hpd, snr, hpd_published, snr_published, and the population standard deviation of each
//     over the samples (iou_std, ...). Counts are the samples for which the metric is defined.
//   - snr_median, which QUACKIE lacks: an SNR has no bound, and a sample whose other sentences
//     hardly vary can outweigh all others in the mean.
//   - no_snr, no_snr_published: how many samples have no SNR; fails: how many have scores that
//     don't fit their sentences (they are among those without SNR and in no mean). Counts are
//     samples, failed ones included.
//   - iou_random, hpd_random, hpd_published_random, snr_published_random: the expectation for a
//     random ranking without ties on these samples, in closed form ([randomBaseline]). There is
//     none for snr, which depends on the scores.
//   - true_positives, false_negatives, false_positives, true_negatives: how many of the questions
//     with P(answerable) are each.
//   - answerable: the share of the questions with P(answerable) that are true positives or true
//     negatives (Table 1c).
//   - sentences: the mean number of sentences of a passage (Table 1b).
package sentences
