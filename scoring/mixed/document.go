package mixed

import (
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/table"
)

// String returns the formula with its terms written out, intercepts as 1 or 0.
func (f *Formula) String() string {
	side := func(terms []Term, intercept bool) string {
		list := []string{loaders.IfElse(intercept, "1", "0")}
		for _, t := range terms {
			list = append(list, t.String())
		}
		return strings.Join(list, " + ")
	}
	return fmt.Sprintf("%s ~ %s + (%s | %s)", f.Response, side(f.Fixed, f.Intercept), side(f.Random, f.Varying), f.Group)
}

// Document lays out a fit, with its facts, as two tables: the coefficients with standard error, z,
// p and stars, an undefined one with only its reason; and the standard deviations of the groups'
// coefficients, with how they correlate, and of the residuals.
func (f *Fit) Document() *table.Document {
	fixed := &table.Table{Name: "coefficients", Title: "coefficients", Notes: f.listNotes(),
		Columns: table.Columns("term", table.Number, "coefficient", "error=standard error", "z", table.Chances[:1], table.Text, "stars=")}
	for _, c := range f.Coefficients {
		if !c.Estimate.IsDefined() {
			fixed.Add(c.Name, c.Estimate)
			continue
		}
		fixed.Add(c.Name, c.Estimate, c.Error, c.Z, c.P, Stars(c.P))
	}
	varies := &table.Table{Name: "deviations", Title: "standard deviations over " + f.Formula.Group,
		Columns: table.Columns("term", table.Number, "deviation=standard deviation")}
	for k, s := range f.Spread[:len(f.Spread)-1] {
		if k < len(f.Spread)-2 {
			r := table.Number.Column(fmt.Sprintf("r_%d", k+1))
			r.Title = "r with " + s.Name
			varies.Columns = append(varies.Columns, r)
		}
		row := []any{s.Name, s.SD}
		for _, r := range s.R {
			row = append(row, r)
		}
		varies.Add(row...)
	}
	last := f.Spread[len(f.Spread)-1]
	varies.Add(last.Name, last.SD)
	return &table.Document{Parts: []table.DocumentPart{{
		Facts: table.Named("formula", f.Formula.String(), "rows", f.Rows, "group", f.Formula.Group, "groups", f.Groups, "reml", f.Criterion,
			"singular", f.Singular),
		Before: table.Named("formula", f.Formula.String()), Tables: []*table.Table{fixed, varies},
	}}}
}

func (f *Fit) listNotes() []string {
	notes := []string{f.Formula.String(), fmt.Sprintf("%s in %s by %s · REML criterion %.4f", loaders.Count(f.Rows, "row"),
		loaders.Count(f.Groups, "group"), f.Formula.Group, f.Criterion)}
	for _, name := range f.Formula.Names() {
		if n := f.Missing[name]; n > 0 {
			notes = append(notes, fmt.Sprintf("%s left out: %s has no value", loaders.Count(n, "row"), name))
		}
	}
	if len(f.References) > 0 {
		notes = append(notes, "reference levels: "+strings.Join(f.References, ", "))
	}
	if f.Singular {
		notes = append(notes, "The fit is singular: some combination of terms does not vary by "+f.Formula.Group+". Simplify the random term.")
	}
	return append(notes, "p: Wald test, normal distribution · * p < .01, ** p < .001, *** p < .0001")
}
