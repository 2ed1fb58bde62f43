package tabular

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// bareOf returns the rows of a table without a header, whose columns it numbers: lines with tabs, commas, semicolons or bars
// between their cells, or with blanks if there are three or more. It has no rows if their number differs.
func bareOf(head []byte) *tableSample {
	t, n := &tableSample{bare: true, comma: record.Delimiter(head)}, 0
	lines := wholeLines(head)
	if first, _, _ := bytes.Cut(head, []byte("\n")); !bytes.ContainsRune(first, t.comma) {
		t.comma = ' '
	}
	for _, line := range lines {
		cells := bareCells(line, t.comma)
		if n == 0 {
			n = len(cells)
			t.columns = loaders.Fill(n, func(k int) string { return fmt.Sprintf("column %d", k+1) })
		}
		if len(cells) != n || n < loaders.IfElse(t.comma == ' ', leastBlank, 2) {
			return &tableSample{}
		}
		if !t.isEnough() {
			t.rows = append(t.rows, rows.FromTexts(record.CellsOf(t.columns, cells)))
		}
	}
	if t.partial = len(head) == loaders.HeadSize || t.isEnough(); t.comma == ' ' && len(t.rows) < leastBlank {
		return &tableSample{}
	}
	return t
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
	if t == nil || slices.Contains(textsIn(t.rows, t.columns), "") {
		return nil
	}
	return t
}

// pairs stands for the first blank of a line as its only delimiter, as between an utterance and its words.
const pairs = '\x01'

// pairsOf returns the lines of a text as ids and answers; nil if an id comes twice or has no digit, or most lines have
// nothing else.
func pairsOf(head []byte) *tableSample {
	t := &tableSample{bare: true, comma: pairs, columns: []string{"column 1", "column 2"}, partial: len(head) == loaders.HeadSize}
	for _, line := range wholeLines(head) {
		if !t.isEnough() {
			t.rows = append(t.rows, rows.FromTexts(record.CellsOf(t.columns, bareCells(line, pairs))))
		}
	}
	t.partial = t.partial || t.isEnough()
	ids, answers := textsIn(t.rows, t.columns[:1]), textsIn(t.rows, t.columns[1:])
	isWord := func(id string) bool { return !strings.ContainsAny(id, "0123456789") }
	filled := loaders.CountFunc(answers, func(answer string) bool { return answer != "" })
	if len(loaders.Distinct(ids)) < len(ids) || slices.ContainsFunc(ids, isWord) || 2*filled <= len(ids) {
		return nil
	}
	t.guessMap()
	return t
}

// linesOf returns the lines of any text as answers, by number; nil for what is none. The delimiter is 0, or [allLabels].
func linesOf(head []byte, delimiter rune) *tableSample {
	t := &tableSample{bare: true, comma: delimiter, columns: []string{lineColumn}}
	if lines := wholeLines(head); len(lines) > 1 && utf8.Valid(bytes.Join(lines, nil)) && !bytes.Contains(head, []byte{0}) {
		for _, line := range lines[:min(len(lines), mostSampled)] {
			t.rows = append(t.rows, rows.FromTexts(record.CellsOf(t.columns, bareCells(line, delimiter))))
		}
		t.partial = len(head) == loaders.HeadSize || t.isEnough()
		t.guessMap()
		return t
	}
	return nil
}

func lineKey(rec *record.Record) string { return strconv.Itoa(rec.Line) }

func textsIn(tableRows []rows.Row, columns []string) (texts []string) {
	for _, name := range columns {
		texts = append(texts, loaders.Map(tableRows, func(r rows.Row) string { return rows.Text(r.ValueAt(name)) })...)
	}
	return texts
}
