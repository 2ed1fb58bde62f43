package tabular

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"faithscope/loaders/loadertest/check"
)

// Ten rows of a schema with a thousand nested values once took minutes, because every two of them were compared.
func TestLargeObjectsAreReadInSeconds(t *testing.T) {
	type object map[string]any
	var list []object
	for i := range 10 {
		row := object{"question": fmt.Sprint("How many? ", i), "query": "SELECT 1", "output": "SELECT 2", "exec_ok": i%2 == 0}
		tables := object{}
		for k := range 12 {
			columns := object{}
			for j := range 12 {
				columns[fmt.Sprint("c", j)] = object{"type": "text", "desc": strings.Repeat("words ", i+j+20), "values": []int{i, j, k}}
			}
			tables[fmt.Sprint("table_", k)] = columns
		}
		row["schema"], list = tables, append(list, row)
	}
	text, err := json.Marshal(list)
	check.NoError(t, err)
	start := time.Now()
	got := openText(t, "run.json", string(text))
	if took := time.Since(start); took > 8*time.Second || !strings.Contains(got, "predicted=output,correct=exec_ok") {
		t.Errorf("%v: %s", took, got)
	}
}
