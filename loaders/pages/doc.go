// Package pages reads formats of tables that are pages of TOML: data that say what a table
// is recognised by, what its columns hold and which files lie beside it. Those of this
// folder come with the program ([Ours]); a person's own are read with [ReadOwn]. A page has
// no conditions and runs nothing.
//
//	name    = "quiz-results"        # lower case, digits and -; none of ours
//	like    = "vqa"                 # a page of ours that has what this one leaves out
//	about   = "results of the quiz" # for the list of formats
//	dataset = "Quiz"                # of the runs; left out where the file names it
//	rows    = "results.items"       # the path of the list of rows; left out for lines, a list
//	                                # and separated cells
//	right   = "equal"               # the rule that judges answers, one of package rules
//	pictures = true                 # rows name pictures
//	together = true                 # a folder of such files is one run
//	pair     = true                 # the passage is a premise, the question a hypothesis
//	labels   = { e = "entailment" } # correct answers, predictions and kinds in full
//	classes  = ["yes", "no"]        # of which the role classes has the probabilities, in order
//	models   = "pred_*"             # columns of several models, each a run of its own: the star is
//	                                # the model's name, in [columns], too
//	title    = "model"              # the key of the model's name in a first record that is not a row,
//	                                # but says the dataset and a note, too
//	picture  = "COCO_#_%012d.jpg"   # names pictures by the number in meta.image; # is what part matches in
//	part     = "val20\\d\\d"       # the names or beginnings of the files, % what follows where it does not
//	metrics  = ["em", "f1"]         # are 0 for an answer that is missing
//	around   = "paragraph"          # the column that has what is around a row, and its key as @key
//	located  = "answer"             # names the correct answers in the passage: they have answer_start
//
//	[[recognised]]                  # any of several
//	at   = "{results.items.*"       # the path of the object looked at, with the brackets that the
//	                                # text begins with; left out for the first record
//	keys = "query, answer:\", !loss, gold|label" # its keys: with the first byte of the value
//	                                # behind a colon, ! for a key that is not there, | for either
//	columns = ["id", "!gold label"] # instead: columns of cells, or keys of the first record; ! as above
//	ids  = "^[0-9a-f]{24}$"         # instead: an expression that all keys there match
//	joined = true                   # only with a file beside the table that answers its rows
//	text = "quiz."                  # the beginning has this text, too
//	value = { kind = "quiz" }       # and the first record these values
//
//	[columns]                       # a role of --map, and the columns that may hold it
//	question = "query|text"
//	score.f1 = "metrics.f1"
//	rationale.gold = "facts"        # sentences by document and number; # in its name numbers groups
//
//	[[beside]]                      # a file beside the table, whose entries are joined with rows
//	name = "texts"                  # the column that a row's entry becomes; . completes the row
//	what = "texts of the quiz"      # in the plural
//	flag = "gold"                   # that names the file
//	keys = "id, text"               # recognise it, at the path
//	at   = "texts.*"                # of its entries; | between several, and then ; between keys
//	around = "article"              # the column of an entry that has what is around it
//	id   = "id"                     # their key, and that of the rows unless row names another
//	row  = "query_id"
//	lacks = "kept without gold"     # what happens to a row without an entry; "" says nothing
//	left = "question"               # an entry that no row asks for is an example without an answer;
//	                                # flag, lacks and without are then gold's, where they are left out
//	missing = "texts (JSON)"        # what is missing where there is no such file,
//	without = "texts"               # and what the run is shown without
//	unless = "text:["               # keys of a table that has it all itself
//	own = true                      # instead of keys, id and flag: at is a path in the table's file
//	official = "; its scorer refuses such a file" # where entries are left
//
// The path @key is the key under which an object has a row. Rows without a column of ids are
// called after that, or after their picture.
//
// Where no columns are listed, names and values decide, as for any table. sign says in words
// what recognises the page, where that is not told from its keys; boxes the convention of its
// boxes; header the columns of lines with tabs between their cells; and prepare names a function
// of this package for what a page cannot say.
//
// A page runs nothing, and has no conditions: it is data.
package pages
