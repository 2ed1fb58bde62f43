package tabular

import (
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// A map that names the model makes a run of each, whatever the ids are.
func TestModelsOfMaps(t *testing.T) {
	const text = "n,engine,way,gold,answer\n1,7,p,x,x\n2,8,p,x,y\n3,7,q,y,y\n4,8,q,y,x\n"
	for way, want := range map[string]string{
		"predicted=answer,gold=gold":                   "run",
		"predicted=answer,gold=gold,model=engine":      "7 8",
		"predicted=answer,gold=gold,model=engine|way":  "7, p 7, q 8, p 8, q",
		"predicted=answer,gold=gold,model=engine,id=n": "7 8",
		"predicted.a=answer,predicted.b=way,gold=gold": "a b",
	} {
		opener := files.NewOpener(fstest.MapFS{"run": {Data: []byte(text)}}, loaders.Formats(formats)...)
		runs, err := opener.OpenAll(t.Context(), "run", loaders.Options{}.With(loaders.ColumnMap, way))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, run := range runs {
			names = append(names, run.Name)
			if err := run.Wait(t.Context(), 4); err != nil {
				t.Fatal(err)
			}
			if run.Len() != 4/len(runs) && !strings.Contains(way, ".") {
				t.Errorf("%s: %d examples of %s", way, run.Len(), run.Name)
			}
			run.Close()
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s, want %s", way, got, want)
		}
	}
}
