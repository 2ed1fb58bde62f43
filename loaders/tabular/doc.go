// Package tabular reads tables: any Parquet file ([Parquet]), the metadata of a
// folder of pictures ([Folder]), and any CSV, TSV, JSON or JSON Lines ([Any]). A
// [Map] says what the columns hold; without one their names and values do, as
// [Decision] describes.
//
// # Parquet
//
// Any Parquet file opens; the features that the datasets library leaves in its metadata
// (the key "huggingface") name the classes of ClassLabel columns. Rows are read in blocks
// when one is needed; the bytes of pictures (the Image feature, a struct of bytes and
// path) are left in the file until a picture is shown, and shown without being unpacked
// to a disk.
//
// # Folders of pictures
//
// metadata.jsonl or metadata.csv, with a column file_name (or some that end in
// _file_name), beside the pictures.
//
// # Rows
//
// The rows of a JSON text are its first list of records, which [index.FindList] finds, or at "." the
// text itself; an object that is a row of a run itself, as a file of one line has it, is one. Gold in a file
// of its own, any table with ids or an object of answers by id, becomes a column of the rows,
// so that roles are decided as if it had always been there. Tables of known programs are
// presets ([Preset]): data that say where the rows are and what the columns hold. Package pages
// reads them from pages of TOML.
//
// # Examples
//
// A row is an example. Its columns have roles: those of the map, or those that
// their names say. A role with several names takes the first that the row has.
// The question of a conversation (a list of role and content) is the user's last
// message; any of several gold answers is right; a list as long as the row's
// tokens labels them, and is not an answer.
//
// # Evidence
//
// A passage of documents, each a title with a list of sentences (a list of such pairs, or a
// struct of both lists), has sentences with names: a document and a number, from 0. A
// rationale lists such names, of a pair by its last two values, or in a struct of two lists;
// one that the passage does not have becomes a sentence after it, so that it counts, and where
// there is no passage the names are one. A rationale with a value that is not a name is missing.
//
// The role sentences has the characters of the passage at which sentences begin and end, or
// their number. Rationales are then vectors with a 1 for one sentence each, all 0 for a question
// that none answers, which also tell the number; an attribution has a score for each sentence.
//
// # Answers
//
// Names give roles by published lists of words, and a prediction and its gold answer have names that
// say the same task. Every pair, or verdict, is a reading that passes or fails checks of its values;
// a table opens by itself if exactly one reading passes, or several that are those of models.
// [Decided] tells the readings of a file. No number weighs one reading against another.
//
// A verdict has two values of a verdict's kind and none that is a prediction. Without one, a
// prediction is right if it equals a gold answer as text or as a number, but not where both are
// measurements, whose errors are scores, nor where equality says nothing: of prose, of a measurement
// and a class, and of a closed vocabulary with which the other column shares no value. A hypothesis
// beside its reference is shown with the file's own scores.
//
// A map may name another rule of package rules instead, for one gold answer or a list.
//
// Verdicts may be 1 and -1, which is wrong; 0 is neutral beside it: neither right nor wrong, so
// in neither side of the accuracy. A status beside errors or times says whether a request was
// answered, and a verdict that never differs is asked about unless its name judges.
//
// Every other column is in Meta, a list with a line for each text, a struct as JSON. Boxes are in a column
// objects: bbox (left, top, width, height in pixels, as in COCO) with category,
// categories, category_id or label, in a struct of lists or a list of structs.
// They are gold, and detections where there is a score beside each. The example
// is then a program of one `find` per category; see [record.Record.Detector].
//
// # Hostile files
//
// The library that reads Parquet trusts sizes in the file. Before it sees a
// file, the footer has to fit in it and have at most 16 MB, and every column
// has to be within it; a panic of the library is an error of that row.
//
// It does not judge answers: package rules does.
package tabular
