package roles

import (
	"iter"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/nearest"
	"faithscope/loaders/record"
	"faithscope/loaders/rules"
)

// RoleMap says what the columns of a table hold. A role occurs once.
type RoleMap []RoleAssignment

// RoleAssignment gives a role to the columns, or paths within them, that may hold it. The first that a
// row has counts.
type RoleAssignment struct {
	Role  string
	Paths []string
}

// ModelColumns is one of several whose answers a table has.
type ModelColumns struct {
	Name string
	Map  RoleMap
}

// roleNames are the roles that a column can have, in order. score, attribution, rationale and meta
// are followed by a dot and a name of their own.
var roleNames = strings.Fields("rows id question gold references predicted correct right tokens passage sentences image objects " +
	"detections kind model explanation probability score attribution rationale classes tags meta steps " +
	"first_error first_error_from_1 step_labels")

// columnNames are the names of columns that suggest a role, the first one first.
var columnNames = map[string]string{
	"id":       "custom_id id question_id image_id uid qid idx example_id sample_id doc_id task_id instance_id pair_id row_index index",
	"question": record.QuestionKeys + " caption premise",
	"references": "answer_aliases aliases alternatives alt_answers alternative_answers other_answers acceptable_answers " +
		"accepted_answers valid_answers possible_answers",
	"tokens":      "tokens words",
	"passage":     "context passage retrieved_contexts retrieval_context document",
	"image":       "file_name image image_path img picture",
	"objects":     "objects",
	"kind":        "kind question_type task",
	"explanation": "explanation rationale reasoning",
	"steps":       "steps segmented_cot",
	"first_error": "first_error mistake_index first_wrong_step",
	"step_labels": "step_labels",
}

// Flag is [loaders.ColumnMap] with the rules that the role right takes.
var Flag = loaders.Flag{
	Name: loaders.ColumnMap.Name, Value: loaders.ColumnMap.Value,
	Help: loaders.ColumnMap.Help + "; right=RULE judges answers: " + strings.Join(rules.Names(), ", ") +
		"; for verdicts: value:WORD|WORD; for verdict lists: " + strings.Join(listRules, ", "),
}

func ownsRole(role string) bool {
	return hasWord(strings.Fields("score attribution rationale meta"), role)
}

// BaseOf returns a role without the name behind its dot.
func BaseOf(role string) string {
	base, _, _ := strings.Cut(role, ".")
	return base
}

// signs have a meaning in a map; names have them behind a backslash. While a map is
// read, they are characters that no name has.
var (
	hideSigns = strings.NewReplacer(`\,`, "\x01", `\|`, "\x02", `\=`, "\x03")
	showSigns = strings.NewReplacer("\x01", ",", "\x02", "|", "\x03", "=")
	markSigns = strings.NewReplacer(",", `\,`, "|", `\|`, "=", `\=`)
)

// Escape returns a name as [ParseMap] reads it.
func Escape(name string) string { return markSigns.Replace(name) }

// ParseMap returns the map in a text as "question=text,gold=label|answer,score.p=prob": a role and
// the columns that may hold it. A path continues within a column's value:
// "choices[0].message.content". A comma, bar or equals sign of a name has a backslash before it. It
// fails for an unknown or repeated role, a role without a column, and an unknown rule.
func ParseMap(mapText string) (RoleMap, error) {
	var m RoleMap
	for part := range strings.SplitSeq(hideSigns.Replace(mapText), ",") {
		role, path, ok := strings.Cut(part, "=")
		role, path = strings.TrimSpace(role), strings.TrimSpace(path)
		if !ok || path == "" {
			return nil, loaders.Errorf("%q is not of the form ROLE=COLUMN", part)
		}
		base, name, dotted := strings.Cut(role, ".")
		namesNothing := dotted && (!ownsRole(base) && base != "predicted" || name == "")
		switch {
		case !slices.Contains(roleNames, base) || namesNothing:
			return nil, loaders.Errorf("%q is not a column role (%s)%s", role, strings.Join(roleNames, ", "), nearest.Hint(base, roleNames))
		case m.PathsOf(role) != nil:
			return nil, loaders.Errorf("the role %q is assigned twice", role)
		case role == "right" && !readsVerdicts(path):
			if _, err := rules.FindRule(path); err != nil {
				return nil, err
			}
		}
		m = append(m, RoleAssignment{showSigns.Replace(role), loaders.Map(strings.Split(path, "|"), showSigns.Replace)})
	}
	return m, m.checkVerdict()
}

func (m RoleMap) checkVerdict() error {
	if readsVerdicts(m.RightRole()) {
		return loaders.Errorf("right=%s sets how verdicts are read, but no column has the role correct: add correct=COLUMN", m.RightRole())
	}
	if m.Has("correct") && len(m.SplitPredictions()) > 1 {
		return loaders.Errorf("correct=%s would judge several predictions: give each its own map", m.FirstOf("correct"))
	}
	return nil
}

// String returns m as [ParseMap] reads it.
func (m RoleMap) String() string {
	var parts []string
	for role, paths := range m.Each() {
		parts = append(parts, role+"="+paths)
	}
	return strings.Join(parts, ",")
}

// Each yields each role with its columns, bars between, both escaped as [ParseMap] reads them.
func (m RoleMap) Each() iter.Seq2[string, string] {
	return func(yield func(role, paths string) bool) {
		for _, a := range m {
			if !yield(Escape(a.Role), strings.Join(loaders.Map(a.Paths, Escape), "|")) {
				return
			}
		}
	}
}

// RightRole returns "verdict", the rule of the role right, or "" for neither.
func (m RoleMap) RightRole() string {
	if m.Has("correct") {
		return "verdict"
	}
	return m.FirstOf("right")
}

func (m RoleMap) lacksRule() bool { return m.ComparesAnswers() && m.RightRole() == "" }

// ComparesAnswers reports whether there are predictions and correct answers.
func (m RoleMap) ComparesAnswers() bool { return m.Has("predicted") && m.Has("gold") }

// Alike returns an error that tells how to read two tables alike if what makes an answer right
// differs between them; nil if it doesn't, or one is not a table with answers.
func Alike(a, b *loaders.Run) error {
	first, _ := ParseMap(a.Columns.Map) // nil, as for another file, for what was never a map
	second, _ := ParseMap(b.Columns.Map)
	if first.RightRole() == "" || second.RightRole() == "" || first.RightRole() == second.RightRole() {
		return nil
	}
	both := RoleMap{}
	for _, role := range []string{"gold", "predicted"} {
		both = both.WithPaths(role, loaders.Distinct(slices.Concat(first.PathsOf(role), second.PathsOf(role)))...)
	}
	how := "--map '" + both.WithPaths("right", rules.Equal).String() + "' reads them the same way"
	if !first.Has("gold") || !second.Has("gold") {
		how = "use --map to read the same verdicts or correct answers for both"
	}
	return loaders.Errorf("%s is %s, and %s is %s; %s", b.Path, b.Columns.Said, a.Path, a.Columns.Said, how)
}

// PathsOf returns the paths of a role, the first that a row has counts; nil if the map lacks it.
func (m RoleMap) PathsOf(role string) []string {
	for _, a := range m {
		if a.Role == role {
			return a.Paths
		}
	}
	return nil
}

// FirstOf returns a role's first path, or "".
func (m RoleMap) FirstOf(role string) string { return loaders.ElementAt(m.PathsOf(role), 0) }

func (m RoleMap) pathsOfAll(roleNames ...string) (paths []string) {
	for _, role := range roleNames {
		paths = append(paths, m.PathsOf(role)...)
	}
	return paths
}

// WithPaths returns m with these paths for a role, which other roles then lose.
func (m RoleMap) WithPaths(role string, columnPaths ...string) RoleMap {
	m = slices.DeleteFunc(slices.Clone(m), func(a RoleAssignment) bool { return a.Role == role || slices.Contains(columnPaths, a.Paths[0]) })
	if len(columnPaths) == 0 {
		return m
	}
	m = append(m, RoleAssignment{role, columnPaths})
	loaders.SortBy(m, func(a RoleAssignment) int { return slices.Index(roleNames, BaseOf(a.Role)) })
	return m
}

// Without returns m without these roles.
func (m RoleMap) Without(roleNames ...string) RoleMap {
	return loaders.Filter(m, func(a RoleAssignment) bool { return !slices.Contains(roleNames, a.Role) })
}

// Roles returns what a single column can hold, in the order in which a person is asked.
func Roles() []string {
	return strings.Fields("question gold predicted correct id model passage sentences tokens image objects detections kind explanation " +
		"probability score attribution rationale tags meta steps first_error step_labels first_error_from_1")
}

// MapOf returns the roles of columns as [ParseMap] reads them. Roles that several columns may have,
// such as score, get the column's name, and so do several predictions; of several columns with
// another role the first counts. Columns without a role are left out.
func MapOf(assignedColumns []loaders.Column) string {
	var m RoleMap
	several := loaders.CountFunc(assignedColumns, func(c loaders.Column) bool { return c.Role == "predicted" }) > 1
	for _, c := range assignedColumns {
		role := c.Role
		if ownsRole(role) || several && role == "predicted" {
			role += "." + c.Name
		}
		if c.Role != "" && !m.Has(role) {
			m = append(m, RoleAssignment{role, []string{c.Name}})
		}
	}
	return m.String()
}

// RightValue begins a role right that names the value of a verdict that means right.
const RightValue = "value:"

func readsVerdicts(ruleName string) bool {
	return strings.HasPrefix(ruleName, RightValue) || slices.Contains(listRules, ruleName)
}

// RightValues returns the values of a verdict that mean right; nil if the role right names none.
func (m RoleMap) RightValues() []string {
	if !strings.HasPrefix(m.FirstOf("right"), RightValue) {
		return nil
	}
	return loaders.Map(m.PathsOf("right"), func(value string) string { return strings.TrimPrefix(value, RightValue) })
}

// HasVerdicts reports whether a column says what is right, and no rule compares answers.
func (m RoleMap) HasVerdicts() bool {
	return m.Has("correct") && (!m.Has("right") || readsVerdicts(m.FirstOf("right")))
}

// MakesExample reports whether the map has a role that an example needs.
func (m RoleMap) MakesExample() bool {
	return slices.ContainsFunc(strings.Fields("question gold predicted correct image objects passage tokens steps"), m.Has)
}

// Has reports whether a column has the role.
func (m RoleMap) Has(role string) bool { return m.PathsOf(role) != nil }

// stepLabel is the folded name of people's verdicts on steps.
const stepLabel = "step_label"

// StepSign joins steps.
const StepSign = "||"

// IsJoined reports whether a text is a joined chain, not code.
func IsJoined(chainText string) bool {
	return strings.Contains(chainText, StepSign) && !strings.Contains(chainText, " "+StepSign+" ")
}

var markRoles = []string{"first_error", "first_error_from_1", "step_labels"}

func (m RoleMap) marksSteps() bool { return m.Has("steps") && slices.ContainsFunc(markRoles, m.Has) }

// SplitPredictions returns a map for each column predicted.NAME, which is a model; m itself without
// a name if there is none.
func (m RoleMap) SplitPredictions() (models []ModelColumns) {
	isNamed := func(a RoleAssignment) bool { return strings.HasPrefix(a.Role, "predicted.") }
	rest := slices.DeleteFunc(slices.Clone(m), isNamed)
	for _, a := range loaders.Filter(m, isNamed) {
		models = append(models, ModelColumns{strings.TrimPrefix(a.Role, "predicted."), rest.WithPaths("predicted", a.Paths...)})
	}
	if models == nil {
		return []ModelColumns{{"", m}}
	}
	return models
}
