// Package gqa reads the files around GQA (Hudson and Manning 2019): its
// questions, also GQA-OOD's (Kervadec et al. 2021); predictions in the form of
// the official evaluation, of DFOL-VQA (Amizadeh et al. 2020) and of LLaVA;
// DFOL-VQA's preprocessed questions with its hard and easy sets; scene graphs;
// and the objects, attributes and relationships of Visual Genome (Krishna et al.
// 2017), whose pictures GQA's are. Answers in LLaVA's form are often to POPE (Li
// et al. 2023) or MME (Fu et al. 2023), whose questions and results are read
// here too.
//
// # Joining
//
// Predictions carry an id and an answer. The question, its gold answer and
// its program come from a questions file, named by --gold or found beside the
// run; scene graphs, named by --scenes or found beside the run, give the gold
// boxes; both are joined by id. What has no partner is a problem on either
// side, and an example all the same.
//
// # Programs
//
// semantic lists operations in the order of execution; the last is the root. An operation
// that two others read is shown below both, with one Place, its index in semantic. Op is
// the operator of DFOL-VQA: select, filter, relate, query, verify, verify-rel, choose,
// choose-rel, compare, exist, and, or, all-same, all-different, two-same, two-different,
// common. Name is the file's own, with the attribute's category ("filter color"). Text is
// the argument without the object ids after it ("furniture,in front of,s").
//
// The ids name objects of the picture's scene graph. Their boxes are the gold
// of select, relate, verify-rel and choose-rel, the only operations that name
// any; "(-)" says that there is no such object, and that gold is not a box.
// Objects that the annotations of question and answer name are the picture's
// own gold. Boxes are x, y, width and height in pixels.
//
// # Fields
//
// Kind is the structural type (query is the open one). Entailed is GQA's. A
// question that is not balanced has the tag "unbalanced"; those of GQA-OOD
// the tag "head" or "tail" and DFOL-VQA's the tag "hard" or "easy", which only the
// names of their files say. Predictions take theirs from the folders hard and easy
// beside them, or in the folder sets. Questions that GQA calls equivalent share a
// group. The groups that GQA balances by ask different things and are kept in Meta.
//
// # Verdicts
//
// Answers to POPE and MME are read as their evaluations do: POPE's say no if the first
// sentence has the word no or not, otherwise yes; MME's say what is in their first four
// letters. The model's reply is Meta["reply"]. The kind is the benchmark with its set or
// subtask.
//
// An official prediction is right where it equals the gold answer, as in
// GQA's eval.py. LLaVA's text is compared without letter case and final full
// stop, as LLaVA's own conversion for GQA does. DFOL-VQA answers an open
// question with all options that tie: only the gold answer alone is right. Ties
// are joined with " | ", Meta["tied"] counts them, and the score "match" is
// 1/ties where the gold answer is among them. Its empty list is an answer that
// matches nothing, and so wrong.
//
// It does not run the programs of questions: package dfol does.
package gqa
