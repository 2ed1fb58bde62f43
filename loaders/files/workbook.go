package files

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"html"
	"path"
	"regexp"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// workbookParts match the first files in an Excel workbook, or in one of OpenDocument.
var workbookParts = regexp.MustCompile(`^PK\x03\x04(?s:.*?)(\[Content_Types\]\.xml|_rels/\.rels|xl/|docProps/|opendocument\.spreadsheet)`)

// sheetText returns the visible sheets of an Excel workbook (ECMA-376, part 1, 18) as [workbook.asCSV] joins them, with the
// last values of formulas. Cells that show an error are blank.
func sheetText(packed []byte) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, err
	}
	w := workbook{z: z}
	if _, err := z.Open(openSheet); err == nil {
		return w.openDocument()
	}
	parts, err := w.listParts()
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
	for i, part := range parts {
		err := w.eachElement(part.path, "row", w.addRow)
		if i == 0 && err != nil {
			return nil, err
		}
		if w.endSheet(part.name); err != nil {
			w.sheets = w.sheets[:i] // the first can be read without those behind it
			break
		}
	}
	return w.asCSV()
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

// sheetPart is where a visible sheet is in the file.
type sheetPart struct{ name, path string }

func (w *workbook) listParts() (parts []sheetPart, err error) {
	err = w.eachElement("xl/workbook.xml", "sheet", func(attributes, _ string) error {
		if !strings.HasSuffix(strings.ToLower(attributeOf(attributes, "state")), "hidden") {
			parts = append(parts, sheetPart{attributeOf(attributes, "name"), attributeOf(attributes, "id")})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	places := map[string]string{}
	err = w.eachElement("xl/_rels/workbook.xml.rels", "Relationship", func(attributes, _ string) error {
		target, rooted := strings.CutPrefix(attributeOf(attributes, "Target"), "/")
		places[attributeOf(attributes, "Id")] = loaders.IfElse(rooted, target, path.Join("xl", target))
		return nil
	})
	for i, part := range parts {
		parts[i].path = places[part.path]
	}
	return parts, err
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
			return fmt.Errorf("cell %.20q is out of range", place)
		}
		texts = append(texts, make([]string, max(0, column-len(texts)))...)
		text, err := w.cellText(attributeOf(attributes, "t"), inner)
		texts[column-1] = text
		return err
	})
	w.rows = append(w.rows, texts)
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
