package tabular

import (
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// PresetTraits holds what is the same for all runs of a preset.
type PresetTraits struct {
	Dataset  string
	Pictures bool // rows name pictures, whose folder is then found
	// Header names the columns of lines of cells with tabs between them, where no line of the
	// file does; blanks separate them.
	Header string
	// Models is a pattern of columns, with a star for the name of a model: a run each, in
	// whose map the star stands for the name.
	Models string
	// Labels are correct answers, predictions and kinds in full, by what the file has.
	Labels map[string]string
	// Classes are the answers of which the role classes has the probabilities, in its order.
	Classes []string
	// Title is the key of the model's name in a first record that is not a row, and says the data
	// and a note too; files without one are read all the same.
	Title   string
	Around  string // the column that has what is around a row, and under @key its key
	Located string // names the correct answers in the passage, which say where they begin
	Pair    bool   // the passage is a premise, the question a hypothesis
	// Picture is how pictures are named by the number in the metadatum image: # is what Part matches
	// in the names or the beginnings of the files; where it matches nothing, what comes before % is left out.
	Picture string
	Part    regexp.Regexp
	Metrics []string // are 0 for an answer that is missing
}

// Preset is a table that a known program writes: what it is recognised by, what its columns
// hold, and which files come with it.
type Preset struct {
	loaders.Format // its name, what it is, and what detects it, without what reads it
	PresetTraits
	// Map says what the columns hold, as [ParseMap] reads it; names say what others do. What a
	// table lacks is left out, and names and values say all where it is "". Of columns of verdicts
	// those count whose values are 0 or 1, and a star is all within a column. Without rows in it, they are lines or elements of a list.
	Map string
	// Beside are files that come with the table. The entry of a row is its column [PresetCompanion.As];
	// Open joins those without one.
	Beside []PresetCompanion
	// Prepare changes a row before its columns are read; nil leaves it.
	Prepare func(rec *record.Record, row rows.RowObject)
	// Finish adds to examples and judges answers; nil where Open says it.
	Finish ExampleFinisher
	// Open says more about a run, and returns what adds to its examples and judges answers, by
	// the rule that Map says; nil for nothing.
	Open func(o *record.RunBuilder) ExampleFinisher
}

func (p Preset) modelsIn(head []byte) (names []string) {
	before, behind, _ := strings.Cut(p.Models, "*")
	for _, column := range record.CSVHeader(head) {
		name, begins := strings.CutPrefix(column, before)
		if name, ends := strings.CutSuffix(name, behind); begins && ends {
			names = append(names, name)
		}
	}
	return loaders.Distinct(names)
}

// heldColumns returns p.Map, parsed, with rows at "" unless it says where they are. It panics for a
// wrong map.
func (p Preset) heldColumns() (m roles.RoleMap) {
	if p.Map != "" {
		var err error
		if m, err = roles.ParseMap(p.Map); err != nil {
			panic(err)
		}
	}
	if !m.Has("rows") {
		m = m.WithPaths("rows", "")
	}
	return m
}

func (p *Preset) inFull(roleName string, v any) any {
	if list, several := v.([]any); several && p.Labels != nil {
		return loaders.Map(list, func(x any) any { return p.inFull(roleName, x) })
	}
	if full := p.Labels[rows.Text(v)]; full != "" && slices.Contains(strings.Fields("gold predicted kind meta"), roles.BaseOf(roleName)) {
		return full
	}
	return v
}

// ExampleFinisher adds to the example of a row what no role says.
type ExampleFinisher func(rec *record.Record, row rows.RowObject, ex *loaders.Example)
