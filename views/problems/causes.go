package problems

import (
	"cmp"
	"path/filepath"
	"slices"

	"faithscope/loaders"
)

// problemOf is a problem with the name of its run, "" for none.
type problemOf struct {
	loaders.Problem
	run string
}

// name is the run's, or the file's where that did not open.
func (p *problemOf) name() string { return cmp.Or(p.run, filepath.Base(p.File)) }

// line is the line of the file, nil where it is not of one.
func (p *problemOf) line() any {
	if p.Line > 0 {
		return p.Line
	}
	return nil
}

// cause is the problems of one kind, at least one, in the order of runs, files
// and lines.
type cause struct{ problems []problemOf }

// causesOf groups problems by their What.Kind. Causes that lose examples
// come first, then those of the most problems; equals stay in the order of
// their first problems.
func causesOf(all []problemOf) []*cause {
	var causes []*cause
	of := map[string]*cause{}
	for _, p := range all {
		c := of[p.What.Kind]
		if c == nil {
			c = &cause{}
			of[p.What.Kind] = c
			causes = append(causes, c)
		}
		c.problems = append(c.problems, p)
	}
	lost := map[*cause]int{}
	for _, c := range causes {
		if slices.ContainsFunc(c.problems, func(p problemOf) bool { return p.Lost || p.run == "" }) {
			lost[c] = 1
		}
	}
	slices.SortStableFunc(causes, func(a, b *cause) int {
		return cmp.Or(cmp.Compare(lost[b], lost[a]), cmp.Compare(len(b.problems), len(a.problems)))
	})
	return causes
}

func (c *cause) kind() string { return c.problems[0].What.Kind }

func (c *cause) count() string { return loaders.Count(len(c.problems), "problem") }

// what is the cause in words: those of its problems where all say the same,
// else without their names and numbers.
func (c *cause) what() string {
	first := c.problems[0].What
	if slices.ContainsFunc(c.problems, func(p problemOf) bool { return !p.What.Equal(first) }) {
		return first.General()
	}
	return first.String()
}

// rows are the first n problems of the cause.
func (c *cause) rows(n int) []row {
	var rows []row
	for i := range c.problems[:min(n, len(c.problems))] {
		rows = append(rows, row{cause: c, problem: &c.problems[i]})
	}
	return rows
}

// mostExamples is how many problems stand under their cause.
const mostExamples = 3

// grouped are the rows of causes, each with its first problems under it. The
// only problem of a cause stands by itself: a heading would repeat it.
func grouped(causes []*cause) []row {
	var rows []row
	for _, c := range causes {
		if len(c.problems) == 1 {
			rows = append(rows, c.rows(1)...)
			continue
		}
		rows = append(rows, row{cause: c})
		for _, r := range c.rows(mostExamples) {
			r.under = true
			rows = append(rows, r)
		}
	}
	return rows
}

// row is a line of the screen: a cause, or one of its problems.
type row struct {
	cause   *cause
	problem *problemOf // nil for the cause
	under   bool       // the problem stands under its cause
}

func (r row) heading() bool { return r.problem == nil }

// indent is what the row's words begin with.
func (r row) indent() string {
	if r.under {
		return "  "
	}
	return ""
}

// same reports whether two rows stand for the same, though gathered at
// different times.
func (r row) same(other row) bool {
	if r.cause == nil || r.cause.kind() != other.cause.kind() || r.heading() != other.heading() {
		return false
	}
	return r.heading() || r.problem.run == other.problem.run && r.problem.Example == other.problem.Example && r.problem.String() == other.problem.String()
}
