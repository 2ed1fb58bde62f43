package index

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

func TestFindList(t *testing.T) {
	row := func(i int) string { return fmt.Sprintf(`{"q": "[{\"%d", "a": [%d, {"x": 1}]}`, i, i) }
	rows := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = row(i)
		}
		return strings.Join(list, ", ")
	}
	keyed := fmt.Sprintf(`{"a.b": %s, "b": %s, "c": %s, "d": {"q": 1}}`, row(1), row(2), row(3))
	large := fmt.Sprintf(`{"text": %q, "rows": [%s]}`, strings.Repeat("x", patience), rows(3))
	for why, c := range map[string]struct{ text, want string }{
		"a list":                      {"[" + rows(1) + "]", ""},
		"lines":                       {row(1) + "\n" + row(2), ""},
		"lines with lists in them":    {`{"a": [` + rows(5) + "]}\n" + `{"a": [` + rows(5) + "]}", ""},
		"lines with commas":           {row(1) + ",\n" + row(2), ""},
		"under a key":                 {`{"n": 3, "data": [` + rows(3) + `], "z": 1}`, "data.*"},
		"further inside":              {`{"run": {"config": {"a": 1}, "out": {"list": [` + rows(3) + `]}}}`, "run.out.list.*"},
		"two, under the name of rows": {`{"n": 3, "results": [` + rows(2) + `]}`, "results.*"},
		"two, under another name":     {`{"n": 3, "prompts": [` + rows(2) + `]}`, "-"},
		"numbered ones among others": {
			`{"n": 3, "all": {"0": ` + row(1) + `, "type": "x", "1": ` + row(2) + `, "2": ` + row(3) + `}}`, "all.*"},
		"the first of two":                   {`{"n": 3, "a": [` + rows(4) + `], "b": [` + rows(90) + `]}`, "a.*"},
		"objects by name":                    {keyed, "*"},
		"behind one that says what they are": {`{"meta": {"n": 3}, "a": ` + row(1) + `, "b": ` + row(2) + `, "c": ` + row(3) + `}`, "*"},
		"behind two":                         {`{"n": {"n": 3}, "run": {"x": [` + rows(3) + `]}, "a": ` + row(1) + `}`, "run.x.*"},
		"objects by name, inside":            {`{"a.b": 1, "v.1": ` + keyed + `}`, `v\.1.*`},
		"the outer one of two":               {`{"a": {"l": [` + rows(3) + `]}, "b": {"l": []}, "c": {"l": []}}`, "*"},
		"an object that only begins like it": {`{"a": {"l": [` + rows(3) + `]}, "b": {"l": []}, "c": 1}`, "a.l.*"},
		"of objects that share nothing":      {`{"a": {"l": [` + rows(3) + `]}, "b": {"m": []}, "c": {"n": []}}`, "a.l.*"},
		"in a list":                          {`[1, [` + rows(3) + `]]`, "1.*"},
		"a list in the rows is not it":       {`{"n": 1, "rows": [` + row(1) + `, {"q": [` + rows(9) + `]}, ` + row(3) + `]}`, "rows.*"},
		"a list of numbers":                  {`{"n": [1, 2, 3, 4]}`, "-"},
		"a list that ends with the text":     {`{"n": 1, "rows": [` + rows(3), "rows.*"},
		"a log":                              {"DONE (t=0.00s)\n" + keyed, "-"},
		"nothing":                            {" ", "-"},
		"mismatched brackets":                {`{"a": [}`, "-"},
		"behind much":                        {large, "rows.*"},
		"in an object that goes on and on":   {`{"a": {"l": [` + rows(3) + `], "t": "` + strings.Repeat("x", 2*patience) + `", "c": {`, "a.l.*"},
	} {
		path, ok := FindList(context.Background(), strings.NewReader(c.text), func(key string) bool { return key == "results" })
		if !ok {
			path = "-"
		}
		if path != c.want {
			t.Errorf("%s: at %q, want %q", why, path, c.want)
			continue
		}
		// What reads elements finds them there.
		e, found := First([]byte(c.text), path)
		row := strings.Contains(string(e.Bytes), `"q"`) || path == "" || strings.Contains(why, "outer") ||
			strings.Contains(why, "behind one")
		if ok && (!found || !row) {
			t.Errorf("%s: the first at %q is %.80s", why, path, e.Bytes)
		}
	}
}

func TestOtherLists(t *testing.T) {
	list := func(n int) string {
		return "[" + strings.TrimSuffix(strings.Repeat(`{"a": [{"b": 1}, {"b": 1}, {"b": 1}]}, `, n), ", ") + "]"
	}
	for why, c := range map[string]struct{ text, want string }{
		"larger":                 {`{"first": ` + list(3) + `, "second": {"x": ` + list(30) + `}}`, "second.x.* 30"},
		"several":                {`{"first": ` + list(3) + `, "second": ` + list(4) + `, "third": ` + list(5) + `}`, "second.* 4, third.* 5"},
		"before":                 {`{"zeroth": ` + list(90) + `, "first": ` + list(3) + `}`, "zeroth.* 90"},
		"inside the first":       {`{"first": [{"a": ` + list(90) + `}, {"a": 1}, {"a": 1}]}`, ""},
		"lists within a list":    {`{"first": ` + list(3) + `, "x": ` + list(2*mostLists) + `}`, "x.* 200"},
		"a list of other things": {`{"first": ` + list(3) + `, "second": [` + strings.Repeat("1, ", 90) + `1]}`, ""},
	} {
		var said []string
		for _, got := range OtherLists(context.Background(), strings.NewReader(c.text), "first.*") {
			said = append(said, fmt.Sprint(got.Path, " ", got.Len))
		}
		check.Equal(t, why, strings.Join(said, ", "), c.want)
	}
}

// A file may have more lists than anybody reads the names of.
func TestOtherListsAreBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"first": [{"a": 1}, {"a": 2}, {"a": 3}], "x": {"n": 1`)
	for i := range 10 * mostLists {
		fmt.Fprintf(&b, `, "k%d": [{"a": 1}, {"a": 2}, {"a": 3}]`, i)
	}
	b.WriteString("}}")
	lists := OtherLists(context.Background(), strings.NewReader(b.String()), "first.*")
	if len(lists) != mostLists || lists[0].Path != "x.k0.*" {
		t.Errorf("%d lists, the first at %s", len(lists), lists[0].Path)
	}
}
