// Package sentences scores how well a method's sentence scores find the
// sentence that holds the answer: QUACKIE, Rychener et al., "QUACKIE: A NLP
// Classification Task With Ground Truth Explanations", 2020, with the
// conventions of the authors' released code.
//
// Of a sample with n sentences, of which one (per reference answer) is gold:
//
//   - IoU: of the k best sentences (Settings.TopK, 1) with the gold one. All
//     sentences that tie with the k-th best are selected, and with n <= k all.
//   - HPD: precision of the shortest selection of best sentences that holds the
//     gold one, 1/rank; ties count against the method.
//   - SNR: (score of the gold one - mean of the others)² / variance of the
//     others, the population's. It is undefined where the others do not vary:
//     with one or two sentences, and where their deviation is at most 1e-12 of
//     the greatest of them, which is rounding.
//
// The paper defines HPD on the ranking and SNR on the scores: these are the
// metrics "hpd" and "snr". The authors' analyze() computes both on the
// selection of the k best instead, as 0 and 1, and the paper's tables very
// probably show those: they are "hpd_published" and "snr_published". IoU is
// the same in both. Published SNR is undefined on every hit at k = 1.
//
// With several reference answers the gold sentence with the best IoU, the
// first on ties, is used for all metrics.
//
// # Sentence scores
//
// They are an attribution over "sentences", one score each, or one over
// "passage", a score per token, which is aggregated by sum or, with
// Settings.TokenMax, by maximum; a sentence without tokens has 0 under both.
// One score more than the sentences have tokens is that of a closing special
// token and goes to the last sentence, as in the authors' code. The first
// such attribution of an example is scored. Gold sentences are its rationales
// with a Sentence, from 0.
//
// # Scores
//
// All are of "overall", and means over samples unless said otherwise:
//
//   - iou, hpd, snr, hpd_published, snr_published, and the deviation of each
//     over the samples, the population's (iou_std, ...). Counts are the samples
//     in which the metric is defined.
//   - snr_median, this program's: an SNR has no bound, and a sample whose other
//     sentences hardly vary can outweigh all others in the mean.
//   - no_snr, no_snr_published: how many samples have no SNR; fails: how many
//     have scores that do not fit their sentences (they are among those without
//     SNR and in no mean). Counts are samples, failed ones included.
//   - iou_random, hpd_random, hpd_published_random, snr_published_random: what
//     a random ranking without ties can expect on these samples, in closed form
//     ([Random]). snr has none: it depends on the scores.
package sentences
