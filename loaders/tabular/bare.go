package tabular

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// bareOf returns the rows of a table without a header, whose columns it numbers: lines with tabs, commas, semicolons or bars
// between their cells, or with blanks if there are three or more. It has no rows if their number differs.
func bareOf(head []byte) *tableSample {
	delimiter, least, n := record.Delimiter(head), 2, 0
	if first, _, _ := bytes.Cut(head, []byte("\n")); !bytes.ContainsRune(first, delimiter) {
		delimiter, least = ' ', leastBlank
	}
	for _, line := range wholeLines(head) {
		cells := len(bareCells(line, delimiter))
		if n = cmp.Or(n, cells); cells != n || n < least {
			return &tableSample{}
		}
	}
	t := newLines(head, delimiter, loaders.Fill(n, func(k int) string { return rows.Unnamed + strconv.Itoa(k+1) })...)
	if delimiter == ' ' && len(t.rows) < leastBlank {
		return &tableSample{}
	}
	return t
}

func newLines(head []byte, delimiter rune, columns ...string) *tableSample {
	t := &tableSample{bare: true, comma: delimiter, columns: columns}
	for _, line := range wholeLines(head) {
		if !t.isEnough() {
			t.rows = append(t.rows, bareRow(columns, line, delimiter))
		}
	}
	t.partial = len(head) == loaders.HeadSize || t.isEnough()
	return t
}

func bareRow(columns []string, line []byte, delimiter rune) rows.Row {
	return rows.FromTexts(record.CellsOf(columns, bareCells(line, delimiter)))
}

// leastBlank is from how many cells, and lines, blanks between them make a table: fewer could be words.
const leastBlank = 3

// wholeLines leaves out blank lines, and the last one if the text is cut.
func wholeLines(head []byte) [][]byte {
	if len(head) == loaders.HeadSize {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	return slices.DeleteFunc(bytes.Split(head, []byte("\n")), func(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 })
}

// bareCells returns the cells of a line, nil for quotes that have no end.
func bareCells(line []byte, delimiter rune) []string {
	text := strings.TrimRight(string(line), "\r")
	switch delimiter {
	case 0:
		return []string{text}
	case ' ':
		return strings.Fields(text)
	case pairs:
		key, rest, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(text), "\t", " "), " ")
		return []string{key, strings.TrimSpace(rest)}
	case allLabels:
		return []string{labelsIn(text)}
	case firstLabel:
		label, _, _ := strings.Cut(labelsIn(text), " ")
		return []string{label}
	case '\t':
		return strings.Split(text, "\t")
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.LazyQuotes = delimiter, delimiter != ','
	cells, _ := r.Read()
	return cells
}

// allLabels and firstLabel stand for what is between a line's labels, as fastText's or LibSVM's, and the rest of it.
const allLabels, firstLabel = '\x02', '\x03'

var (
	labels   = regexp.MustCompile(`^(__label__\S+\s*)+`)
	features = regexp.MustCompile(`^[+-]?[\d.]+(\s+\d+:\S+)+\s*$`)
)

// labelsIn returns the labels that a line begins with, "" for none.
func labelsIn(line string) string {
	if features.MatchString(line) {
		return strings.Fields(line)[0]
	}
	return strings.Join(strings.Fields(labels.FindString(line)), " ")
}

// labelsOf returns the labels of a text's lines; nil if one has none.
func labelsOf(head []byte, delimiter rune) *tableSample {
	t := linesOf(head, delimiter)
	if t == nil || slices.Contains(textsIn(t.rows, t.columns...), "") {
		return nil
	}
	return t
}

// pairs stands for the first blank of a line as its only delimiter, as between an utterance and its words.
const pairs = '\x01'

// pairsOf returns the lines of a text as ids and answers; nil if an id comes twice or has no digit, or most lines have
// nothing else.
func pairsOf(head []byte) *tableSample {
	t := newLines(head, pairs, "column 1", "column 2")
	ids, answers := textsIn(t.rows, t.columns[0]), textsIn(t.rows, t.columns[1])
	isWord := func(id string) bool { return !strings.ContainsAny(id, "0123456789") }
	filled := loaders.CountFunc(answers, func(answer string) bool { return answer != "" })
	if !areDistinct(ids) || slices.ContainsFunc(ids, isWord) || 2*filled <= len(ids) {
		return nil
	}
	t.guessMap()
	return t
}

// linesOf returns the lines of any text as answers, by number; nil for what is none. The delimiter is 0, or [allLabels].
func linesOf(head []byte, delimiter rune) *tableSample {
	if lines := wholeLines(head); len(lines) < 2 || !utf8.Valid(bytes.Join(lines, nil)) || bytes.Contains(head, []byte{0}) {
		return nil
	}
	t := newLines(head, delimiter, lineColumn)
	if headingIn(head) != "" { // which would be compared as an answer
		return nil
	}
	t.guessMap()
	return t
}

// headingIn returns the first line if it is one word, such as "gold_label", named like an answer, and isn't repeated; ""
// otherwise.
func headingIn(head []byte) string {
	lines := loaders.Map(wholeLines(head), func(line []byte) string { return string(bytes.TrimSpace(line)) })
	if len(lines) < 2 || strings.ContainsAny(lines[0], " ,;|\t") || roles.RoleNamed(lines[0]) == "" || slices.Contains(lines[1:], lines[0]) {
		return ""
	}
	return lines[0]
}

func describeHeading(heading string) string {
	return fmt.Sprintf("its only column is %s; remove this header line to pair the lines of two files", loaders.Clean(heading))
}
