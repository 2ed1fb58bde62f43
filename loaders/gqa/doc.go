// Package gqa reads the files around GQA (Hudson and Manning 2019): questions, also GQA-OOD's
// (Kervadec et al. 2021) and those that DFOL-VQA (Amizadeh et al. 2020) preprocesses; predictions
// in the form of the official evaluation, of DFOL-VQA and of LLaVA; scene graphs; and Visual Genome
// (Krishna et al. 2017), whose pictures GQA's are. Answers in LLaVA's form are often to POPE (Li et
// al. 2023) or MME (Fu et al. 2023), which are read here too.
//
// Predictions have an id and an answer. Questions (--gold) and scene graphs (--scenes) are joined
// by id. What has no partner is a problem on either side, and an example all the same.
//
// # Programs
//
// semantic lists operations in the order of execution; the last is the root. An operation that two
// others read appears below both, with one Place, its index in semantic. Op is the operator of
// DFOL-VQA: select, filter, relate, query, verify, verify-rel, choose, choose-rel, compare, exist,
// and, or, all-same, all-different, two-same, two-different, common. Name is the file's own, with
// the attribute's category ("filter color"). Text is the argument without object ids ("furniture,in
// front of,s").
//
// The ids name objects of the scene graph, whose boxes are the gold of select, relate, verify-rel
// and choose-rel, the only operations with ids; "(-)" is no object, and that gold isn't a box.
// Objects that the annotations of question and answer name are the picture's own gold. Boxes are x,
// y, width and height in pixels.
//
// # Fields
//
// Kind is the structural type (query is the open one). The tags are "unbalanced", "head" or "tail"
// for GQA-OOD, and "hard" or "easy" for DFOL-VQA, which only the names of files and folders tell.
// Questions that GQA calls equivalent share a group; the groups that it balances by ask different
// things and are in Meta.
//
// # Verdicts
//
// An official prediction is right if it equals the correct answer, as in GQA's eval.py. LLaVA's text
// is compared without letter case and final full stop, as its conversion for GQA does. DFOL-VQA
// answers an open question with all options that tie: only the correct answer without ties is right.
// Ties are joined with " | ", Meta["tied"] counts them, and the score "match" is 1/ties if the gold
// answer is among them. Its empty list matches nothing, and so is wrong.
//
// A reply to POPE means no if its first sentence has the word no or not, otherwise yes; one to MME
// means what its first four letters contain. The reply is Meta["reply"], the kind the benchmark
// with its set or subtask.
//
// It does not run the programs of questions: package dfol does.
package gqa
