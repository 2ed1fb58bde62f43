package tabular

import (
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// byOutcome reads a report that lists ids by what became of them, as SWE-bench's does. Those in the only list named
// as a verdict are right, unless nothing says which are wrong.
func (t *tableSample) byOutcome(src *loaders.Source, head gjson.Result) bool {
	in, err := files.Reader(src)
	if err != nil || !listsTexts(head) {
		return false
	}
	defer in.Close()
	report, err := files.ReadAll(in, mostWhole)
	var right, ids []string
	lists, elements := map[string][]any{}, 0
	gjson.ParseBytes(report).ForEach(func(key, value gjson.Result) bool {
		name := strings.TrimSuffix(key.String(), "_ids")
		if !value.IsArray() {
			t.total = max(t.total, loaders.IfElse(strings.HasPrefix(name, "total"), int(value.Int()), 0))
			return true
		}
		if roles.RoleNamed(name) == "correct" {
			right = append(right, name)
		}
		for _, id := range value.Array() {
			text := id.String()
			if lists[text] == nil {
				ids, t.kept = append(ids, text), append(t.kept, elements)
			} else if slices.Contains(lists[text], any(name)) {
				right = append(right, name, name) // a column's values
			}
			lists[text] = append(lists[text], name)
			elements++
		}
		return true
	})
	if len(right) != 1 || err != nil || !saysWrong(right[0], lists) {
		t.kept = nil
		return false
	}
	t.columns = []string{"id", right[0], "listed"}
	t.rows = loaders.Map(ids, func(id string) rows.Row {
		isRight := slices.Contains(lists[id], any(right[0]))
		return rows.Row{Values: rows.RowObject{"id": id, right[0]: isRight, "listed": lists[id]}}
	})
	t.decided = sync.OnceValue(func() roles.RoleDecision {
		return roles.RoleDecision{Map: roles.RoleMap{}.WithPaths("id", "id").WithPaths("correct", right[0])}
	})
	return true
}

func listsTexts(head gjson.Result) (has bool) {
	head.ForEach(func(_, value gjson.Result) bool {
		first := value.Get("0")
		has = value.IsArray() && first.Type == gjson.String || has && !value.IsObject() && !first.IsObject()
		return has || !value.IsObject() && !first.Exists()
	})
	return has
}

// saysWrong reports whether an id that isn't right is in a list with all that are, or in one named as wrong.
func saysWrong(rightList string, lists map[string][]any) bool {
	isRight := func(id string) bool { return slices.Contains(lists[id], any(rightList)) }
	for id, names := range lists {
		for _, name := range names {
			verdict, _ := roles.VerdictOf(name, false)
			isNamed := verdict == loaders.Wrong || name == "un"+rightList
			hasAll := !slices.ContainsFunc(loaders.SortedKeys(lists), func(other string) bool {
				return isRight(other) && !slices.Contains(lists[other], name)
			})
			if !isRight(id) && (isNamed || hasAll) {
				return true
			}
		}
	}
	return false
}

func (d *rowReader) openListed(o *record.RunBuilder, t *tableSample) {
	byID := map[string]rows.Row{}
	for _, r := range t.rows {
		byID[rows.Text(r.Values["id"])] = r
	}
	o.Elements("*.*", func(rec *record.Record) *loaders.Example {
		r := byID[rows.Text(rows.ParseValue(rec.Bytes))]
		return d.exampleOf(rec, rows.Row{Values: maps.Clone(r.Values)})
	})
	if missing := t.total - len(t.kept); missing > 0 {
		o.Run.ReportProblem("%d of %d examples are in no list; left out", missing, t.total)
	}
	if !o.Fail(o.Run.Wait(o.Context(), math.MaxInt)) {
		o.Run.Narrow(t.kept)
	}
}
