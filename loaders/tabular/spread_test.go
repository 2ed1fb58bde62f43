package tabular

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders/files"
	"faithscope/loaders/files/filestest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/roles"
)

// What a table is read as is decided by rows up to its end, the same for a file
// and the packed file: the first thousands are of one class, which no prediction
// has.
func TestSpread(t *testing.T) {
	t.Parallel()
	write := func(before, line, between, behind string) []byte {
		var lines []string
		for i := range 6000 {
			label := "none"
			if i >= 3000 {
				label = []string{"cat", "dog"}[i%2]
			}
			lines = append(lines, fmt.Sprintf(line, i, label, []string{"dog", "cat"}[i%3%2]))
		}
		return []byte(before + strings.Join(lines, between) + behind)
	}
	for name, text := range map[string][]byte{
		"a.csv":    write("id,label,prediction,text\n", "%d,%s,%s,some text that is here to be long", "\n", "\n"),
		"long.csv": write("id,label,prediction,text\n", "%d,%s,%s,\"some text that\nis, here, to, be\nlong\"", "\n", "\n"),
		"a.jsonl":  write("", `{"id":%d,"label":"%s","prediction":"%s","more":{"text":"that is {here} to be long"}}`, "\n", "\n"),
		"a.json":   write(`[`, `{"id":%d,"label":"%s","prediction":"%s","more":{"text":"that is {here} to be long"}}`, ",\n", `]`),
		"b.json":   write(`{"a":{"b":[`, `{"id":%d,"label":"%s","prediction":"%s","more":{"text":"that is {here} to be long"}}`, ", ", `]}}`),
		"map.json": write(`{`, `"k%d": {"label":"%s","prediction":"%s","more":{"text":"that is {here} to be long"}}`, ", ", `}`),
	} {
		fsys := fstest.MapFS{name: {Data: text}, name + ".gz": {Data: filestest.Gzip(t, text)}}
		var rows []int
		for path := range fsys {
			src, err := files.OpenSource(fsys, path)
			check.NoError(t, err)
			s := sampleOf(t.Context(), src, nil)
			rows = append(rows, len(s.rows))
			if by := roles.Decide(s.columns, s.rows, s.columnMap, s.partial); !strings.HasSuffix(by.Map.String(),
				"gold=label,predicted=prediction,right=equal") {
				t.Errorf("%s: %v, %s", path, by.Map, by.Doubt)
			}
			src.Close()
		}
		if rows[0] != rows[1] || rows[0] < mostSampled+mostSpread/2 {
			t.Errorf("%s: %d rows looked at", name, rows)
		}
	}
}

// No row is looked at twice, in tables of any length.
func TestNoRowIsSampledTwice(t *testing.T) {
	t.Parallel()
	for n := range 3000 {
		list := spreadOver(n)
		for k := 1; k < len(list); k++ {
			if list[k] <= list[k-1] || list[k] >= n {
				t.Fatalf("%d rows: %d after %d", n, list[k], list[k-1])
			}
		}
	}
}
