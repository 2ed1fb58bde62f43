package tabular

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
	"faithscope/loaders/steps"
)

// fillSteps makes a chain of the role steps: a list, or a text by "||", or else its paragraphs or lines.
func (d *exampleFiller) fillSteps() {
	v := d.valueOf("steps")
	if v == nil {
		if !d.fillTurns(d.ValueAt(d.columns.FirstOf("question")), false) && d.columns.Has("steps") {
			d.rec.Problem("no %s; the example has no steps", d.columns.FirstOf("steps"))
		}
		return
	}
	list, isList := v.([]any)
	if d.fillTurns(v, true) {
		isMarked := func(roleName string) bool { return d.valueOf(roleName) != nil }
		if path := d.columns.FirstOf("steps"); slices.ContainsFunc([]string{"first_error", "first_error_from_1", "step_labels"}, isMarked) {
			d.rec.Problem("marks aren't joined with messages; map their texts: steps=%s.content", path)
		}
		return
	}
	texts := loaders.Map(list, rows.Text)
	if !isList {
		texts = splitSteps(rows.Text(v))
	}
	m := steps.StepMarks{First: d.firstError("first_error"), Reason: d.TextAt("reason")}
	if from1 := d.firstError("first_error_from_1"); m.First == "" && from1 != "" {
		m.First, m.Base = from1, 1
	}
	if labels := d.valueOf("step_labels"); labels != nil {
		if list, ok := labels.([]any); ok && d.by.Words {
			labels = loaders.Map(list, d.stepLabel)
		}
		m.Labels = jsonText(labels)
		m.Unsigned = loaders.Shared(d.columns.PathsOf("step_labels"), d.by.Signed) == nil
	}
	m.FillChain(d.rec, d.Example, texts)
}

// fillTurns reads a conversation, and of a question only one that a model ends: another is a prompt.
func (d *exampleFiller) fillTurns(v any, isMapped bool) bool {
	list := rows.ListOf(v)
	if len(list) == 0 || rows.LastRequest(list) == "" && !isMapped {
		return false
	}
	turns := gjson.Parse(jsonText(list))
	program, question := record.StepsOf(turns, record.AsIs)
	if last := turns.Get("@reverse.0.role").String(); len(program) < 2 || !isMapped && (last == "user" || len(program) == 2) {
		return false
	}
	d.Program, d.Question = program, cmp.Or(d.Question, question)
	return true
}

// firstError returns the index in a role's column, null for an empty cell, "" without such a column. What a row lacks isn't empty.
func (d *exampleFiller) firstError(roleName string) string {
	v := d.valueOf(roleName)
	if x, ok := rows.NumberOf(v); ok && v != true && v != false { // pandas writes 2.0
		v = x
	}
	isEmpty := slices.ContainsFunc(d.columns.PathsOf(roleName), func(path string) bool {
		column, _, _ := strings.Cut(path, "[") // of an element, which an empty list lacks
		_, has := d.Values[column]
		has = has || d.ValueAt(path) != nil
		isSaid := slices.Contains(d.by.Signed, path) // by -1
		if isSaid && has && rows.Text(v) == "" {
			d.rec.Problem("%s is empty, but other rows use -1 for none; shown without marks", path)
		} else if !has && d.isObject() && !d.columns.Has("step_labels") {
			d.rec.Problem("no %s; shown without marks", path)
		}
		return (has || !d.isObject()) && !isSaid
	})
	return cmp.Or(rows.Text(v), loaders.IfElse(isEmpty, "null", ""))
}

// isObject reports whether the row can lack a key; an empty cell of other tables is like one.
func (d *exampleFiller) isObject() bool { return record.FirstByte(d.rec.Bytes) == '{' }

func (d *exampleFiller) stepLabel(v any) string {
	verdict, known := roles.VerdictOf(v, d.by.IsSigned())
	if known && verdict == loaders.Unknown {
		verdict = loaders.Neutral
	}
	return verdict.String()
}

func splitSteps(chainText string) []string {
	sign := "\n"
	if roles.IsJoined(chainText) {
		sign = roles.StepSign
	} else if strings.Contains(chainText, "\n\n") {
		sign = "\n\n"
	}
	return loaders.Filter(strings.Split(strings.TrimSpace(chainText), sign), func(step string) bool { return strings.TrimSpace(step) != "" })
}
