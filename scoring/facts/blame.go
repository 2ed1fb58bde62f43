package facts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// ModuleBlame tells which modules are at fault: for each type of module, how often it is wrong, by
// itself or because of its inputs, and in how many examples it goes wrong first, by cause.
//
// A module is wrong if its score is below the threshold of faithfulness ([scoring.Settings.Bar]),
// and wrong by itself if no scored module under it is wrong ([scoring.ModuleFault]). An example has at
// most one culprit: the module that goes wrong first. This reading is this program's own, not a
// paper's. [scoring.Cause] explains the causes.
type ModuleBlame struct {
	Examples int         // counted, including those without verdicts
	Judged   int         // of them, those with a scored module
	Types    []TypeBlame // with a scored module; the most frequent culprit first
	Total    TypeBlame   // of all types, "overall"
	Rule     string      // when a module is wrong
}

// TypeBlame is the blame of one type of module.
type TypeBlame struct {
	Type string
	// Used counts the modules with a score, Wrong the wrong ones among them, and Local those
	// wrong by themselves.
	Used, Wrong, Local int
	// First counts the examples in which the type goes wrong first, by the answer's
	// [loaders.Verdict].
	First [3]int
	// Causes counts these examples by cause; the total's also wrong answers with a cause but no
	// culprit.
	Causes map[scoring.Cause]int
}

// Culprits returns the number of examples in which the type goes wrong first.
func (b *TypeBlame) Culprits() int { return b.First[0] + b.First[1] + b.First[2] }

// Blame counts the modules at fault in the examples exampleRows: for each type with a scored module or a
// culprit, the most frequent culprit first, and for all types together.
func (t *Table) Blame(exampleRows []int) *ModuleBlame {
	none := func(name string) TypeBlame { return TypeBlame{Type: name, Causes: map[scoring.Cause]int{}} }
	b := &ModuleBlame{Examples: len(exampleRows), Rule: "unless " + RuleOf(t), Types: loaders.Map(t.Types(), none), Total: none("overall")}
	if slices.ContainsFunc(t.run.Scored.Judged(), func(metric string) bool { return session.BarOf(metric).Protocol == steps.Protocol.Name }) {
		b.Rule = "if its verdict differs from the annotators', even after the first error"
	}
	present := t.Present()
	for _, i := range exampleRows {
		judged := false
		for _, k := range present {
			if m := t.Matters(i, k); m.Used > 0 {
				for _, own := range []*TypeBlame{&b.Types[k], &b.Total} {
					own.Used += int(m.Used)
					own.Wrong += int(m.Wrong)
					own.Local += int(m.Local)
				}
				judged = true
			}
		}
		if judged {
			b.Judged++
		}
		switch k, why := t.Culprit(i); {
		case k >= 0:
			for _, own := range []*TypeBlame{&b.Types[k], &b.Total} {
				own.First[t.Answer(i)]++
				own.Causes[why]++
			}
		case why != scoring.NoCause:
			b.Total.Causes[why]++
		}
	}
	b.Types = slices.DeleteFunc(b.Types, func(blame TypeBlame) bool { return blame.Used == 0 && blame.Culprits() == 0 })
	loaders.SortBy(b.Types, func(blame TypeBlame) int { return -blame.Culprits() })
	return b
}

// RuleOf tells when an example of the run is faithful, and a module right: "F1 ≥ .50".
func RuleOf(t *Table) string {
	blames := slices.ContainsFunc(t.All(), func(i int) bool {
		_, why := t.Culprit(i)
		return why >= scoring.MissedObject && why < scoring.WrongStep
	})
	return strings.Join(loaders.Map(t.run.Scored.Judged(), func(metric string) string {
		return session.BarOf(metric).Rule(&t.settings, blames)
	}), " or ")
}

func blameOf(t *Table, exampleRows []int) (blame *TypeBlame, judged int) {
	if t.partRowStarts == nil {
		all := t.Blame(exampleRows)
		return &all.Total, all.Judged
	}
	blame = &TypeBlame{Causes: map[scoring.Cause]int{}}
	module, last := readModules(t), -1
	for _, row := range exampleRows {
		i, m := t.Example(row), module(row)
		if m.Scored {
			blame.Used++
			blame.Wrong += bitOf(m.Wrong)
			blame.Local += bitOf(m.Local)
			judged += bitOf(i != last)
			last = i
		}
		if m.Culprit {
			_, why := t.Culprit(i)
			blame.First[t.Answer(i)]++
			blame.Causes[why]++
		}
	}
	return blame, judged
}

// Causes lists the causes that occur in the total, the most frequent first.
func (b *ModuleBlame) Causes() []scoring.Cause {
	causes := slices.DeleteFunc(scoring.Causes(), func(c scoring.Cause) bool { return b.Total.Causes[c] == 0 })
	loaders.SortBy(causes, func(c scoring.Cause) int { return -b.Total.Causes[c] })
	return causes
}

func (b *ModuleBlame) causeColumns() []table.Column {
	return loaders.Map(b.Causes(), func(c scoring.Cause) table.Column {
		column := table.Count.Column(c.String())
		column.In, column.Help = "causes", c.Sentence()
		return column
	})
}

var useColumns = table.Columns(table.Count, "culprit=: examples in which this type goes wrong first", "scored=: modules with a score",
	"wrong=: modules below the threshold / modules with a score", "local=: wrong modules whose inputs are right",
	"inherited=: wrong modules with a wrong input")

// useCells links counts of modules to the examples with one: leadTo returns the query of a condition on modules.
func (b *TypeBlame) useCells(culpritQuery string, judgedCount int, leadTo func(condition string) string) []any {
	return []any{
		table.Cell{Value: b.Culprits(), Among: judgedCount, Leads: culpritQuery},
		table.Cell{Value: b.Used, Leads: leadTo(".scored")},
		table.Cell{Value: b.Wrong, N: b.Used, Leads: leadTo(".wrong")},
		table.Cell{Value: b.Local, Among: b.Used, Leads: leadTo(".local")},
		table.Cell{Value: b.Wrong - b.Local, Among: b.Used, Leads: leadTo(".inherited")},
	}
}

// Sheet lays out the blame: a row for each type of module, the most frequent culprit first, and a
// last row for all types together. A cell links to the examples that it counts. Without a scored
// module it has a note and no rows.
func (b *ModuleBlame) Sheet() *table.Table {
	sheet := &table.Table{
		Name: "types", Title: "blame · faithscope's own, not from a paper",
		Notes: []string{
			fmt.Sprintf("%s, %d with a scored module, %d with a culprit", loaders.Count(b.Examples, "example"), b.Judged, b.Total.Culprits()),
			"a module is wrong " + b.Rule + " · culprit: the first module that is wrong although its inputs are right",
		},
		Columns: append(table.Columns("type=module"), useColumns...),
	}
	if b.Judged == 0 {
		sheet.Notes = []string{loaders.Count(b.Examples, "example") +
			", none with a scored module: this run has no gold for its modules"}
		return sheet
	}
	answers := []loaders.Verdict{loaders.Right, loaders.Wrong, loaders.Unknown}
	if b.Total.First[loaders.Unknown] == 0 {
		answers = answers[:2]
	}
	for _, v := range answers {
		sheet.Columns = append(sheet.Columns,
			table.Columns(table.Count, "culprit_"+v.String()+"=answer "+v.String()+": examples with this culprit whose answer is "+v.String())...)
	}
	sheet.Columns = append(sheet.Columns, b.causeColumns()...)
	for _, row := range append(slices.Clip(b.Types), b.Total) {
		where := "culprit=" + strconv.Quote(row.Type)
		ofType := func(condition string) string {
			return fmt.Sprintf("any(modules, .op == %q and %s)", row.Type, condition)
		}
		if row.Type == b.Total.Type {
			where, ofType = `culprit!=""`, func(string) string { return "" }
		}
		cells := append([]any{row.Type}, row.useCells(where, b.Judged, ofType)...)
		for _, v := range answers {
			cells = append(cells, table.Cell{Value: row.First[v], Among: row.Culprits(), Leads: where + " verdict=" + v.String()})
		}
		for _, c := range b.Causes() {
			of := "culprit.cause=" + strconv.Quote(c.String())
			if row.Type != b.Total.Type {
				of = where + " " + of
			}
			cells = append(cells, table.Cell{Value: row.Causes[c], Leads: of})
		}
		sheet.Add(cells...)
	}
	return sheet
}
