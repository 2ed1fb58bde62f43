package loaders

import (
	"strconv"
	"strings"
)

// maxCell bounds a string of a row, in bytes: longer text is for the
// example's own screen.
const maxCell = 400

func rowOf(ex *Example) Row {
	return Row{
		ID: cell(ex.ID), Question: cell(ex.Question), Predicted: cell(ex.Answer.Predicted), Gold: cell(ex.Answer.Gold),
		Kind: cell(ex.Kind), Correct: ex.Answer.Correct, Modules: len(ex.Program), Broken: ex.Broken != "",
	}
}

// cell cleans s, cuts it and copies it, so that a row does not hold the
// record it came from in memory.
func cell(s string) string {
	if len(s) > maxCell {
		s = strings.ToValidUTF8(s[:maxCell-1], "") + "…"
	}
	return strings.Clone(Clean(s))
}

// place names record i where it has no id of its own.
func place(i int) string { return "record " + strconv.Itoa(i+1) }
