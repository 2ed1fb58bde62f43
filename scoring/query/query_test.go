package query_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/query"
)

// rows is a source of a few examples by hand.
type rows []map[string]any

func (r rows) Column(name string) query.Column {
	return query.ColumnOf[any](func(i int) any { return r[i][name] })
}

// typed is the same source by columns that comparisons ask without the machine.
type typed struct{ rows }

func (t typed) Column(name string) query.Column {
	switch t.rows[0][name].(type) {
	case float64:
		return column[float64](t.rows, name)
	case string:
		return column[string](t.rows, name)
	case bool:
		return column[bool](t.rows, name)
	}
	return t.rows.Column(name)
}

func column[T any](r rows, name string) query.Column {
	return query.ColumnOf[T](func(i int) T { return r[i][name].(T) })
}

// field returns a field by its name and other names.
func field(kind query.FieldKind, name string, aliases ...string) query.Field {
	return query.Field{ColumnMeaning: scoring.ColumnMeaning{Name: name}, Kind: kind, Aliases: aliases}
}

var fields = query.Fields{
	field(query.Text, "id"),
	field(query.Text, "question"),
	field(query.Text, "text"),
	field(query.Text, "kind"),
	field(query.Text, "answer.gold"),
	field(query.Text, "answer.predicted"),
	field(query.Truth, "right", "correct"),
	field(query.Truth, "wrong"),
	field(query.Number, "faithfulness", "f1"),
	field(query.Number, "f1.find", "find"),
	field(query.Number, "f1.with-relation", "with-relation"),
	field(query.Set, "cause.find"),
	field(query.Set, "tag"),
	field(query.Text, "meta.two words"),
	field(query.Modules, "modules"),
}

func example(id, question, kind, gold string, right bool, find, relation float64, tags []string,
	modules ...query.ModuleRow) map[string]any {
	return map[string]any{
		"id": id, "question": question, "text": id + "\n" + question + "\n" + kind + "\n" + gold, "kind": kind, "answer.gold": gold,
		"answer.predicted": strings.Replace(gold, "False", "True", 1),
		"right":            right, "wrong": !right, "faithfulness": find, "f1.find": find, "f1.with-relation": relation,
		"cause.find": []string{"low p", "empty"}[:len(tags)%2+1], "tag": tags, "meta.two words": strings.ToUpper(kind), "modules": modules,
	}
}

var nan = math.NaN()

var source = rows{
	example("a", "there is a tower", "logical", "True", true, .2, 1, nil, query.ModuleRow{Op: "relocate", Score: 0}),
	example("b", "a Black box", "logical and more", "3", false, .2, .5, []string{"annotation error"}, query.ModuleRow{Op: "find", Score: .2}),
	example("c", "it's two and two", "count", "3", false, nan, 0, []string{"x", "annotation error"}),
	example("d", "the tower of \"two\"", "count", "False", true, .9, nan, []string{"odd"}, query.ModuleRow{Op: "relocate", Score: nan}),
}

func selected(t *testing.T, q query.Query) string {
	t.Helper()
	s, err := q.Select(context.Background(), source, []int{0, 1, 2, 3})
	check.NoError(t, err)
	direct, err := q.Select(context.Background(), typed{source}, []int{0, 1, 2, 3})
	if err != nil || !slices.Equal(direct.Rows, s.Rows) || direct.Failed != s.Failed {
		t.Errorf("%s selects %v by columns, %v by the machine", q, direct, s)
	}
	var ids strings.Builder
	for _, i := range s.Rows {
		ids.WriteString(source[i]["id"].(string))
	}
	return ids.String()
}

func TestQueriesSelect(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "abcd"},
		{"right", "ad"},
		{"correct", "ad"},
		{"-right", "bc"},
		{"right=right", "abcd"},
		{"right!=right", ""},
		{"not correct and f1.find < .5", "b"},
		{"not correct", "bc"},
		{"find<.3 wrong kind:logical -black", ""},
		{"find<.3 kind:logical -black", "a"},
		{"find < .3 wrong", "b"},
		{"find >= .3", "d"},
		{"find!=.2", "d"},
		{"f1.find != .2", "d"},
		{"not (f1.find < .5)", "cd"},
		{"f1.find >= .5", "d"},
		{"not defined(f1.find)", "c"},
		{"not defined(question)", ""},
		{"tower", "ad"},
		{"TOWER there", "a"},
		{`"tower of"`, "d"},
		{`"of \"two\""`, "d"},
		{`question contains "tower"`, "ad"},
		{`question contains "Tower"`, ""},
		{`any(modules, .op == "relocate" and .score == 0)`, "a"},
		{`cause.find == "low p"`, "abcd"},
		{`cause.find="empty"`, "bd"},
		{`cause.find != "empty"`, "ac"},
		{`answer.gold == "3"`, "bc"},
		{"answer.gold=3", "bc"},
		{"answer.gold:f", "d"},
		{`tag == "annotation error"`, "bc"},
		{`tag="annotation error" -x`, "c"},
		{`tag:ANNOTATION`, "bc"},
		{`tag contains "err"`, "bc"},
		{`"x" in tag`, "c"},
		{"with-relation>.4", "ab"},
		{"f1.with-relation - f1.find > .4", "a"},
		{"with-relation-find>.4", "a"},
		{`meta["two words"] == "COUNT"`, "cd"},
		{"right or kind contains \"more\"", "abd"},
		{"right and (f1.find < .3 or f1.find > .8)", "ad"},
		{"let m = modules; len(m) == 0", "c"},
		{"len(modules) == 0 and wrong", "c"},
		{"let m = first(modules); m.score == .2", "b"},
		{"f1 > .5 or f1 < .3 and wrong", "bd"},
		{"f1.find + f1.with-relation > 1", "a"},
		{"right ? f1.find > .5 : true", "bcd"},
		{"f1.find < f1.with-relation", "ab"},
		{"f1.find == .2 or f1.find <= -1 || !right", "abc"},
		{"f1.find >= .9 and not (f1.find > 1) && f1.find < 9007199254740993", "d"},
		{`kind != "count" and has(kind, "LOG") and kind < "logical a"`, "a"},
		{`has(text, question) and "c" != id`, "abd"},
		// A bare name is the field, in both forms.
		{"answer.predicted != answer.gold", "d"},
		{"answer.predicted=answer.gold -wrong", "a"},
		{`answer.predicted!="answer.gold" right`, "ad"},
		{"answer.predicted != answer.gold and right", "d"},
		{"tag=kind", ""},
		{"kind:right", ""}, // of another kind: the word
		{"find<with-relation", "ab"},
		{"right!=wrong", "abcd"},
		// An apostrophe inside a word belongs to it.
		{"it's", "c"},
		{"-right question:it's", "c"},
		{"kind == 'count'", "cd"},
		// One undefined number makes the result undefined.
		{"max(f1.find, f1.with-relation) >= 0", "ab"},
		{"max(f1.with-relation, f1.find) >= 0", "ab"},
		{"min(f1.find, f1.with-relation) <= 1", "ab"},
		{"min([f1.with-relation, f1.find]) <= 1", "ab"},
		{"mean(f1.find, f1.with-relation) >= 0", "ab"},
		{"median([f1.find, f1.with-relation], .5) == .5", "ab"},
		{"median(0, 2, len(modules)) == 1", "abd"},
		{"defined(max(map(modules, .score)))", "ab"},
		{"max(len(modules), 0) == 1", "abd"},
	} {
		q, err := query.Parse(test.text, fields)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		check.Equal(t, test.text+" selects", selected(t, q), test.want)
		again, err := query.Parse(q.String(), fields)
		if err != nil || again.String() != q.String() || selected(t, again) != test.want {
			t.Errorf("%s is written as %s, which reads as %s, %v", test.text, q, again, err)
		}
	}
}

func TestErrorsPointAtThePlace(t *testing.T) {
	for _, test := range []struct {
		text    string
		at, end int
		what    string
	}{
		{"right fnd<.3", 6, 12, "there is no field fnd; did you mean find?"},
		{"not correct and f1.fnd < .5", 16, 22, "there is no field f1.fnd; did you mean f1.find?"},
		{"meta[\"two\rwords\"]", 0, 16, "there is no field meta.two words; did you mean meta.two words?"},
		{"not defined(f1.fnd)", 12, 18, "there is no field f1.fnd; did you mean f1.find?"},
		{"wrong and nothing.like.it", 10, 25, "there is no field nothing.like.it; put words in quotes"},
		{"kind == logical and right", 8, 15, "there is no field logical; put words in quotes"},
		{"find<few", 0, 8, "few is neither a number nor a numeric field"},
		{"wrong kind<b", 6, 12, "kind is text: compare it with =, != or :"},
		{"wrong<3", 0, 7, "wrong is yes or no, so it can't be compared"},
		{`wrong "tower`, 6, 12, "the quote is not closed"},
		{"right and f1.find", 6, 9, "invalid operation: and (mismatched types bool and float64)"},
		{"(f1.find)", 0, 9, "a condition must be true or false, but this has type number"},
		{"any(1..9, # > 2)", 5, 7, "queries can't use ranges"},
		{"any(modules, any(modules, any(modules, .score > 0)))", 13, 16, "conditions on modules are nested too deeply"},
		{`kind="b" or kind="c"`, 4, 5, "in an expression, write == instead of ="},
		{"find<", 0, 5, "nothing to compare find with"},
	} {
		_, err := query.Parse(test.text, fields)
		var at *query.Error
		if !errors.As(err, &at) {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if at.What != test.what || at.At != test.at || at.End != test.end {
			t.Errorf("%s: %d to %d: %s; want %d to %d: %s", test.text, at.At, at.End, at.What, test.at, test.end, test.what)
		}
	}
}

func TestHintsSayHowToCompareWithAWord(t *testing.T) {
	for text, want := range map[string]string{
		"right answer.predicted!=answer.gold": "answer.gold means the field answer.gold; " +
			`to search for the word, quote it: answer.predicted!="answer.gold"`,
		"-tag:kind":                     `kind means the field kind; to search for the word, quote it: tag:"kind"`,
		`kind="id"`:                     "",
		"kind=right find<with-relation": "",
		"kind == id and right":          "",
	} {
		if q, err := query.Parse(text, fields); err != nil || q.Hint() != want {
			t.Errorf("%s: %q, %v; want %q", text, q.Hint(), err, want)
		}
	}
}

func TestClausesAreTakenAwayAndAdded(t *testing.T) {
	q, err := query.Parse("find<.3 wrong", fields)
	check.NoError(t, err)
	check.Equal(t, "without the first", q.Without(0).String(), "wrong")
	if q, err = q.And(`right or kind == "logical"`); err != nil {
		t.Fatal(err)
	}
	want := []string{"find<.3", "wrong", `right or kind == "logical"`}
	check.EqualLists(t, "clauses", q.Clauses(), want)
	again, _ := q.And("wrong")
	check.Equal(t, "clauses after one is added twice", len(again.Clauses()), 3)
	if !q.Has("wrong find<.3") || q.Has("tower") {
		t.Error("what the query has is told wrong")
	}
	check.Equal(t, "the rest is", q.Drop("wrong").String(), `f1.find < .3 and (right or kind == "logical")`)
	long, _ := query.Parse(`wrong and question contains "a and b" and f1.find < 1`, fields)
	check.Equal(t, "clauses of the long form", len(long.Clauses()), 3)
}

func TestAnExampleThatCannotBeAskedIsCounted(t *testing.T) {
	q, err := query.Parse("modules[0].score < .5", fields)
	check.NoError(t, err)
	s, err := q.Select(context.Background(), source, []int{0, 1, 2, 3})
	if err != nil || len(s.Rows) != 2 || s.Failed != 1 || s.Why == nil {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestExpressionsHaveKindsAndValues(t *testing.T) {
	for text, want := range map[string][]any{
		"len(modules)":      {1., 1., 0., 1.},
		"f1.find * 10 > 1":  {true, true, false, true},
		"kind":              {"logical", "logical and more", "count", "count"},
		"with-relation + 1": {2., 1.5, 1., nan},
	} {
		e, err := query.ParseExpression(text, fields)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got, err := e.Values(context.Background(), source, []int{0, 1, 2, 3})
		if err != nil || !slices.EqualFunc(got, want, func(a, b any) bool {
			return a == b || math.IsNaN(query.Float(a)) && math.IsNaN(query.Float(b))
		}) {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestInvalidExpressionsAreErrors(t *testing.T) {
	for _, text := range []string{"modules", "[1, 2]", `"é" != "" ? nil : nil`} {
		_, err := query.ParseExpression(text, fields)
		var at *query.Error
		if !errors.As(err, &at) || at.At != 0 || at.End != utf8.RuneCountInString(text) ||
			!strings.Contains(at.What, "must be a number, text, or") {
			t.Errorf("%s: %#v", text, err)
		}
	}
}

// FuzzQuery holds that whatever is typed is read or refused at a place of it,
// and that a query survives being written.
func FuzzQuery(f *testing.F) {
	for _, text := range []string{
		"find<.3 wrong kind:logical -black", "not correct and f1.find < .5", `any(modules, .op == "relocate" and .score == 0)`,
		`tag="annotation error" -x`, `meta["two words"] matches "[A-Z]+"`, "with-relation-find>.4", `"`, `a:"b c"d`, "= =", "- -",
		"let x = 1; x == 1",
		"right or wrong", "repeat(text, 99999) contains \"z\"", "((((((((", "modules[9].score < 1", "\xff", "a\x00b", "right && /* c */ wrong",
		" 3>          7;", "right // c\n and wrong # d", "not!correct// and ", "-f1.find<.5// and ",
		"right or wrong; // c", "; right", `f1.find < .3 and (kind == "count" or !wrong)`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := query.Parse(text, fields)
		if err != nil {
			var at *query.Error
			if !errors.As(err, &at) || at.At < 0 || at.End < at.At || at.What == "" || strings.Contains(at.What, "\n") {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		first, err := q.Select(context.Background(), source, []int{0, 1, 2, 3})
		check.NoError(t, err)
		direct, err := q.Select(context.Background(), typed{source}, []int{0, 1, 2, 3})
		if err != nil || !slices.Equal(direct.Rows, first.Rows) || direct.Failed != first.Failed {
			t.Fatalf("%q selects %v by columns, %v by the machine, %v", text, direct, first, err)
		}
		if len(q.String()) > query.MaxText {
			return
		}
		again, err := query.Parse(q.String(), fields)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, q, err)
		}
		second, err := again.Select(context.Background(), source, []int{0, 1, 2, 3})
		if err != nil || !slices.Equal(first.Rows, second.Rows) {
			t.Fatalf("%q selects %v, as %q it selects %v, %v", text, first.Rows, q, second.Rows, err)
		}
		query.Complete(text, fields, func(string) []string { return []string{"low p"} })
	})
}

func TestWordsAreCompleted(t *testing.T) {
	values := func(field string) []string {
		return map[string][]string{"kind": {"logical", "logical and more", "count"}, "cause.find": {"low p", "empty"},
			"answer.gold": {"id", "is it", "indeed"}}[field]
	}
	for _, test := range []struct {
		text string
		from int
		want []string
	}{
		{"wrong fin", 6, []string{"find"}},
		{"wrong -kin", 6, []string{"-kind"}},
		{"f1", 0, []string{"f1", "f1.find", "f1.with-relation"}},
		{"kind:lo", 0, []string{"kind:logical", `kind:"logical and more"`}},
		{"answer.gold=i", 0, []string{`answer.gold="id"`, `answer.gold="is it"`, "answer.gold=indeed"}},
		{"wrong -kind=C", 6, []string{"-kind=count"}},
		{`wrong cause.find="lo`, 6, []string{`cause.find="low p"`}},
		{`cause.find == "lo`, 14, []string{`"low p"`}},
		{`not wrong and kind contains "c`, 28, []string{`"count"`}},
		{`kind="logical" fin`, 15, []string{"find"}},
		{"any(modules, find", 13, []string{"find"}},
		{"wrong and any(modules, not .c", 27, []string{".counted", ".culprit", ".cause"}},
		{"any(kind, .c", 10, nil},
		{"nothing:", 0, nil},
		{"me", 0, []string{`meta["two words"]`}},
	} {
		c := query.Complete(test.text, fields, values)
		if c.From != test.from || !slices.Equal(c.Choices, test.want) {
			t.Errorf("%s: from %d %q, want from %d %q", test.text, c.From, c.Choices, test.from, test.want)
		}
	}
}
