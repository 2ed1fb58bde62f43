package loaders

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ListedExample is an example in a list, cleaned, each text at most about 400 bytes.
type ListedExample struct {
	ID        string
	Question  string
	Predicted string
	Gold      string
	Kind      string
	Correct   Verdict
	Modules   int
	Broken    bool
	Text      string // id, question, kind, predicted and gold, separated by "\n"
}

func rowOf(ex *Example) ListedExample {
	return ListedExample{
		ID: ex.ID, Question: ex.Question, Predicted: ex.Answer.Predicted, Gold: ex.Answer.Gold, Kind: ex.Kind,
		Correct: ex.Answer.Correct, Modules: len(ex.Program), Broken: ex.Broken != "",
	}
}

// cutRowOf returns a row as it is kept.
func cutRowOf(ex *Example) ListedExample {
	row := rowOf(ex)
	row.ID = shortID(row.ID)
	return row.cleanTexts(cleanCell)
}

func (row ListedExample) cleanTexts(cleanText func(string) string) ListedExample {
	for _, text := range []*string{&row.ID, &row.Question, &row.Kind, &row.Predicted, &row.Gold} {
		*text = cleanText(*text)
	}
	row.Text = strings.Join([]string{row.ID, row.Question, row.Kind, row.Predicted, row.Gold}, "\n")
	return row
}

// maxCell is in bytes; the example's own screen shows longer text.
const maxCell = 400

const ellipsis = "…"

// isCut reports whether a text may go on.
func (row *ListedExample) isCut() bool {
	return strings.Contains(row.ID, ellipsis) || slices.ContainsFunc([]string{row.Question, row.Predicted, row.Gold, row.Kind},
		func(text string) bool { return strings.HasSuffix(text, ellipsis) })
}

// shortID ends a long id in its hash, so that it stays another id than those that begin alike.
func shortID(id string) string {
	if len(id) <= maxCell {
		return id
	}
	hash := sha256.Sum256([]byte(id))
	return fmt.Sprintf("%.*s%s%x", maxCell/8, id, ellipsis, hash[:8])
}

func cleanCell(s string) string {
	if len(s) > maxCell {
		end := maxCell
		for end > maxCell-utf8.UTFMax && !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end] + ellipsis
	}
	return Clean(s)
}

// Place names record i, from 0, without an id: "record 1" for 0.
func Place(i int) string { return "record " + strconv.Itoa(i+1) }

// Unnamed reports whether exampleID is [Place] of record i.
func Unnamed(exampleID string, i int) bool { return exampleID == Place(i) }

// packedRow has one string, so that a row of 100 characters takes some 150 bytes. The zero value is
// missing.
type packedRow struct {
	text          string
	ends          [4]uint16
	modules       int32
	correct       Verdict
	broken, there bool
}

func packRow(row *ListedExample) packedRow {
	p := packedRow{text: row.Text, modules: int32(min(row.Modules, math.MaxInt32)), correct: row.Correct, broken: row.Broken, there: true}
	end := 0
	for i, s := range [...]string{row.ID, row.Question, row.Kind, row.Predicted} {
		end += len(s)
		p.ends[i] = uint16(end) // a cell is bounded
		end++
	}
	return p
}

func (p *packedRow) row() ListedExample {
	e := &p.ends
	return ListedExample{
		ID: p.text[:e[0]], Question: p.text[e[0]+1 : e[1]], Kind: p.text[e[1]+1 : e[2]], Predicted: p.text[e[2]+1 : e[3]], Gold: p.text[e[3]+1:],
		Correct: p.correct, Modules: int(p.modules), Broken: p.broken, Text: p.text,
	}
}

// rowPages has pages, so that a few rows of a run of millions take little memory.
type rowPages map[int]*rowPage

const rowsPerPage = 256

type rowPage [rowsPerPage]packedRow

func (rs rowPages) at(i int) (ListedExample, bool) {
	p := rs[i/rowsPerPage]
	if p == nil || !p[i%rowsPerPage].there {
		return ListedExample{}, false
	}
	return p[i%rowsPerPage].row(), true
}

func (rs rowPages) set(i int, row ListedExample) {
	p := rs[i/rowsPerPage]
	if p == nil {
		p = &rowPage{}
		rs[i/rowsPerPage] = p
	}
	p[i%rowsPerPage] = packRow(&row)
}
