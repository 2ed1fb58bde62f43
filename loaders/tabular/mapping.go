package tabular

import (
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/nearest"
	"faithscope/loaders/record"
)

// Map says what the columns of a table hold: a role each, with the columns, or
// paths within them, that may hold it. Of several the first that a row has
// counts. A role is there once.
type Map []assignment

type assignment struct {
	role  string
	paths []string
}

// The roles that a column can have, with the names that give them without
// being asked, the first that is there first. score, attribution and meta are
// followed by a dot and a name of their own.
var roles = []struct {
	name  string
	names []string
}{

	{"rows", nil},
	{"id", []string{"id", "question_id", "questionId", "image_id", "uid", "qid", "idx", "example_id", "sample_id", "doc_id", "index"}},
	{"question", []string{
		"question", "query", "prompt", "messages", "instruction", "utterance", "user_input", "input", "inputs", "sentence", "text", "caption", "premise", "vars.question",
	}},
	{"gold", []string{
		"answer", "answers", "gold", "gold_answer", "gold_label", "ground_truth", "groundtruth", "reference", "references", "expected_output", "expectedOutput", "expected",
		"correct_answer", "target", "true_label", "y_true", "label", "labels", "fine_label", "actual",
	}},
	{"predicted", []string{
		"prediction", "predictions", "predicted", "pred", "preds", "predicted_answer", "pred_answer", "predicted_label", "pred_label", "prediction_text", "y_pred", "model_answer",
		"model_prediction", "model_output", "model_response", "actual_output", "actualOutput", "output", "response.output", "response", "completion", "generated", "generated_text",
	}},
	{"correct", []string{"correct", "is_correct", "success", "pass", "passed"}},
	{"tokens", []string{"tokens", "words"}},
	{"passage", []string{"context", "passage", "retrieved_contexts", "contexts", "retrievalContext", "document"}},
	{"image", []string{"file_name", "image", "image_path", "img", "picture"}},
	{"objects", []string{"objects"}},
	{"kind", []string{"question_type", "task"}},
	{"explanation", []string{"explanation", "rationale", "reasoning"}},
	{"probability", nil},
	{"score", []string{"metricsData", "namedScores"}},
	{"attribution", nil},
	{"meta", nil},
}

// own reports whether a role is one whose name goes on behind a dot.
func own(role string) bool { return role == "score" || role == "attribution" || role == "meta" }

// ParseMap reads "question=text,gold=label|answer,score.p=prob": a role and the
// columns that may hold it. A path goes on within a column's value:
// "choices[0].message.content".
func ParseMap(text string) (Map, error) {
	var m Map
	for part := range strings.SplitSeq(text, ",") {
		role, path, ok := strings.Cut(part, "=")
		role, path = strings.TrimSpace(role), strings.TrimSpace(path)
		if !ok || path == "" {
			return nil, loaders.Errorf("%q is not ROLE=COLUMN", part)
		}
		base, name, dotted := strings.Cut(role, ".")
		known := make([]string, 0, len(roles))
		for _, r := range roles {
			known = append(known, r.name)
		}
		switch {
		case !slices.Contains(known, base) || dotted && (!own(base) || name == ""):
			return nil, loaders.Errorf("%q is not what a column can hold (%s)%s", role, strings.Join(known, ", "), nearest.Hint(base, known))
		case m.paths(role) != nil:
			return nil, loaders.Errorf("%q twice", role)
		}
		m = append(m, assignment{role, strings.Split(path, "|")})
	}
	return m, nil
}

// String is m as [ParseMap] reads it.
func (m Map) String() string {
	var parts []string
	for _, a := range m {
		parts = append(parts, a.role+"="+strings.Join(a.paths, "|"))
	}
	return strings.Join(parts, ",")
}

// paths are those of a role, nil for none.
func (m Map) paths(role string) []string {
	for _, a := range m {
		if a.role == role {
			return a.paths
		}
	}
	return nil
}

// guess gives columns the roles that their names say, and those that are a
// known metric of numbers theirs.
func guess(columns []string, rows []row) Map {
	var m Map
	taken := map[string]bool{}
	for _, role := range roles {
		var paths []string
		for _, name := range role.names {
			if top, _, _ := strings.Cut(name, "."); !taken[name] && slices.Contains(columns, top) && (top == name || present(rows, name)) {
				taken[name] = true
				paths = append(paths, name)
			}
		}
		if paths != nil {
			m = append(m, assignment{role.name, paths})
		}
	}
	for _, column := range columns {
		if !taken[column] && measures(column) && numeric(rows, column) {
			m = append(m, assignment{"score." + column, []string{column}})
		}
	}
	return m
}

// measures reports whether a column's name is that of a metric.
func measures(column string) bool {
	judges, known := record.Judges(column)
	return known || !judges || column == "score" || strings.HasPrefix(column, "answer_") || strings.HasPrefix(column, "context_")
}

func present(rows []row, path string) bool {
	return slices.ContainsFunc(rows, func(r row) bool { return r.at(path) != nil })
}

// numeric reports whether all of the rows' values are numbers, and there is
// one.
func numeric(rows []row, column string) bool {
	found := false
	for _, r := range rows {
		v := r.values[column]
		if _, ok := numberOf(v); v != nil && v != "" && !ok {
			return false
		} else if ok {
			found = true
		}
	}
	return found
}

// clear reports whether a guess is certain enough to take a file for a run:
// it holds what a model said, under a name that says so, and what is right or
// that it is.
func (m Map) clear(rows []row) bool {
	predicted := m.paths("predicted")
	if len(predicted) == 0 || m.paths("gold") == nil && m.paths("correct") == nil {
		return false
	}
	plain := slices.ContainsFunc(rows, func(r row) bool { return textOf(r.at(predicted[0])) != "" })
	switch predicted[0] {
	case "output", "response", "completion", "generated": // of many things
		return plain && slices.ContainsFunc(m.paths("gold"), func(name string) bool {
			return slices.Contains([]string{"gold", "reference", "references", "ground_truth", "expected_output", "expectedOutput", "expected", "target"}, name)
		})
	}
	return plain
}

// at is the value at a path, nil for none: a column, or what is within one by
// keys and places.
func (r *row) at(path string) any {
	if v, ok := r.values[path]; ok {
		return v
	}
	var v any = r.values
	for step := range strings.FieldsFuncSeq(path, func(c rune) bool { return c == '.' || c == '[' || c == ']' }) {
		switch in := v.(type) {
		case map[string]any:
			v = in[step]
		case []any:
			k, ok := numberOf(step)
			if !ok || k < 0 || k >= float64(len(in)) {
				return nil
			}
			v = in[int(k)]
		default:
			return nil
		}
	}
	return v
}

// top is the column that a path begins in.
func (r *row) top(path string) string {
	if _, ok := r.values[path]; ok {
		return path
	}
	return path[:strings.IndexAny(path+".", ".[")]
}

// matching are the columns that a pattern with a star at its end means, in
// alphabetical order; nil for what is none.
func (r *row) matching(pattern string) []string {
	prefix, ok := strings.CutSuffix(pattern, "*")
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(r.values)), func(name string) bool { return !strings.HasPrefix(name, prefix) })
}

// reader turns rows into examples.
type reader struct {
	run     *loaders.Run
	classes classes
	columns Map
}

// taken notes which columns an example has used.
type taken map[string]bool

// of returns the first value of a role that the row has.
func (d *reader) of(r *row, role string, used taken) any {
	for _, path := range d.columns.paths(role) {
		if v := r.at(path); v != nil && v != "" && !used[path] {
			used[path], used[r.top(path)] = true, true
			return d.classes.named(path, v)
		}
	}
	return nil
}
