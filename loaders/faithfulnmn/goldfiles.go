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
	byImage map[string][]identifierCandidate
}

// identifierCandidate is an annotated identifier that may be a record's.
type identifierCandidate struct {
	file       *boxFile
	identifier string
}

func newGoldFiles() *goldFiles { return &goldFiles{byImage: map[string][]identifierCandidate{}} }

// readFile ignores identifiers of earlier files and, because the authors do, those flagged as
// incorrect programs.
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
			g.byImage[image] = append(g.byImage[image], identifierCandidate{f, id})
		}
	}
	if flagged := len(f.Incorrect); flagged > 0 {
		problems.Report(path, "%d of %d identifiers have programs flagged as incorrect; their gold is not used, following the authors", flagged,
			len(f.Identifiers))
	}
	g.files = append(g.files, f)
	return nil
}

// imagesOf cuts the sentence's number and, like the authors, the last two characters, which differs
// from the tenth sentence on.
func imagesOf(exampleIdentifier string) []string {
	var images []string
	if i := strings.LastIndexByte(exampleIdentifier, '-'); i >= 0 {
		images = append(images, exampleIdentifier[:i])
	}
	if n := len(exampleIdentifier) - 2; n >= 0 && (len(images) == 0 || images[0] != exampleIdentifier[:n]) {
		images = append(images, exampleIdentifier[:n])
	}
	return images
}

// matchesUtterance goes by the attended words, because annotations lack the sentence. Case is ignored.
func (c identifierCandidate) matchesUtterance(utterance string) bool {
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

func (c identifierCandidate) fitsNodes(programNodes []node) bool {
	return !slices.ContainsFunc(c.file.Rows[c.identifier], func(row annotatedRow) bool {
		return row.Line >= len(programNodes) || programNodes[row.Line].name != row.Module
	})
}

// findAnnotation returns nothing if two annotations fit, because the record has lost its sentence's
// number. reason is nil if nobody annotated the sentence.
func (g *goldFiles) findAnnotation(imageID, utterance string, programNodes []node) (found *identifierCandidate, reason error) {
	var fitting []identifierCandidate
	for _, c := range g.byImage[imageID] {
		switch {
		case c.file.Incorrect[c.identifier] || !c.matchesUtterance(utterance):
		case !c.fitsNodes(programNodes):
			reason = loaders.Errorf("annotation %s belongs to a different program", c.identifier)
		default:
			fitting = append(fitting, c)
		}
	}
	switch len(fitting) {
	case 0:
		return nil, reason
	case 1:
		return &fitting[0], nil
	}
	return nil, loaders.Errorf("annotations %s and %s both match, and the record has no sentence number",
		fitting[0].identifier, fitting[1].identifier)
}

func (g *goldFiles) reportUnmatched(matchedIDs map[string]bool, problems *loaders.Problems) {
	for _, f := range g.files {
		names := loaders.Filter(f.Identifiers, func(id string) bool { return !f.Incorrect[id] && !matchedIDs[id] })
		if len(names) > 0 {
			problems.Report(f.Path, "%d of %d annotated identifiers match no record: %s; their gold is not used",
				len(names), len(f.Identifiers), record.Listed(names, mostListed))
		}
	}
}

const mostListed = 20

type annotatedSentence struct {
	text  string   // dotted
	words []string // of the sentence, indexed in brackets
}

var programSheet = record.SeparatedTableSpec{Holds: "annotated programs", Columns: "sentence annotation"}

// readPrograms keeps a program by its sentence in lower case, as the authors do, because records have
// no other key; later duplicates win.
func readPrograms(fsys fs.FS, path string, problems *loaders.Problems, sentencesByID map[string]annotatedSentence) error {
	return programSheet.EachRow(fsys, path, problems, func(_ *record.Record, row record.RowCells) error {
		if text := row["annotation"]; text != "" {
			words, _ := record.PythonStrings(row["tokens"])
			sentencesByID[strings.ToLower(row["sentence"])] = annotatedSentence{text, words}
		}
		return nil
	})
}
