package faithfulnmn

import (
	"io/fs"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const inTheFile = "in the file"

type goldFiles struct {
	files   []*boxFile
	byImage map[string][]candidate
}

// candidate is an annotated identifier that may be a record's.
type candidate struct {
	file       *boxFile
	identifier string
}

func newGoldFiles() *goldFiles { return &goldFiles{byImage: map[string][]candidate{}} }

// readFile ignores identifiers of earlier files. It reports how many are flagged as incorrect
// programs, and fails for other files.
func (g *goldFiles) readFile(fsys fs.FS, path string, problems *loaders.Problems) error {
	f, err := readBoxes(fsys, path, problems)
	if err != nil {
		return err
	}
	for _, id := range f.Identifiers {
		if slices.ContainsFunc(g.files, func(other *boxFile) bool {
			_, there := other.Rows[id]
			return there
		}) {
			continue
		}
		for _, image := range imagesOf(id) {
			g.byImage[image] = append(g.byImage[image], candidate{f, id})
		}
	}
	if flagged := len(f.Incorrect); flagged > 0 {
		problems.Report(path, "%d of %d identifiers are flagged as incorrect programs; their gold is not used, as the authors do", flagged,
			len(f.Identifiers))
	}
	g.files = append(g.files, f)
	return nil
}

// imagesOf cuts the sentence's number and, like the authors, the last two characters, which differs
// from the tenth sentence on.
func imagesOf(identifier string) []string {
	var images []string
	if i := strings.LastIndexByte(identifier, '-'); i >= 0 {
		images = append(images, identifier[:i])
	}
	if n := len(identifier) - 2; n >= 0 && (len(images) == 0 || images[0] != identifier[:n]) {
		images = append(images, identifier[:n])
	}
	return images
}

// matchesUtterance ignores case; a sentence with every attended word may be the annotated one.
func (c candidate) matchesUtterance(utterance string) bool {
	utterance = strings.ToLower(utterance)
	for _, row := range c.file.Rows[c.identifier] {
		for _, word := range row.Words {
			if !strings.Contains(utterance, strings.ToLower(word)) {
				return false
			}
		}
	}
	return true
}

func (c candidate) fitsNodes(nodes []node) bool {
	return !slices.ContainsFunc(c.file.Rows[c.identifier], func(row annotatedRow) bool {
		return row.Line >= len(nodes) || nodes[row.Line].name != row.Module
	})
}

// findAnnotation returns the only annotation that fits image, utterance and program. why is nil if
// nobody annotated the sentence.
func (g *goldFiles) findAnnotation(imageID, utterance string, nodes []node) (found *candidate, why error) {
	var fitting []candidate
	for _, c := range g.byImage[imageID] {
		switch {
		case c.file.Incorrect[c.identifier] || !c.matchesUtterance(utterance):
		case !c.fitsNodes(nodes):
			why = loaders.Errorf("the annotation %s belongs to another program", c.identifier)
		default:
			fitting = append(fitting, c)
		}
	}
	switch len(fitting) {
	case 0:
		return nil, why
	case 1:
		return &fitting[0], nil
	}
	return nil, loaders.Errorf("the annotations %s and %s fit both, and the record has lost the number of its sentence",
		fitting[0].identifier, fitting[1].identifier)
}

func (g *goldFiles) reportUnmatched(matched map[string]bool, problems *loaders.Problems) {
	for _, f := range g.files {
		names := loaders.Filter(f.Identifiers, func(id string) bool { return !f.Incorrect[id] && !matched[id] })
		if len(names) > 0 {
			problems.Report(f.Path, "%d of %d annotated identifiers match no record: %s; their gold is not used",
				len(names), len(f.Identifiers), record.Listed(names, mostListed))
		}
	}
}

const mostListed = 20

type annotated struct {
	text  string   // dotted
	words []string // of the sentence, indexed in brackets
}

var programSheet = record.TableKind{Holds: "annotated programs", Columns: "sentence annotation"}

// readPrograms reads a file like all_annotations_round4.tsv, by sentence in lower case, like the
// authors; later duplicates win.
func readPrograms(fsys fs.FS, path string, problems *loaders.Problems, programs map[string]annotated) error {
	add := func(_ *record.Record, row record.Cells) error {
		if text := row["annotation"]; text != "" {
			words, _ := record.PythonStrings(row["tokens"])
			programs[strings.ToLower(row["sentence"])] = annotated{text, words}
		}
		return nil
	}
	return programSheet.EachRow(fsys, path, problems, add)
}
