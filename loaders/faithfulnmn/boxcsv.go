package faithfulnmn

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// boxFile is a file like nlvr2_dev_box_annotations.csv.
type boxFile struct {
	Path string
	// Rows by identifier (image_id and the sentence's number), without Incorrect ones.
	Rows map[string][]annotatedRow
	// Incorrect are identifiers with a row "Incorrect program". The authors use none of their rows.
	Incorrect   map[string]bool
	Identifiers []string // of Rows, in file order
}

type annotatedRow struct {
	FileLine int      // 1-based
	Line     int      // of the annotated program, 0-based
	Image    int      // 0 left, 1 right
	Module   string   // "find", without its words
	Words    []string // as annotators saw them
	Boxes    []rowBox
	Count    int // for the module count
	// Bad says why the annotation can't be read.
	Bad error
}

// rowBox is a box in the file: numbers as text, fractions of the image. The authors compare these
// texts, not the numbers, when they intersect gold.
type rowBox struct {
	Left   record.Text `json:"left"`
	Top    record.Text `json:"top"`
	Width  record.Text `json:"width"`
	Height record.Text `json:"height"`
}

// sumBox adds left+width and top+height in float64, like the authors.
func (b rowBox) sumBox() (loaders.Box, error) {
	left, err1 := strconv.ParseFloat(string(b.Left), 64)
	top, err2 := strconv.ParseFloat(string(b.Top), 64)
	width, err3 := strconv.ParseFloat(string(b.Width), 64)
	height, err4 := strconv.ParseFloat(string(b.Height), 64)
	return loaders.Box{X0: left, Y0: top, X1: left + width, Y1: top + height}, errors.Join(err1, err2, err3, err4)
}

var boxSheet = record.TableKind{Holds: "box annotations", Columns: "identifier module_identifier module annotation"}

// readBoxes fails with an empty boxFile if columns are missing. Unusable rows are problems; a row
// with a bad annotation is kept with Bad set, so that its module is not taken for one without gold
// boxes.
func readBoxes(fsys fs.FS, path string, problems *loaders.Problems) (*boxFile, error) {
	f := &boxFile{Path: path, Rows: map[string][]annotatedRow{}, Incorrect: map[string]bool{}}
	return f, boxSheet.EachRow(fsys, path, problems, func(rec *record.Record, cells record.Cells) error {
		id := cells["identifier"]
		if id == "" {
			return errors.New("a row without identifier")
		}
		if _, seen := f.Rows[id]; !seen {
			f.Rows[id], f.Identifiers = nil, append(f.Identifiers, id)
		}
		if cells["Incorrect program"] == "1" {
			f.Incorrect[id] = true
			return nil
		}
		row, err := boxRow(rec.Line, cells)
		if err != nil {
			return err
		}
		switch {
		case row.Bad != nil:
			rec.Problem("%s; the module is left without gold", row.Bad)
		case strings.HasPrefix(cells["annotation"], "{"): // a broken one sets Bad
			rec.Problem("the annotation is an object where a list of boxes belongs; read as no box in this image, as the authors do")
		}
		f.Rows[id] = append(f.Rows[id], row)
		return nil
	})
}

// boxRow returns a row, which an unreadable module_identifier makes an error and a wrong annotation
// Bad.
func boxRow(line int, cells record.Cells) (annotatedRow, error) {
	name, words, _ := strings.Cut(cells["module"], "[")
	row := annotatedRow{FileLine: line, Module: ofAnnotation(name)}
	for word := range strings.SplitSeq(strings.TrimSuffix(words, "]"), ",") {
		if word = strings.TrimSpace(word); word != "" {
			row.Words = append(row.Words, word)
		}
	}
	var err error
	if row.Line, row.Image, err = modulePlace(cells["module_identifier"]); err != nil {
		return row, err
	}
	row.readAnnotation(cells["annotation"])
	return row, nil
}

// modulePlace parses a module_identifier: 16 and 0 for "q50-m16-0". The image is 0 or 1.
func modulePlace(s string) (line, image int, err error) {
	_, rest, _ := strings.Cut(s, "m")
	first, second, _ := strings.Cut(rest, "-")
	line, err1 := strconv.Atoi(first)
	image, err2 := strconv.Atoi(second)
	isMalformed := err1 != nil || err2 != nil || line < 0 || image < 0 || image > 1
	if isMalformed {
		return 0, 0, loaders.Errorf("module_identifier %.40q, where one like q50-m16-0 belongs", s)
	}
	return line, image, nil
}

// readAnnotation ignores empty annotations and JSON objects, which aren't boxes in the authors'
// code either. Anything but a list or, for count, a number sets Bad.
func (row *annotatedRow) readAnnotation(annotation string) {
	if strings.HasPrefix(annotation, "{") && json.Valid([]byte(annotation)) {
		return
	}
	if annotation == "" {
		return
	}
	if n, err := strconv.Atoi(annotation); err == nil && n >= 0 && row.Module == "count" {
		row.Count = n
		return
	}
	if err := json.Unmarshal([]byte(annotation), &row.Boxes); err != nil {
		row.Boxes, row.Bad = nil, loaders.Errorf("the annotation is not a list of boxes: %w", err)
		return
	}
	row.Count = len(row.Boxes)
	for _, b := range row.Boxes {
		if _, err := b.sumBox(); err != nil {
			row.Bad = errors.New("a box without left, top, width and height as numbers")
		}
	}
}
