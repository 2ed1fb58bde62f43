package roles

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rules"
)

// NoGold is the doubt about predictions with nothing to judge them by.
const NoGold = "no column of correct answers or verdicts"

// RoleDecision is how a table is read.
type RoleDecision struct {
	// Map says what the columns hold, and how an answer is judged.
	Map RoleMap
	// Why says why no answer is judged, "" where answers are.
	Why string
	// Doubt says what the columns leave open, "" where they say what makes the
	// file a run: predictions, with correct answers or verdicts.
	Doubt string
	// Kept says that the map is one that was kept for the table's columns.
	Kept bool
	// Words says that a row is a word of an example.
	Words bool
	// Signed are the columns of verdicts in which -1 occurs.
	Signed []string
	// Truths says that predictions or correct answers are 1 and 0 where the others are truth values.
	Truths bool
	// Unlabelled is the class that stands for no correct answer, such as SNLI's -; "" for none.
	Unlabelled string
	// Readings are the ways to read the table that were considered, and Offers the maps of those
	// that are left in doubt.
	Readings []CandidateReading
	Offers   []RoleMap
	// Models are those whose answers the table has side by side, nil for one.
	Models []ModelColumns
}

// PartIndex returns the index of the model called modelName, -1 for none.
func (d RoleDecision) PartIndex(modelName string) int {
	return slices.IndexFunc(d.Models, func(m ModelColumns) bool { return m.Name == modelName })
}

// String returns in one line which columns are read as answers and what makes one right; "" for a
// table without predictions and verdicts.
func (d RoleDecision) String() string {
	var said []string
	for _, role := range []string{"gold", "predicted", "probability"} {
		if paths := d.Map.PathsOf(role); paths != nil {
			said = append(said, role+" = "+strings.Join(paths, " or "))
		}
	}
	if !d.Map.Has("predicted") && !d.Map.Has("correct") {
		return ""
	}
	text := loaders.IfElse(d.Kept, "read with the mapping saved for these columns: ", "read as: ")
	if said != nil {
		text += strings.Join(said, ", ") + "; "
	}
	return text + d.DescribeJudging() + loaders.IfElse(d.Kept, " (--map none ignores it)", "")
}

// IsSigned reports whether -1 occurs in one of the map's columns of verdicts, so that 0 is neutral.
func (d RoleDecision) IsSigned() bool {
	isOfLists := slices.Contains(listRules, d.Map.FirstOf("right"))
	verdicts := slices.Concat(d.Map.PathsOf("correct"), loaders.IfElse(d.Words, d.Map.PathsOf("step_labels"), nil))
	return !isOfLists && loaders.Shared(verdicts, d.Signed) != nil
}

// DescribeJudging returns in words what makes an answer right, or why nothing does.
func (d RoleDecision) DescribeJudging() string {
	switch name := d.Map.RightRole(); {
	case d.Why != "":
		return "answers aren't judged because " + d.Why
	case name == "verdict":
		said := "right = " + strings.Join(d.Map.PathsOf("correct"), " or ")
		rule := d.Map.FirstOf("right")
		if values := d.Map.RightValues(); values != nil {
			said += " is " + strings.Join(values, " or ")
		} else if slices.Contains(listRules, rule) {
			what := loaders.IfElse(rule == everyVerdict, "every verdict in ", "the share of right verdicts in ")
			said = strings.Replace(said, "right = ", "right = "+what, 1)
		}
		if d.IsSigned() {
			said += " (-1 is wrong; 0 is neutral and not counted in accuracy)"
		}
		return said
	case name != "":
		rule, _ := rules.FindRule(name)
		return rule.Help
	}
	return "right = unknown"
}

// CandidateReading is a way to read a table, with the checks it passes and fails.
type CandidateReading struct {
	Map    RoleMap
	Checks []ReadingCheck
}

// IsOfPair reports whether the reading compares a prediction with a correct answer.
func (r CandidateReading) IsOfPair() bool { return r.Map.ComparesAnswers() }

// ReadingCheck is something that a reading of a table passes or fails.
type ReadingCheck struct {
	Name   string
	Failed string // why, "" if it passed
}
