// Package sentences scores how well sentence scores find the sentence with the answer: QUACKIE,
// Rychener et al., "QUACKIE: A NLP Classification Task With Ground Truth Explanations", 2020, with
// the conventions of the authors' released code.
//
// For n sentences, of which one (per reference answer) is gold:
//
//   - IoU: of the k best sentences (Settings.TopK, 1) with the gold one. All sentences that tie
//     with the k-th best are selected; if n <= k, all are.
//   - HPD: precision of the shortest selection of best sentences that holds the gold one, 1/rank;
//     ties count against the method.
//   - SNR: (score of the gold one - mean of the others)² / population variance of the others. It is
//     undefined if the others don't vary: if there are one or two sentences, or if the deviation is
//     at most 1e-12 of the greatest score, which is rounding.
//
// "hpd" and "snr" follow the paper: HPD on the ranking and SNR on the scores. The authors'
// analyze() computes both from the selection of the k best, as 0s and 1s, very probably also for
// the paper's tables: "hpd_published" and "snr_published", which is undefined on every hit at k =
// 1.
//
// With several reference answers, all metrics use the gold sentence with the best IoU, the first of
// them if several tie.
//
// Scores are an attribution over "sentences", or over "passage", aggregated from tokens by sum or,
// with Settings.TokenMax, maximum; 0 without tokens. An extra score belongs to a closing special
// token and goes to the last sentence, like in the authors' code. The first such attribution
// counts. Gold sentences are those that rationales name as Sentence, from 0.
//
// Only true positives are scored: questions with a gold sentence and a "p_answerable" above
// Settings.Answerable, .5 (our reading of the paper's classifier), or else a "p_full", if
// attributions name no answer that they explain (ERASER's is another probability); without either,
// every question with a gold sentence. A rationale "gold" over "sentences" without marks means that
// there is no answer ([loaders.NoSentence]).
//
// # Scores
//
// All are "overall", and means over samples unless stated otherwise. The first six also have "sum"
// and "max" over the samples with scores of tokens.
//
//   - iou, hpd, snr, hpd_published, snr_published, and each one's population standard deviation
//     (iou_std, ...). Counts are the samples for which the metric is defined.
//   - snr_median, which QUACKIE lacks: an SNR has no bound, and one sample can outweigh the rest.
//   - no_snr, no_snr_published: samples without SNR; fails: samples whose scores don't fit, in no
//     mean. Counts are samples, failed ones included.
//   - iou_random, hpd_random, hpd_published_random, snr_published_random: the expectation for a
//     random ranking without ties ([randomBaseline]).
//   - true_positives, false_negatives, false_positives, true_negatives: among questions with
//     P(answerable); answerable: the share that is true (Table 1c).
//   - sentences: the mean number of sentences (Table 1b).
package sentences
