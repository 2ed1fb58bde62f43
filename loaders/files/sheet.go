package files

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"faithscope/loaders"
)

// mostWorkbook bounds the bytes of a workbook, of each of its unpacked parts, and of its sheet as text. mostColumns is Excel's
// own bound.
const mostWorkbook, mostCells, mostColumns = 64 << 20, 8 << 20, 16384

var (
	errWorkbookSize = errors.New("too large; save the sheet as CSV")
	errNoPart       = errors.New("a part is missing")
)

// workbook is a file of sheets.
type workbook struct {
	z      *zip.Reader
	shared []string
	sheets []sheetRows
	rows   [][]string // of the sheet that is read
	cells  int
	last   int // number of the last row
}

// sheetRows are a sheet's header and rows without titles.
type sheetRows struct {
	name string
	rows [][]string
}

func (w *workbook) endSheet(name string) {
	rows := loaders.Filter(joinHeader(w.rows[w.countTitles():]), func(row []string) bool { return countFilled(row) > 0 })
	w.sheets, w.rows, w.last = append(w.sheets, sheetRows{name, rows}), nil, 0
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
			return fmt.Errorf("<%s> isn't closed", elementName)
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

// sheetColumn names the sheet of a row where several have the same header.
const sheetColumn = "sheet"

// asCSV returns the first sheet with the rows of those that have its header, all as wide as the widest. The others are
// about something else, such as a summary.
func (w *workbook) asCSV() ([]byte, error) {
	if len(w.sheets) == 0 || len(w.sheets[0].rows) == 0 {
		return nil, nil
	}
	header := w.sheets[0].rows[0]
	alike := loaders.Filter(w.sheets, func(s sheetRows) bool { return len(s.rows) > 1 && slices.Equal(s.rows[0], header) })
	if len(alike) < 2 || len(header) < 2 {
		alike = w.sheets[:1]
	}
	var text bytes.Buffer
	out, widest := csv.NewWriter(&text), 0
	for _, sheet := range alike {
		for _, row := range sheet.rows {
			widest = max(widest, len(row))
		}
	}
	for i, sheet := range alike {
		for at, row := range sheet.rows[min(i, 1):] {
			isTotal := 2*countFilled(row) < len(header) // which a name would hide
			row = append(slices.Clip(row), make([]string, widest-len(row))...)
			if len(alike) > 1 {
				row = append(row, loaders.IfElse(i+at == 0, sheetColumn, loaders.IfElse(isTotal, "", sheet.name)))
			}
			if err := out.Write(row); err != nil {
				return nil, err
			}
			if out.Flush(); text.Len() > mostWorkbook {
				return nil, errWorkbookSize
			}
		}
	}
	return text.Bytes(), nil
}

func csvText(rows [][]string) []byte {
	var text bytes.Buffer
	_ = csv.NewWriter(&text).WriteAll(rows) // a buffer takes everything
	return text.Bytes()
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
