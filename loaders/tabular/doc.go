// Package tabular fills examples from the rows of tables: any Parquet file ([Parquet]), the metadata
// of a folder of pictures ([Folder]), and any CSV, TSV, JSON or JSON Lines ([Any]). Package roles
// decides what the columns hold, and package rules judges answers.
//
// # Rows
//
// The rows of a JSON text are its first list of records, which [index.FindList] finds, or at "." the
// text itself; an object that is a row of a run by its own columns, as a file of one line has it, is
// one. Gold in a file of its own, any table with ids or an object of answers by id, becomes a column
// of the rows, so that roles are decided as if it had always been there. Tables of known programs are
// presets ([Preset]): data that say where the rows are and what the columns hold. Package pages reads
// them from pages of TOML.
//
// # Examples
//
// A row is an example. A role with several columns takes the first that the row has. The question of
// a conversation (a list of role and content) is the user's last message; any of several correct answers
// is right; a list as long as the row's tokens labels them, and is not an answer. A list of structs that
// each have a name and a value, such as metrics or feedback, is a struct by name. Rows that are the
// messages of a conversation are one example.
//
// # Evidence
//
// A passage of documents, each a title with a list of sentences (a list of such pairs, or a struct of
// both lists), has sentences with names: a document and a number, from 0. A rationale lists such
// names, of a pair by its last two values, or in a struct of two lists; one that the passage does not
// have becomes a sentence after it, so that it counts, and without a passage the names are one. A
// rationale with a value that is not a name is missing.
//
// The role sentences has the characters of the passage at which sentences begin and end, or their
// number. Rationales are then vectors with a 1 for one sentence each, all 0 for a question that none
// answers, which also tell the number; an attribution has a score for each sentence.
//
// # Other columns
//
// Every other column is in Meta: a list with a line for each text, a struct as JSON. Boxes are in a
// column objects: bbox (left, top, width, height in pixels, as in COCO) with category, categories,
// category_id or label, in a struct of lists or a list of structs. They are gold, and detections if
// there is a score beside each. The example is then a program of one `find` per category; see
// [record.Record.Detector].
package tabular
