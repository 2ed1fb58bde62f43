package tabular

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rules"
)

// noGold is the doubt about predictions with nothing to judge them by.
const noGold = "no column of gold answers or verdicts"

// Decision is how a table is read.
type Decision struct {
	// Map says what the columns hold, and how an answer is judged.
	Map Map
	// Why says why no answer is judged, "" where answers are.
	Why string
	// Doubt says what the columns leave open, "" where they say what makes the
	// file a run: predictions, with gold answers or verdicts.
	Doubt string
	// Kept says that the map is one that was kept for the table's columns.
	Kept bool
	// Words says that a row is a word of an example.
	Words bool
	// Signed are the columns of verdicts in which -1 occurs.
	Signed []string
	// Reasons speak for and against the roles of columns; nil where a person's map gives them.
	Reasons []Reason
	// Models are those whose answers the table has side by side, nil for one.
	Models []Model
}

// Model is one of several in a table.
type Model struct {
	Name string
	Map  Map
}

// partIndex returns the index of a model in d.Models by its name, -1 for none.
func (d Decision) partIndex(name string) int {
	return slices.IndexFunc(d.Models, func(m Model) bool { return m.Name == name })
}

// String returns in one line which columns are read as answers and what makes one right; "" for a
// table without predictions and verdicts.
func (d Decision) String() string {
	var said []string
	for _, role := range []string{"gold", "predicted", "probability"} {
		if paths := d.Map.pathsOf(role); paths != nil {
			said = append(said, role+" = "+strings.Join(paths, " or "))
		}
	}
	if d.Map.pathsOf("predicted") == nil && d.Map.pathsOf("correct") == nil {
		return ""
	}
	text := "read as: "
	if d.Kept {
		text = "read by the map kept for these columns as: "
	}
	if said != nil {
		text += strings.Join(said, ", ") + "; "
	}
	if text += d.describeJudging(); d.Kept {
		text += " (--map none forgets it)"
	}
	return text
}

// isSigned reports whether -1 occurs in one of the map's columns of verdicts, so that 0 in it is
// neutral.
func (d Decision) isSigned() bool {
	return slices.ContainsFunc(d.Map.pathsOf("correct"), func(path string) bool { return slices.Contains(d.Signed, path) })
}

// describeJudging returns in words what makes an answer right: the column of verdicts, the rule,
// why nothing does, or that it is unknown.
func (d Decision) describeJudging() string {
	switch name := d.Map.rightRole(); {
	case d.Why != "":
		return "no answer is called right, since " + d.Why
	case name == "verdict":
		said := "right = " + strings.Join(d.Map.pathsOf("correct"), " or ")
		if d.isSigned() {
			said += " (-1 is wrong; 0 is neutral: not in the accuracy)"
		}
		return said
	case name != "":
		rule, _ := rules.FindRule(name)
		return rule.Help
	}
	return "right = unknown"
}

// Reason is a row of the table of reasons that holds for a column.
type Reason struct {
	Column, Role string
	Weight       int
	Told         string
}

// describeChoice returns in a line each path of d.Map with the reasons for its role that suffice
// alone (weight 20 or more); "" if there are none.
func (d Decision) describeChoice() string {
	var said []string
	for _, a := range d.Map {
		for _, path := range a.paths {
			told := loaders.Filter(d.Reasons, func(r Reason) bool {
				return r.Column == path && r.Role == a.role && r.Weight >= least
			})
			if told != nil {
				said = append(said, path+" "+joinTold(told))
			}
		}
	}
	return strings.Join(said, "; ")
}

// joinTold returns reasons as words.
func joinTold(list []Reason) string {
	return strings.Join(loaders.Map(list, func(r Reason) string { return loaders.IfElse(r.Weight < 0, "but ", "") + r.Told }), ", ")
}
