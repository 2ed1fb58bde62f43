package faithfulnmn

import (
	"io"
	"io/fs"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// annotated is a program as annotators wrote it for a sentence.
type annotated struct {
	text  string   // dotted
	words []string // of the sentence, that the indices in brackets count
}

// programColumns are those that annotated programs must have.
var programColumns = []string{"sentence", "annotation"}

// readPrograms reads annotated programs (all_annotations_round4.tsv and its
// like) by sentence in lower case, as the authors join them.
func readPrograms(r io.Reader) (map[string]annotated, []loaders.Problem, error) {
	t, err := newTable(r, programColumns...)
	if err != nil {
		return nil, nil, err
	}
	programs := map[string]annotated{}
	for t.next() {
		sentence := strings.ToLower(t.cell("sentence"))
		if text := t.cell("annotation"); text != "" {
			programs[sentence] = annotated{text: text, words: tokenList(t.cell("tokens"))}
		}
	}
	return programs, t.problems, nil
}

// tokenList reads a Python dict of words by their index: {0: 'a', 1: "it's"}.
// It returns nil for anything else.
func tokenList(s string) []string {
	var words []string
	for s = strings.TrimPrefix(s, "{"); s != "" && s != "}"; {
		_, rest, ok := strings.Cut(s, ": ")
		if !ok {
			return nil
		}
		word, after, ok := record.PythonString(rest)
		if !ok {
			return nil
		}
		words = append(words, word)
		s = strings.TrimPrefix(after, ", ")
	}
	return words
}

func openPrograms(fsys fs.FS, path string) (map[string]annotated, []loaders.Problem, error) {
	r, err := files.OpenReader(fsys, path)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	programs, problems, err := readPrograms(r)
	if err != nil {
		return nil, nil, loaders.Errorf("%s: not annotated programs: %w", path, err)
	}
	for i := range problems {
		problems[i].File = path
	}
	return programs, problems, nil
}
