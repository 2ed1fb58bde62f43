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

// boxFile is a file of box annotations: nlvr2_dev_box_annotations.csv and its
// like.
type boxFile struct {
	Path string
	// Rows by identifier (image_id and the number of the sentence); none for one of Incorrect.
	Rows map[string][]annotatedRow
	// Incorrect are the identifiers of which a row says "Incorrect program".
	// The authors use none of their rows.
	Incorrect   map[string]bool
	Identifiers []string // of Rows, in the file's order
}

// annotatedRow is the annotation of one module on one image.
type annotatedRow struct {
	FileLine int      // 1-based
	Line     int      // of the annotated program, 0-based
	Image    int      // 0 left, 1 right
	Module   string   // "find", without its words
	Words    []string // the attended words, as the annotators saw them
	Boxes    []rowBox
	Count    int // what there is to count, for the module count
	// Bad says why the annotation cannot be read, nil for a good one.
	Bad error
}

// rowBox is a box as the file writes it: numbers as text, fractions of the
// image. The authors compare these texts, and not the numbers, where they
// intersect gold.
type rowBox struct {
	Left   record.Text `json:"left"`
	Top    record.Text `json:"top"`
	Width  record.Text `json:"width"`
	Height record.Text `json:"height"`
}

// sumBox returns the box with its right and bottom as left+width and top+height in float64, as the
// authors add. It fails if one of the texts is not a number.
func (b rowBox) sumBox() (loaders.Box, error) {
	left, err1 := strconv.ParseFloat(string(b.Left), 64)
	top, err2 := strconv.ParseFloat(string(b.Top), 64)
	width, err3 := strconv.ParseFloat(string(b.Width), 64)
	height, err4 := strconv.ParseFloat(string(b.Height), 64)
	return loaders.Box{X0: left, Y0: top, X1: left + width, Y1: top + height}, errors.Join(err1, err2, err3, err4)
}

// boxSheet are box annotations.
var boxSheet = record.TableKind{Holds: "box annotations", Columns: "identifier module_identifier module annotation"}

// readBoxes returns the box annotations in a file of fsys, separated by commas or tabs. It fails,
// with an empty boxFile, for a file without the columns identifier, module_identifier, module and
// annotation. Rows that cannot be used are problems of the file; a row whose annotation alone is
// bad is kept with Bad set, so that its module is not taken for one without gold boxes.
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
		case strings.HasPrefix(cells["annotation"], "{"): // a broken one is Bad
			rec.Problem("the annotation is an object where a list of boxes belongs; read as no box in this image, as the authors do")
		}
		f.Rows[id] = append(f.Rows[id], row)
		return nil
	})
}

// boxRow returns a row of box annotations on this line of the file. A module_identifier that cannot
// be read is an error, with the row as far as it was read; a wrong annotation is set as Bad.
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

// modulePlace returns the line of the program and the image that a module_identifier says: 16 and 0
// for "q50-m16-0". It fails for another form, and an image that is neither 0 nor 1.
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

// readAnnotation sets the row's Boxes from a JSON list, and Count to their number; for count a
// number sets Count alone. An empty annotation sets nothing, nor does a JSON object, which does
// not stand for a box in the authors' code either. Anything else, and a box without four numbers,
// sets Bad.
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
