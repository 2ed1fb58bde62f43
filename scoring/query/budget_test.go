package query_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/query"
)

// large returns a source of two examples with long texts and many modules.
func large() (typed, []int) {
	one := example("a", strings.Repeat("is there a tower? ", 250), "logical", "True", true, .2, 1, nil, make([]query.ModuleRow, 3000)...)
	return typed{rows{one, one}}, []int{0, 1}
}

// eightfold returns an expression behind declarations of names, each eight times the
// one before.
func eightfold(first, format string, times int, last string) string {
	var all strings.Builder
	names := "abcdefghij"
	all.WriteString("let a = " + first + "; ")
	for i := range times {
		all.WriteString("let " + names[i+1:i+2] + " = " + strings.ReplaceAll(format, "X", names[i:i+1]) + "; ")
	}
	return all.String() + strings.ReplaceAll(last, "X", names[times:times+1])
}

func TestNoQueryTakesMoreThanItsBudget(t *testing.T) {
	src, all := large()
	// Under the race detector the time would be up before the steps are.
	ctx := query.Budget{Bytes: 1 << 20, Steps: 1_000_000, Time: time.Hour, Cores: 2}.In(t.Context())
	for _, test := range []struct{ why, text, says string }{
		{"texts put together", eightfold("text", "X+X+X+X+X+X+X+X", 5, "len(X) > 0"), "bytes"},
		{"a text for every module", "len(map(modules, lower(text))) > 0", "bytes"},
		{"a text put together for every module", "len(map(modules, .op + text)) > 0", "bytes"},
		{"every module for every module", "all(modules, all(modules, .score == 0))", "steps"},
		{"lists of lists", eightfold("[1, 1]", "[X, X, X, X, X, X, X, X]", 8, "mean(X) > 0"), "steps"},
		{"a pattern for every module", `none(modules, text matches "tower.*block$")`, "steps"},
	} {
		q, err := query.Parse(test.text, fields)
		if err != nil {
			t.Errorf("%s: %v", test.why, err)
			continue
		}
		s, err := q.Select(ctx, src, all)
		if err != nil || s.Failed != len(all) || !strings.Contains(s.Why.Error(), test.says) {
			t.Errorf("%s: %d failed because of %v, %v; want %d because of %s", test.why, s.Failed, s.Why, err, len(all), test.says)
		}
		e, err := query.ParseExpression(test.text, fields)
		if err != nil {
			t.Errorf("%s: %v", test.why, err)
			continue
		}
		_, err = e.Values(ctx, src, all)
		check.Error(t, test.why, err, test.says)
	}
}

func TestQueriesRunOutOfTime(t *testing.T) {
	src, all := large()
	q, err := query.Parse("right and any(modules, .score == 0)", fields)
	check.NoError(t, err)
	ctx := query.Budget{Bytes: 1 << 20, Steps: 1 << 20, Time: time.Nanosecond, Cores: 1}.In(context.Background())
	s, err := q.Select(ctx, src, all)
	if err != nil || s.Failed != len(all) || !strings.Contains(s.Why.Error(), "takes longer than 1ns") {
		t.Errorf("%d failed because of %v, %v", s.Failed, s.Why, err)
	}
	if s, err := q.Select(t.Context(), src, all); err != nil || len(s.Rows) != len(all) {
		t.Errorf("%d rows, %v, without that budget", len(s.Rows), err)
	}
}

// Rows that only compare are timed one in sixteen, and their time ends too.
func TestComparisonsRunOutOfTime(t *testing.T) {
	src, all := large()
	q, err := query.Parse(`question contains "tower"`, fields)
	check.NoError(t, err)
	ctx := query.Budget{Bytes: 1 << 20, Steps: 1 << 20, Time: time.Nanosecond, Cores: 1}.In(context.Background())
	s, err := q.Select(ctx, src, all)
	if err != nil || s.Failed != len(all)-1 || !strings.Contains(s.Why.Error(), "takes longer than 1ns") {
		t.Errorf("%d of %d failed because of %v, %v; want all but the first", s.Failed, len(all), s.Why, err)
	}
}

func TestPatternsAreBounded(t *testing.T) {
	for text, at := range map[string][2]int{
		`question matches "(?:.{0,1000})(?:.{0,1000})x"`: {17, 46},
		`right and question matches '(.{30}){30}'`:       {27, 40},
		`question matches kind`:                          {9, 16},
		`question matches ("a" + "b")`:                   {9, 16},
		`question matches "a" + "b"`:                     {9, 16},
		`question matches "("`:                           {17, 20},
	} {
		_, err := query.Parse(text, fields)
		var wrong *query.Error
		if !errors.As(err, &wrong) || [2]int{wrong.At, wrong.End} != at || !strings.Contains(wrong.What, "pattern") {
			t.Errorf("%s: %#v, want a pattern's error at %v", text, err, at)
		}
	}
	q, err := query.Parse(`question matches "^(there|a) [^ ]{2,20}"`, fields)
	check.NoError(t, err)
	check.Equal(t, "the pattern selects", selected(t, q), "ab")
}
