package files

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"html"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// workbookParts match the first files in an Excel workbook.
var workbookParts = regexp.MustCompile(`^PK\x03\x04(?s:.*?)(\[Content_Types\]\.xml|_rels/\.rels|xl/|docProps/)`)

// mostWorkbook bounds the bytes of a workbook, of each of its unpacked parts, and of its sheet as text. mostColumns is Excel's
// own bound.
const mostWorkbook, mostCells, mostColumns = 64 << 20, 8 << 20, 16384

var (
	errWorkbookSize = errors.New("it is too large; save its sheet as CSV")
	errNoPart       = errors.New("it lacks a part of an Excel workbook")
)

type workbook struct {
	z      *zip.Reader
	shared []string
	rows   [][]string
	widest int
	cells  int
	last   int // number of the last row
}

// sheetText returns the first visible sheet of an Excel workbook (ECMA-376, part 1, 18) as CSV, with the last values of
// formulas. Cells that show an error are blank.
func sheetText(in io.Reader) ([]byte, error) {
	packed, err := readPart(in)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, err
	}
	w := workbook{z: z}
	at, err := w.firstSheet()
	if err != nil {
		return nil, err
	}
	err = w.eachElement("xl/sharedStrings.xml", "si", func(_, inner string) error {
		text, err := innerText(inner)
		w.shared = append(w.shared, text)
		return err
	})
	if err != nil && !errors.Is(err, errNoPart) {
		return nil, err
	}
	if err := w.eachElement(at, "row", w.addRow); err != nil {
		return nil, err
	}
	return w.asCSV()
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
	for {
		before, after, ok := strings.Cut(xmlText, elementName)
		if !ok {
			return nil
		}
		xmlText = after
		at := strings.LastIndexByte(before, '<')
		prefix := before[at+1:]
		if at < 0 || prefix != "" && strings.IndexByte(prefix, ':') != len(prefix)-1 || strings.IndexAny(after, " />\t\r\n") != 0 {
			continue
		}
		attributes, inner, ok := strings.Cut(after, ">")
		if xmlText = inner; strings.HasSuffix(attributes, "/") {
			inner = ""
		} else if ok {
			inner, xmlText, ok = strings.Cut(inner, "</"+prefix+elementName+">")
		}
		if !ok {
			return fmt.Errorf("<%s> has no end", elementName)
		}
		if err := visit(attributes, inner); err != nil {
			return err
		}
	}
}

// innerText joins a text's runs without how they are pronounced.
func innerText(inner string) (text string, err error) {
	err = visitElements(inner, "rPh", func(_, kana string) error {
		inner = strings.Replace(inner, kana, "", 1)
		return nil
	})
	if err == nil {
		err = visitElements(inner, "t", func(_, run string) error {
			text += html.UnescapeString(run)
			return nil
		})
	}
	return text, err
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

func (w *workbook) firstSheet() (partPath string, err error) {
	var first, target string
	err = w.eachElement("xl/workbook.xml", "sheet", func(attributes, _ string) error {
		if first == "" && !strings.HasSuffix(strings.ToLower(attributeOf(attributes, "state")), "hidden") {
			first = attributeOf(attributes, "id")
		}
		return nil
	})
	if err == nil {
		err = w.eachElement("xl/_rels/workbook.xml.rels", "Relationship", func(attributes, _ string) error {
			if attributeOf(attributes, "Id") == first {
				target = attributeOf(attributes, "Target")
			}
			return nil
		})
	}
	if rooted, ok := strings.CutPrefix(target, "/"); ok {
		return rooted, err
	}
	return path.Join("xl", target), err
}

func (w *workbook) addRow(attributes, inner string) error {
	if at, _ := strconv.Atoi(attributeOf(attributes, "r")); at > 0 {
		if at > w.last+1 {
			w.rows = append(w.rows, nil) // blank ones aren't stored
		}
		w.last = at
	}
	var texts []string
	err := visitElements(inner, "c", func(attributes, inner string) error {
		place, column := attributeOf(attributes, "r"), 0
		for _, letter := range strings.TrimRight(place, "0123456789") {
			column = min(26*column+int(letter-'A')+1, mostColumns+1)
		}
		if column = loaders.IfElse(place == "", len(texts)+1, column); column < 1 || column > mostColumns {
			return fmt.Errorf("a cell at %.20q", place)
		}
		texts = append(texts, make([]string, max(0, column-len(texts)))...)
		text, err := w.cellText(attributeOf(attributes, "t"), inner)
		texts[column-1] = text
		return err
	})
	w.rows, w.widest = append(w.rows, texts), max(w.widest, len(texts))
	if w.cells += len(texts); err == nil && w.cells > mostCells {
		err = errWorkbookSize
	}
	return err
}

func (w *workbook) cellText(kind, inner string) (value string, err error) {
	if kind == "inlineStr" {
		return innerText(inner)
	}
	err = visitElements(inner, "v", func(_, text string) error {
		value = html.UnescapeString(text)
		return nil
	})
	switch kind {
	case "s":
		if i, notNumber := strconv.Atoi(value); notNumber == nil && i >= 0 {
			return loaders.ElementAt(w.shared, i), err
		}
		return "", err
	case "b":
		return loaders.IfElse(value == "1", "TRUE", "FALSE"), err
	case "e":
		return "", err
	case "", "n": // stored in 17 digits, shown in 15
		if x, notNumber := strconv.ParseFloat(value, 64); notNumber == nil {
			return strconv.FormatFloat(x, 'g', 15, 64), err
		}
	}
	return value, err
}

// asCSV gives all rows the width of the widest, and leaves out blank ones and titles.
func (w *workbook) asCSV() ([]byte, error) {
	var text bytes.Buffer
	out := csv.NewWriter(&text)
	for _, row := range w.rows[w.countTitles():] {
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
