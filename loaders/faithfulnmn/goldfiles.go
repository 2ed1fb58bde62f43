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
	byImage map[string][]*sentenceAnnotation
}

// readFile ignores identifiers of earlier files and, because the authors do, those flagged as
// incorrect programs.
func (g *goldFiles) readFile(fsys fs.FS, path string, problems *loaders.Problems) error {
	f, err := readBoxes(fsys, path, problems)
	if err != nil {
		return err
	}
	flagged := 0
	for _, a := range f.order {
		if a.isIncorrect {
			flagged++
		}
		if slices.ContainsFunc(g.files, func(other *boxFile) bool { return other.byID[a.identifier] != nil }) {
			continue
		}
		for _, image := range imagesOf(a.identifier) {
			g.byImage[image] = append(g.byImage[image], a)
		}
	}
	if flagged > 0 {
		problems.Report(path, "%d of %d identifiers have programs flagged as incorrect; their gold is not used, following the authors", flagged,
			len(f.order))
	}
	g.files = append(g.files, f)
	return nil
}

// imagesOf cuts the sentence's number and, like the authors, the last two characters, which differs
// from the tenth sentence on.
func imagesOf(id string) []string {
	return loaders.Distinct([]string{id[:max(0, strings.LastIndexByte(id, '-'))], id[:max(0, len(id)-2)]})
}

// matchesUtterance goes by the attended words, because annotations lack the sentence. Case is ignored.
func (a *sentenceAnnotation) matchesUtterance(utterance string) bool {
	utterance = strings.ToLower(utterance)
	for _, row := range a.rows {
		for _, word := range row.Words {
			if !strings.Contains(utterance, strings.ToLower(word)) {
				return false
			}
		}
	}
	return true
}

func (a *sentenceAnnotation) fitsNodes(programNodes []node) bool {
	return !slices.ContainsFunc(a.rows, func(row annotatedRow) bool {
		return row.Line >= len(programNodes) || programNodes[row.Line].name != row.Module
	})
}

// findAnnotation returns nothing if two annotations fit, because the record has lost its sentence's
// number. reason is nil if nobody annotated the sentence.
func (g *goldFiles) findAnnotation(imageID, utterance string, programNodes []node) (found *sentenceAnnotation, reason error) {
	var fitting []*sentenceAnnotation
	for _, a := range g.byImage[imageID] {
		switch {
		case a.isIncorrect || !a.matchesUtterance(utterance):
		case !a.fitsNodes(programNodes):
			reason = loaders.Errorf("annotation %s belongs to a different program", a.identifier)
		default:
			fitting = append(fitting, a)
		}
	}
	switch len(fitting) {
	case 0:
		return nil, reason
	case 1:
		return fitting[0], nil
	}
	return nil, loaders.Errorf("annotations %s and %s both match, and the record has no sentence number",
		fitting[0].identifier, fitting[1].identifier)
}

func (g *goldFiles) reportUnmatched(matchedIDs map[string]bool, problems *loaders.Problems) {
	for _, f := range g.files {
		left := loaders.Filter(f.order, func(a *sentenceAnnotation) bool { return !a.isIncorrect && !matchedIDs[a.identifier] })
		if len(left) > 0 {
			names := loaders.Map(left, func(a *sentenceAnnotation) string { return a.identifier })
			problems.Report(left[0].path, "%d of %d annotated identifiers match no record: %s; their gold is not used",
				len(left), len(f.order), record.Listed(names, mostListed))
		}
	}
}

const mostListed = 20

type annotatedSentence struct {
	text  string // dotted
	nodes []node // of the text, nil if it has none
	err   error
	words []string // of the sentence, indexed in brackets
}

func readSentence(row record.RowCells) annotatedSentence {
	nodes, err := parseDotted(row["annotation"])
	words, _ := record.PythonStrings(row["tokens"])
	return annotatedSentence{row["annotation"], nodes, err, words}
}

var programSheet = record.SeparatedTableSpec{Holds: "annotated programs", Columns: "sentence annotation"}

// readPrograms keeps a program by its sentence in lower case, as the authors do, because records have
// no other key; later duplicates win.
func readPrograms(fsys fs.FS, path string, problems *loaders.Problems, sentencesByID map[string]annotatedSentence) error {
	return programSheet.EachRow(fsys, path, problems, func(_ *record.Record, row record.RowCells) error {
		if row["annotation"] != "" {
			sentencesByID[strings.ToLower(row["sentence"])] = readSentence(row)
		}
		return nil
	})
}
