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
		*t = *bareOf(head)
		return
	}
	t.readTable(head)
	names := t.columns
	hasOptions := strings.Contains(strings.Join(names, ","), ",A,B,C,") // which may be the texts A, B and C
	repeated := loaders.CountFunc(names, func(name string) bool {
		return !(hasOptions && len(name) == 1) && slices.ContainsFunc(t.rows, func(r rows.Row) bool { return r.Values[name] == name })
	})
	isTwice := !areDistinct(names) && !slices.ContainsFunc(names, isAnswerName)
	blank := slices.Index(names, "")
	isBare := blank > 0 && strings.Join(names[blank:], "") != "" && // within the header
		slices.ContainsFunc(t.rows, func(r rows.Row) bool { return r.Values[""] != nil })
	if t.comma == '\t' && isTwice || repeated > 1 || isBare || t.beginsLikeRow() {
		*t = *bareOf(head) // the first line is a row
		t.bare = true
	}
	for last := len(t.columns) - 1; last > 0 && t.columns[last] == ""; last-- { // a delimiter ends the lines
		t.columns = t.columns[:last]
	}
}

// beginsLikeRow reports whether the first line has a number in its first cell, written as in the lines below, but not in
// all cells, as in V1 and V2.
func (t *tableSample) beginsLikeRow() bool {
	shape := func(text string) string { return letterRun.ReplaceAllString(digitRun.ReplaceAllString(text, "9"), "a") }
	first := shape(t.columns[0])
	isAlike := func(r rows.Row) bool { return shape(r.TextAt(t.columns[0])) == first }
	return strings.Contains(first, "9") && t.columns[0] != "0" && // which pandas may write
		slices.ContainsFunc(t.columns, func(name string) bool { return shape(name) != first }) &&
		len(t.rows) > 1 && loaders.CountFunc(t.rows, isAlike)*10 >= len(t.rows)*9
}

var digitRun, letterRun = regexp.MustCompile(`[0-9]+`), regexp.MustCompile(`\pL+`)

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
	if len(t.rows) == 1 && areOrangeHeaders(t.headers[0], cellTexts) {
		t.headers, t.rows = [][]string{t.headers[0], slices.Clone(cellTexts)}, nil
	}
	if t.isStray(cellTexts) {
		t.strays = true
	} else if len(cellTexts) == len(t.columns) {
		if t.rows = append(t.rows, rows.FromTexts(record.CellsOf(t.columns, cellTexts))); len(t.rows) == 1 && len(t.headers) < 2 {
			t.headers = [][]string{slices.Clone(cellTexts)} // which the next line may say
		}
	}
}

// areOrangeHeaders reports whether lines are the second and the third of a header of Orange 3: types or classes, and roles.
func areOrangeHeaders(typeTexts, roleTexts []string) bool {
	flags := loaders.Distinct(roleTexts)
	return loaders.Shared(typeTexts, orangeTypes) != nil && len(flags) > 0 && loaders.Without(flags, orangeRoles) == nil
}

var orangeTypes, orangeRoles = strings.Fields("continuous discrete string time c d s t"), strings.Fields("class meta ignore")

func (t *tableSample) isStray(cellTexts []string) bool {
	isHeader := len(t.headers) > 1 && slices.ContainsFunc(t.headers, func(of []string) bool { return slices.Equal(of, cellTexts) })
	isTypes := len(cellTexts) > 0 && strings.HasPrefix(cellTexts[0], "#q2:") // QIIME 2's line of types
	return isHeader || isTypes || slices.Equal(cellTexts, t.columns) || isEmptyOrTotal(cellTexts) ||
		isCount(cellTexts, strings.HasSuffix("_"+strings.ToLower(t.columns[0]), "_id"), func(i int) bool {
			isNumber := func(r rows.Row) bool { return numericText(r.TextAt(t.columns[i])) }
			return i >= len(t.columns) || len(t.rows) > 0 && !slices.ContainsFunc(t.rows, isNumber)
		})
}

// isCount reports whether a word for a total is followed by empty cells, or by numbers only, which stands for
// an id or where other rows have texts.
func isCount(cellTexts []string, isID bool, hasTexts func(columnIndex int) bool) bool {
	isForeign := isID || len(cellTexts) > 2 && strings.Join(cellTexts[1:], "") == "" // an unanswered "Sum" has one empty cell
	for i, text := range cellTexts {
		switch {
		case i == 0 && totalLabel.FindString(text) != text || i > 0 && text != "" && !numericText(text):
			return false
		case i > 0 && text != "":
			isForeign = isForeign || hasTexts(i)
		}
	}
	return isForeign
}

// isEmptyOrTotal reports whether cells are empty, or a total: a word for one, two empty cells, one if nothing stands
// before the word, and then only numbers. An unanswered "Find the sum" has but one.
func isEmptyOrTotal(cellTexts []string) bool {
	isFilled := func(text string) bool { return strings.TrimSpace(text) != "" }
	at := slices.IndexFunc(cellTexts, isFilled)
	if at < 0 {
		return true
	}
	rest := cellTexts[at+1:]
	found := totalLabel.FindString(cellTexts[at])
	isWhole := found != "" && found == cellTexts[at]
	isAlone := isWhole && at > 1 // whatever is in the next cell
	return (isAlone || len(rest) > loaders.IfElse(isWhole && at > 0, 1, 2) && !isFilled(rest[0]) &&
		(isWhole || found != "" && !isFilled(rest[1]))) &&
		!slices.ContainsFunc(rest, func(text string) bool {
			return isFilled(text) && !fraction.MatchString(text) && !numericText(strings.TrimSuffix(text, "%"))
		})
}

var totalLabel = regexp.MustCompile(`(?i)(\b(average|avg|mean|(sub)?total|overall|sum|acc|accuracy|summe|gesamt|moyenne|promedio)` +
	`( (right|correct|richtig))?|` +
	`合計|平均|正解率|合计|总计|准确率|正确率)[: ]*$`)

var fraction = regexp.MustCompile(`^\d+ ?/ ?\d+$`)

func isNameless(name string) bool { return name == "" || numericText(name) }

// isHeader reports whether names could be columns'; pandas numbers some that have none from 0, and a delimiter may end lines.
// Up to half may be blank, of spreadsheets' blank columns.
func isHeader(names []string) bool {
	named := 0
	for len(names) > 2 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
	}
	for named < len(names) && names[named] == strconv.Itoa(named) {
		named++
	}
	rest := names[min(max(named, 1), len(names)):]
	blank := loaders.CountFunc(rest, func(name string) bool { return name == "" })
	return named < len(names) && 2*blank <= len(rest) && !slices.ContainsFunc(rest, numericText)
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
