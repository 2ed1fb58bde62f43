package files

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"

	"faithscope/loaders"
)

// mostWorkbook bounds the bytes of a workbook, of each of its unpacked parts, and of its sheet as text. mostColumns is Excel's
// own bound.
const mostWorkbook, mostCells, mostColumns = 64 << 20, 8 << 20, 16384

var (
	errWorkbookSize = errors.New("it is too large; save its sheet as CSV")
	errNoPart       = errors.New("it lacks a part of a workbook")
)

// workbook is a file of sheets, of which the first is read.
type workbook struct {
	z      *zip.Reader
	shared []string
	rows   [][]string
	widest int
	cells  int
	last   int // number of the last row
}

func readPart(in io.Reader) ([]byte, error) {
	part, err := io.ReadAll(io.LimitReader(in, mostWorkbook+1))
	if err == nil && len(part) > mostWorkbook {
		err = errWorkbookSize
	}
	return part, err
}

func (w *workbook) eachElement(partPath, elementName string, visit func(attributes, inner string) error) error {
	f, err := w.z.Open(partPath)
	if err != nil {
		return fmt.Errorf("%w, %s", errNoPart, partPath)
	}
	defer f.Close()
	part, err := readPart(f)
	if err == nil {
		err = visitElements(string(part), elementName, visit)
	}
	return err
}

// visitElements visits XML elements that don't contain each other, whatever the prefix of their namespace.
func visitElements(xmlText, elementName string, visit func(attributes, inner string) error) error {
	const longest = 64 // a prefix
	for from := 0; ; {
		n := strings.Index(xmlText[from:], elementName)
		if n < 0 {
			return nil
		}
		before, after := xmlText[max(0, from+n-longest):from+n], xmlText[from+n+len(elementName):]
		from += n + len(elementName)
		at := strings.LastIndexByte(before, '<')
		prefix := before[at+1:]
		if at < 0 || prefix != "" && strings.IndexByte(prefix, ':') != len(prefix)-1 || strings.IndexAny(after, " />\t\r\n") != 0 {
			continue
		}
		attributes, inner, ok := strings.Cut(after, ">")
		if rest := inner; strings.HasSuffix(attributes, "/") {
			xmlText, from, inner = rest, 0, ""
		} else if ok {
			inner, rest, ok = strings.Cut(inner, "</"+prefix+elementName+">")
			xmlText, from = rest, 0
		}
		if !ok {
			return fmt.Errorf("<%s> has no end", elementName)
		}
		if err := visit(attributes, inner); err != nil {
			return err
		}
	}
}

func attributeOf(attributes, name string) string {
	for {
		before, after, ok := strings.Cut(attributes, name+"=")
		if !ok || after == "" {
			return ""
		}
		if attributes = after; before == "" || strings.ContainsAny(before[len(before)-1:], " :\t\r\n") {
			value, _, _ := strings.Cut(after[1:], after[:1])
			return html.UnescapeString(value)
		}
	}
}

// joinHeader puts the names of a second line of a header behind those that span them in the first.
func joinHeader(rows [][]string) [][]string {
	if len(rows) < 3 || len(rows[1]) == 0 || rows[1][0] != "" || countFilled(rows[1]) < 2 {
		return rows
	}
	first, second, spans := rows[0], rows[1], 0
	joined, span := make([]string, max(len(first), len(second))), ""
	for i := range joined {
		above, below := loaders.ElementAt(first, i), loaders.ElementAt(second, i)
		if above != "" {
			span = above
		}
		if isNumber(below) || above == "" && below == "" {
			return rows // a row, or a column without a name
		}
		spans += loaders.IfElse(above == "", 1, 0)
		joined[i] = strings.TrimSpace(loaders.IfElse(below == "", above, span) + " " + below)
	}
	if spans == 0 {
		return rows
	}
	return append([][]string{joined}, rows[2:]...)
}

// asCSV gives all rows the width of the widest, and leaves out blank ones and titles.
func (w *workbook) asCSV() ([]byte, error) {
	var text bytes.Buffer
	out := csv.NewWriter(&text)
	for _, row := range joinHeader(w.rows[w.countTitles():]) {
		if countFilled(row) == 0 {
			continue
		}
		if err := out.Write(append(row, make([]string, w.widest-len(row))...)); err != nil {
			return nil, err
		}
		if out.Flush(); text.Len() > mostWorkbook {
			return nil, errWorkbookSize
		}
	}
	return text.Bytes(), nil
}

func countFilled(row []string) int {
	return loaders.CountFunc(row, func(cell string) bool { return cell != "" })
}

// countTitles counts the rows above a blank one that have less than two thirds of the cells of the row below it, the header.
func (w *workbook) countTitles() (n int) {
	widest := 0
	for i, row := range w.rows {
		filled := countFilled(row)
		if i > 0 && i < mostTitles && countFilled(w.rows[i-1]) == 0 && 3*widest < 2*filled {
			n = i
		}
		widest = max(widest, filled)
	}
	return n
}

const mostTitles = 20
