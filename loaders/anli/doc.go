// Package anli reads Adversarial NLI (Nie et al. 2020) and the analysis of it
// (Williams et al. 2022).
//
// # Examples ([Examples])
//
// The rounds' JSON Lines: uid, context (or premise), hypothesis, label, model_label,
// reason, tag, genre, emturk. The prediction comes from the model that the writer tried
// to fool, if the file has it; the writer's reason is the explanation. Verifiers' labels,
// {"uid", "verifier labels": [...]}, are found beside the file or named by --gold; they
// are shown and score nothing.
//
// # Analysis ([Analysis])
//
// One table with context, statement, reason, gold_label, the annotations
// (A1Code, A1Notes, tags) and, for each of several models, preds-MODEL, the
// probabilities of entailment, neutral and contradiction in this order, and
// preds-MODELPredLabel. It is as many runs as it has models: see
// [loaders.Format.Parts].
//
// Labels are written in full: e, n and c are entailment, neutral and
// contradiction, and so are 0, 1 and 2. ANLI is under CC BY-NC 4.0: none of
// its text is in this repository.
package anli
