package tabular

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// readCells reads the first 1000 rows of a separated table; none if the first line has numbers or
// empty names behind its first cell, because it is not a header then.
func (t *tableSample) readCells(head []byte) {
	t.columns, t.comma = record.CSVHeader(head), record.Delimiter(head)
	if !isHeader(t.columns) {
		t.columns = nil // a table without a header
		return
	}
	t.readTable(head)
	repeated := loaders.CountFunc(t.columns, func(name string) bool {
		return slices.ContainsFunc(t.rows, func(r rows.Row) bool { return r.Values[name] == name })
	})
	if repeated > 1 {
		*t = tableSample{bare: true} // the first line is a row
	}
}

// readTable leaves out the last row if the text is cut, because it may lack its end.
func (t *tableSample) readTable(tableText []byte) {
	isCut := len(tableText) == loaders.HeadSize && !t.whole
	tableText, _ = record.TableText(tableText)
	if t.comma == '\t' && index.HasLoneQuotes(tableText) {
		for n, line := range strings.Split(strings.TrimRight(string(tableText), "\n"), "\n") {
			if n > 0 && !t.isEnough() {
				t.addCells(strings.Split(strings.TrimRight(line, "\r"), "\t"))
			}
		}
		return
	}
	r := t.cellsIn(bytes.NewReader(tableText))
	for n := 0; !t.isEnough(); n++ {
		cells, err := r.Read()
		isBroken := err != nil && !errors.Is(err, csv.ErrFieldCount)
		if isBroken || isCut && r.InputOffset() == int64(len(tableText)) {
			return
		}
		if n > 0 {
			t.addCells(cells)
		}
	}
}

func (t *tableSample) cellsIn(tableReader io.Reader) *csv.Reader {
	r := csv.NewReader(tableReader)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = t.comma, t.comma != ',', len(t.columns)
	return r
}

func (t *tableSample) addCells(cellTexts []string) {
	if t.isStray(cellTexts) {
		t.strays = true
	} else if len(cellTexts) == len(t.columns) {
		t.rows = append(t.rows, rows.FromTexts(record.CellsOf(t.columns, cellTexts)))
	}
}

func (t *tableSample) isStray(cellTexts []string) bool {
	return slices.Equal(cellTexts, t.columns) || isEmptyOrTotal(cellTexts)
}

// isEmptyOrTotal reports whether cells are empty, or a total: a word for one, two empty cells, and then only numbers.
// An unanswered "Find the sum" has but one empty cell.
func isEmptyOrTotal(cellTexts []string) bool {
	isFilled := func(text string) bool { return strings.TrimSpace(text) != "" }
	at := slices.IndexFunc(cellTexts, isFilled)
	if at < 0 {
		return true
	}
	rest := cellTexts[at+1:]
	return len(rest) > 2 && !isFilled(rest[0]) && !isFilled(rest[1]) && totalLabel.MatchString(cellTexts[at]) &&
		!slices.ContainsFunc(rest, func(text string) bool { return isFilled(text) && !numericText(strings.TrimSuffix(text, "%")) })
}

var totalLabel = regexp.MustCompile(`(?i)(\b(average|avg|mean|(sub)?total|overall|sum|accuracy|summe|gesamt|moyenne|promedio)|` +
	`合計|平均|正解率|合计|总计|准确率|正确率)[: ]*$`)

func isNameless(name string) bool { return name == "" || numericText(name) }

// isHeader reports whether names could be columns'; pandas numbers some that have none from 0.
func isHeader(names []string) bool {
	named := 0
	for named < len(names) && names[named] == strconv.Itoa(named) {
		named++
	}
	return named < len(names) && !slices.ContainsFunc(names[max(named, 1):], isNameless)
}

func numericText(s string) bool { _, ok := rows.NumberOf(s); return ok }

// bySplit reads a table as pandas writes it with orient="split", and reports whether the document is
// one. A repeated name makes it none, because cells would be lost.
func (t *tableSample) bySplit(jsonDocument gjson.Result) bool {
	columns, data := jsonDocument.Get("columns"), jsonDocument.Get("data")
	if !columns.IsArray() || !data.IsArray() || !data.Get("0").IsArray() {
		return false
	}
	for _, name := range columns.Array() {
		if name.Type != gjson.String || slices.Contains(t.columns, name.String()) {
			return false
		}
		t.columns = append(t.columns, name.String())
	}
	data.ForEach(func(_, cells gjson.Result) bool {
		if r, err := rows.FromCells(t.columns, []byte(cells.Raw)); err == nil {
			t.rows = append(t.rows, r)
		}
		return len(t.rows) < mostSampled
	})
	t.at, t.split = "data.*", true
	return len(t.rows) > 0
}
