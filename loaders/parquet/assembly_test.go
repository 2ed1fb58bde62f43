package parquet

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"faithscope/loaders/loadertest/check"
)

// Columns that share a list have as many values each; else the row says so,
// and no value moves to another element.
func TestAssemblyOfUnevenColumns(t *testing.T) {
	type thing struct{ A, B int64 }
	type line struct{ Things []thing }
	var b bytes.Buffer
	check.NoError(t, parquet.Write(&b, []line{{[]thing{{1, 2}, {3, 4}}}}))
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	check.NoError(t, err)
	values := func(leaf int, xs ...int64) (list []parquet.Value) {
		for i, x := range xs {
			list = append(list, parquet.ValueOf(x).Level(min(i, 1), 1, leaf))
		}
		return list
	}
	for _, tt := range []struct {
		first, second []parquet.Value
		want          bool
	}{
		{values(0, 1, 3), values(1, 2, 4), true},
		{values(0, 1, 3), values(1, 2), false},
		{values(0, 1), values(1, 2, 4), false},
		{values(0, 1, 3), nil, false},
	} {
		a := rowAssembly{leaves: [][]parquet.Value{tt.first, tt.second}}
		got := a.readValue(f.Root().Columns()[0])
		if err := a.checkLeaves(6); (err == nil) != tt.want || err != nil && !strings.Contains(err.Error(), "row 7") {
			t.Errorf("%v and %v: %v", tt.first, tt.second, err)
		} else if err == nil && !reflect.DeepEqual(got, []any{map[string]any{"A": int64(1), "B": int64(2)},
			map[string]any{"A": int64(3), "B": int64(4)}}) {
			t.Errorf("%v", got)
		}
	}
}

func TestClasses(t *testing.T) {
	for why, c := range map[string]struct {
		metadata string
		want     ClassNames
	}{
		"a column": {`{"info":{"features":{"label":{"names":["a","b"],"_type":"ClassLabel"}}}}`, ClassNames{"label": {"a", "b"}}},
		"in a sequence": {`{"info":{"features":{"o":{"feature":{"c":{"names":["a"],"_type":"ClassLabel"}},"_type":"Sequence"}}}}`,
			ClassNames{"o.c": {"a"}}},
		"in a list": {`{"info":{"features":{"o":{"feature":{"c":{"feature":{"names":["a"],"_type":"ClassLabel"},"_type":"List"}},` +
			`"_type":"List"}}}}`, ClassNames{"o.c": {"a"}}},
		"in an old list":   {`{"info":{"features":{"o":[{"c":{"names":["a"],"_type":"ClassLabel"}}]}}}`, ClassNames{"o.c": {"a"}}},
		"in a struct":      {`{"info":{"features":{"o":{"c":{"names":["a"],"_type":"ClassLabel"}}}}}`, ClassNames{"o.c": {"a"}}},
		"no description":   {`{"info":[1]}`, ClassNames{}},
		"not JSON":         {`{"info":{"features":{"label"`, ClassNames{}},
		"nests for ever":   {`{"info":{"features":` + strings.Repeat(`{"a":`, 2000) + `1` + strings.Repeat(`}`, 2000) + `}}`, ClassNames{}},
		"names of no list": {`{"info":{"features":{"label":{"names":7,"_type":"ClassLabel"}}}}`, ClassNames{"label": {"7"}}},
	} {
		check.DeepEqual(t, why, classesOf(c.metadata), c.want)
	}
}
