package faithfulnmn

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// BoxFile is a file of box annotations: nlvr2_dev_box_annotations.csv and its
// like.
type BoxFile struct {
	Path string
	// Rows by identifier (image_id and the number of the sentence).
	Rows map[string][]BoxRow
	// Incorrect are the identifiers of which a row says "Incorrect program".
	// The authors use none of their rows.
	Incorrect   map[string]bool
	Identifiers []string // of Rows and Incorrect, in the file's order
}

// BoxRow is the annotation of one module on one image.
type BoxRow struct {
	FileLine int      // 1-based
	Line     int      // of the annotated program, 0-based
	Image    int      // 0 left, 1 right
	Module   string   // "find", without its words
	Words    []string // the attended words, as the annotators saw them
	Boxes    []RowBox
	Count    int // what there is to count, for the module count
	// Bad says why the annotation cannot be read, nil for a good one.
	Bad error
}

// RowBox is a box as the file writes it: numbers as text, fractions of the
// image. The authors compare these texts, and not the numbers, where they
// intersect gold.
type RowBox struct {
	Left   record.Text `json:"left"`
	Top    record.Text `json:"top"`
	Width  record.Text `json:"width"`
	Height record.Text `json:"height"`
}

// box is the sum left+width, top+height in float64, as the authors add.
func (b RowBox) box() (loaders.Box, error) {
	left, err1 := strconv.ParseFloat(string(b.Left), 64)
	top, err2 := strconv.ParseFloat(string(b.Top), 64)
	width, err3 := strconv.ParseFloat(string(b.Width), 64)
	height, err4 := strconv.ParseFloat(string(b.Height), 64)
	return loaders.Box{X0: left, Y0: top, X1: left + width, Y1: top + height}, errors.Join(err1, err2, err3, err4)
}

// boxColumns are those that box annotations must have.
const boxColumns = "identifier module_identifier module annotation"

// ReadBoxes reads box annotations, separated by commas or tabs. It fails for
// a file without the columns identifier, module_identifier, module and
// annotation. Rows that cannot be used are problems of the file, which path
// names; a row whose annotation alone is bad is kept with Bad set, so that its
// module is not taken for one without gold boxes.
func ReadBoxes(r io.Reader, path string, problems *loaders.Problems) (*BoxFile, error) {
	t, err := newTable(r, path, problems, boxColumns)
	if err != nil {
		return nil, err
	}
	f := &BoxFile{Path: path, Rows: map[string][]BoxRow{}, Incorrect: map[string]bool{}}
	seen := map[string]bool{}
	for t.next() {
		id := t.cell("identifier")
		if id == "" {
			t.problem("a row without identifier; ignored")
			continue
		}
		if !seen[id] {
			seen[id] = true
			f.Identifiers = append(f.Identifiers, id)
		}
		if t.cell("Incorrect program") == "1" {
			f.Incorrect[id] = true
			continue
		}
		row, err := boxRow(t)
		if err != nil {
			t.problem("%w; ignored", err)
			continue
		}
		switch {
		case row.Bad != nil:
			t.problem("%s; the module is left without gold", row.Bad)
		case strings.HasPrefix(t.cell("annotation"), "{"): // a broken one is Bad
			t.problem("the annotation is an object where a list of boxes belongs; read as no box in this image, as the authors do")
		}
		f.Rows[id] = append(f.Rows[id], row)
	}
	return f, nil
}

func boxRow(t *table) (BoxRow, error) {
	name, words, _ := strings.Cut(t.cell("module"), "[")
	row := BoxRow{FileLine: t.line, Module: ofAnnotation(name)}
	for word := range strings.SplitSeq(strings.TrimSuffix(words, "]"), ",") {
		if word = strings.TrimSpace(word); word != "" {
			row.Words = append(row.Words, word)
		}
	}
	var err error
	if row.Line, row.Image, err = modulePlace(t.cell("module_identifier")); err != nil {
		return row, err
	}
	row.read(t.cell("annotation"))
	return row, nil
}

// modulePlace reads "q50-m16-0": question 50, line 16 of the program, image 0.
func modulePlace(s string) (line, image int, err error) {
	_, rest, _ := strings.Cut(s, "m")
	first, second, _ := strings.Cut(rest, "-")
	line, err1 := strconv.Atoi(first)
	image, err2 := strconv.Atoi(second)
	if err1 != nil || err2 != nil || line < 0 || image < 0 || image > 1 {
		return 0, 0, loaders.Errorf("module_identifier %.40q, where one like q50-m16-0 belongs", s)
	}
	return line, image, nil
}

// read reads the annotation: nothing, a JSON list of boxes, or for count also
// a number. An object stands for no box, as with the authors.
func (row *BoxRow) read(annotation string) {
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
		if _, err := b.box(); err != nil {
			row.Bad = errors.New("a box without left, top, width and height as numbers")
		}
	}
}

// Limits for hostile annotations.
const (
	maxAnnotations = 256 << 20 // bytes of an annotations file
	maxRowProblems = 1000
)

// table reads rows with named columns.
type table struct {
	csv      *csv.Reader
	column   map[string]int
	row      []string
	line     int // of the row
	path     string
	problems *loaders.Problems
	wrong    int // rows
}

func newTable(r io.Reader, path string, problems *loaders.Problems, required string) (*table, error) {
	src := bufio.NewReader(io.LimitReader(r, maxAnnotations))
	head, _ := src.Peek(src.Size())
	t := &table{csv: csv.NewReader(src), column: map[string]int{}, path: path, problems: problems}
	t.csv.FieldsPerRecord = -1
	if first, _, _ := strings.Cut(string(head), "\n"); strings.Contains(first, "\t") {
		t.csv.Comma = '\t'
	}
	header, err := t.csv.Read()
	if err != nil {
		return nil, loaders.Errorf("not a table: %w", err)
	}
	for i, name := range header {
		t.column[strings.TrimPrefix(name, "\ufeff")] = i
	}
	for name := range strings.FieldsSeq(required) {
		if _, ok := t.column[name]; !ok {
			return nil, loaders.Errorf("no column %q", name)
		}
	}
	return t, nil
}

// next reads rows up to one that is well formed; the others are problems.
func (t *table) next() bool {
	for {
		row, err := t.csv.Read()
		if errors.Is(err, io.EOF) {
			return false
		}
		var bad *csv.ParseError
		switch {
		case errors.As(err, &bad):
			t.line = bad.StartLine
			t.problem("not a row of the table: %v; ignored", bad.Err)
			continue
		case err != nil:
			t.problem("%w; what was read before it is used", err)
			return false
		}
		t.row = row
		t.line, _ = t.csv.FieldPos(0)
		return true
	}
}

// cell is "" for a column that the table or the row lacks.
func (t *table) cell(name string) string {
	i, ok := t.column[name]
	if !ok || i >= len(t.row) {
		return ""
	}
	return t.row[i]
}

func (t *table) problem(kind string, args ...any) {
	if t.wrong++; t.wrong > maxRowProblems {
		kind, args = "more rows are wrong; not listed", nil
	}
	if t.wrong <= maxRowProblems+1 {
		t.problems.Add(loaders.Problem{File: t.path, Line: t.line}.Worded(kind, args...))
	}
}

// annotated is a program as annotators wrote it for a sentence.
type annotated struct {
	text  string   // dotted
	words []string // of the sentence, that the indices in brackets count
}

// programColumns are those that annotated programs must have.
const programColumns = "sentence annotation"

// readPrograms reads annotated programs (all_annotations_round4.tsv and its
// like) by sentence in lower case, as the authors join them.
func readPrograms(r io.Reader, path string, problems *loaders.Problems) (map[string]annotated, error) {
	t, err := newTable(r, path, problems, programColumns)
	if err != nil {
		return nil, err
	}
	programs := map[string]annotated{}
	for t.next() {
		sentence := strings.ToLower(t.cell("sentence"))
		if text := t.cell("annotation"); text != "" {
			programs[sentence] = annotated{text: text, words: tokenList(t.cell("tokens"))}
		}
	}
	return programs, nil
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

func openPrograms(fsys fs.FS, path string, problems *loaders.Problems) (map[string]annotated, error) {
	r, err := files.OpenReader(fsys, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	programs, err := readPrograms(r, path, problems)
	if err != nil {
		return nil, loaders.Errorf("%s: not annotated programs: %w", path, err)
	}
	return programs, nil
}
