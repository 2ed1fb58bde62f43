package loaders

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Row is what a list shows of an example without its modules. Its strings
// are cleaned and at most 400 bytes or so.
type Row struct {
	ID        string
	Question  string
	Predicted string
	Gold      string
	Kind      string
	Correct   Verdict
	Modules   int // nodes of the program
	Broken    bool
}

func rowOf(ex *Example) Row {
	return Row{
		ID: cell(ex.ID), Question: cell(ex.Question), Predicted: cell(ex.Answer.Predicted), Gold: cell(ex.Answer.Gold),
		Kind: cell(ex.Kind), Correct: ex.Answer.Correct, Modules: len(ex.Program), Broken: ex.Broken != "",
	}
}

// maxCell bounds a string of a row, in bytes: longer text is for the
// example's own screen.
const maxCell = 400

// cell cleans s, cuts it and copies it, so that a row does not hold the
// record it came from in memory.
func cell(s string) string {
	if len(s) > maxCell {
		end := maxCell
		for end > maxCell-utf8.UTFMax && !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end] + "…"
	}
	return strings.Clone(Clean(s))
}

// place names record i where it has no id of its own.
func place(i int) string { return "record " + strconv.Itoa(i+1) }

// rows holds the rows of the examples that were read, in pages, so that a
// few rows of a run of millions take little memory.
type rows map[int]*rowPage

const rowsPerPage = 256

type rowPage struct {
	rows [rowsPerPage]Row
	have [rowsPerPage]bool
}

func (rs rows) at(i int) (Row, bool) {
	p := rs[i/rowsPerPage]
	if p == nil {
		return Row{}, false
	}
	return p.rows[i%rowsPerPage], p.have[i%rowsPerPage]
}

func (rs rows) set(i int, row Row) {
	p := rs[i/rowsPerPage]
	if p == nil {
		p = &rowPage{}
		rs[i/rowsPerPage] = p
	}
	p.rows[i%rowsPerPage], p.have[i%rowsPerPage] = row, true
}
