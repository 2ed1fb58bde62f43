package files

import (
	"html"
	"regexp"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// openSheet is the part with an OpenDocument workbook's sheets.
const openSheet = "content.xml"

// markup matches what is between the texts of a paragraph.
var markup = regexp.MustCompile(`<[^>]*>`)

// openDocument returns the sheets of an OpenDocument workbook (ODF 1.3, part 3, 9) as [workbook.asCSV] joins them.
func (w *workbook) openDocument() ([]byte, error) {
	err := w.eachElement(openSheet, "table", func(attributes, inner string) error {
		defer w.endSheet(attributeOf(attributes, "name"))
		return visitElements(inner, "table-row", w.addOpenRow)
	})
	if err != nil {
		return nil, err
	}
	return w.asCSV()
}

// addOpenRow adds a row as often as it is repeated, a blank one once, and blank cells only before others, because sheets end
// with thousands. A cell under a merged one is blank.
func (w *workbook) addOpenRow(rowAttributes, inner string) error {
	var texts []string
	blank := 0
	err := visitElements(strings.ReplaceAll(inner, "covered-table-cell", "table-cell"), "table-cell", func(attributes, inner string) error {
		times, _ := strconv.Atoi(attributeOf(attributes, "number-columns-repeated"))
		text, err := openText(attributes, inner)
		if times = max(times, 1); text == "" {
			blank = min(blank+times, mostColumns)
			return err
		}
		if len(texts)+blank+times > mostColumns {
			return errWorkbookSize
		}
		texts = append(texts, make([]string, blank)...)
		texts, blank = append(texts, loaders.Fill(times, func(int) string { return text })...), 0
		return err
	})
	times, _ := strconv.Atoi(attributeOf(rowAttributes, "number-rows-repeated"))
	if times = max(times, 1); len(texts) == 0 {
		times = 1
	}
	if err == nil && times > (mostCells-w.cells)/max(len(texts), 1) {
		return errWorkbookSize
	}
	w.cells += times * len(texts)
	w.rows = append(w.rows, loaders.Fill(times, func(int) []string { return texts })...)
	return err
}

// openText returns a cell's number, or else its paragraphs without comments.
func openText(attributes, inner string) (text string, err error) {
	if value := attributeOf(attributes, "office:value"); value != "" {
		return value, nil
	}
	err = visitElements(inner, "annotation", func(_, comment string) error {
		inner = strings.Replace(inner, comment, "", 1)
		return nil
	})
	if err != nil {
		return "", err
	}
	err = visitElements(inner, "p", func(_, paragraph string) error {
		text += loaders.IfElse(text == "", "", "\n") + html.UnescapeString(markup.ReplaceAllString(paragraph, ""))
		return nil
	})
	return text, err
}
