// Package tabular reads data sets as the Hugging Face Hub has them:
// Parquet files ([Parquet]) and folders of pictures with a metadata file
// ([Folder]).
//
// # Parquet
//
// Any Parquet file opens; the features that the datasets library leaves in its
// metadata (the key "huggingface") name the classes of ClassLabel columns. Rows
// are read in blocks when somebody asks for one; the bytes of pictures (the
// Image feature, a struct of bytes and path) are left in the file until a
// picture is shown, and shown without being unpacked to a disk.
//
// # Folders of pictures
//
// metadata.jsonl or metadata.csv, with a column file_name (or some that end in
// _file_name), beside the pictures.
//
// # Examples
//
// A row is an example. What its columns mean is told by their names, the first
// of each list that is there:
//
//   - ID: id, question_id, image_id, uid, qid, idx, example_id, doc_id
//   - question: question, query, prompt, instruction, utterance, sentence,
//     text, caption, premise
//   - gold answer: answer, answers, target, label, labels, fine_label
//   - predicted answer: prediction, predicted, pred, model_output, output,
//     response, generated
//   - right or wrong: correct, is_correct (a truth value, or 0 and 1)
//   - tokens: tokens, words
//   - passage: context, passage
//
// Every other column of a single value is in Meta. Boxes are in a column
// objects: bbox (left, top, width, height in pixels, as in COCO) with category,
// categories, category_id or label, in a struct of lists or a list of structs.
// They are gold, and detections where there is a score beside each. The example
// is then a program of one `find` per category; see [record.Record.Detector].
//
// # Hostile files
//
// The library that reads Parquet trusts sizes in the file. Before it sees one,
// the footer has to fit into the file and be of at most 16 MB, and every column
// has to lie within the file; what it panics over is an error of that row.
package tabular
