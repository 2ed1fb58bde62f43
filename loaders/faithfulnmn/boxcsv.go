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

// boxFile has the annotations of a file like nlvr2_dev_box_annotations.csv.
type boxFile struct {
	byID  map[string]*sentenceAnnotation
	order []*sentenceAnnotation // in the file
}

// sentenceAnnotation holds the rows of an identifier (image_id and the sentence's number).
type sentenceAnnotation struct {
	identifier string
	path       string // of the file
	rows       []annotatedRow
	// isIncorrect means a row "Incorrect program". The authors use none of the rows.
	isIncorrect bool
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
	Left   record.LenientText `json:"left"`
	Top    record.LenientText `json:"top"`
	Width  record.LenientText `json:"width"`
	Height record.LenientText `json:"height"`
}

// sumBox adds left+width and top+height in float64, like the authors.
func (b rowBox) sumBox() (loaders.Box, error) {
	left, err1 := strconv.ParseFloat(string(b.Left), 64)
	top, err2 := strconv.ParseFloat(string(b.Top), 64)
	width, err3 := strconv.ParseFloat(string(b.Width), 64)
	height, err4 := strconv.ParseFloat(string(b.Height), 64)
	return loaders.Box{X0: left, Y0: top, X1: left + width, Y1: top + height}, errors.Join(err1, err2, err3, err4)
}

var boxSheet = record.SeparatedTableSpec{Holds: "box annotations", Columns: "identifier module_identifier module annotation"}

// readBoxes fails with an empty boxFile if columns are missing. Unusable rows are problems; a row
// with a bad annotation is kept with Bad set, so that its module is not taken for one without gold
// boxes.
func readBoxes(fsys fs.FS, path string, problems *loaders.Problems) (*boxFile, error) {
	f := &boxFile{byID: map[string]*sentenceAnnotation{}}
	return f, boxSheet.EachRow(fsys, path, problems, func(rec *record.Record, cells record.RowCells) error {
		id := cells["identifier"]
		if id == "" {
			return errors.New("a row has no identifier")
		}
		a := f.byID[id]
		if a == nil {
			a = &sentenceAnnotation{identifier: id, path: path}
			f.byID[id], f.order = a, append(f.order, a)
		}
		if cells["Incorrect program"] == "1" {
			a.isIncorrect = true
			return nil
		}
		row, err := boxRow(rec.Line, cells)
		if err != nil {
			return err
		}
		switch {
		case row.Bad != nil:
			rec.Problem("%s; the module has no gold", row.Bad)
		case strings.HasPrefix(cells["annotation"], "{"): // a broken one sets Bad
			rec.Problem("the annotation is an object, not a list of boxes; read as no boxes in this image, following the authors")
		}
		a.rows = append(a.rows, row)
		return nil
	})
}

// boxRow takes an unreadable module_identifier for an error, because nothing else says where the row
// belongs; a wrong annotation sets Bad.
func boxRow(lineNumber int, rowCells record.RowCells) (annotatedRow, error) {
	name, words, _ := strings.Cut(rowCells["module"], "[")
	row := annotatedRow{FileLine: lineNumber, Module: ofAnnotation(name), Words: wordsOf(words)}
	var err error
	row.Line, row.Image, err = modulePlace(rowCells["module_identifier"])
	row.readAnnotation(rowCells["annotation"])
	return row, err
}

const maxLines = 1 << 12 // of a program

func modulePlace(s string) (line, image int, err error) {
	_, rest, _ := strings.Cut(s, "m")
	first, second, _ := strings.Cut(rest, "-")
	line, err1 := strconv.Atoi(first)
	image, err2 := strconv.Atoi(second)
	isMalformed := err1 != nil || err2 != nil || line < 0 || line >= maxLines || image < 0 || image > 1
	if isMalformed {
		return 0, 0, loaders.Errorf("module_identifier %.40q is not of the form q50-m16-0", s)
	}
	return line, image, nil
}

// readAnnotation ignores empty annotations and JSON objects, because they aren't boxes in the authors'
// code either. Anything but a list or, for count, a number sets Bad.
func (row *annotatedRow) readAnnotation(annotationText string) {
	if annotationText == "" || strings.HasPrefix(annotationText, "{") && json.Valid([]byte(annotationText)) {
		return
	}
	if n, err := strconv.Atoi(annotationText); err == nil && n >= 0 && row.Module == "count" {
		row.Count = n
		return
	}
	if err := json.Unmarshal([]byte(annotationText), &row.Boxes); err != nil {
		row.Boxes, row.Bad = nil, loaders.Errorf("the annotation is not a list of boxes: %w", err)
		return
	}
	row.Count = len(row.Boxes)
	for _, b := range row.Boxes {
		if _, err := b.sumBox(); err != nil {
			row.Bad = errors.New("a box's left, top, width and height aren't all numbers")
		}
	}
}
