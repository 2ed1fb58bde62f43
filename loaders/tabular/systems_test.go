package tabular

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
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
		check.NoError(t, err)
		var names []string
		for _, run := range runs {
			names = append(names, run.Name)
			check.NoError(t, run.Wait(t.Context(), 4))
			if run.Len() != 4/len(runs) && !strings.Contains(way, ".") {
				t.Errorf("%s: %d examples of %s", way, run.Len(), run.Name)
			}
			run.Close()
		}
		check.Equal(t, way, strings.Join(names, " "), want)
	}
}

// Systems are told apart where two columns together name the example.
func TestSystemsWhoseExamplesHaveNoID(t *testing.T) {
	const text = "version,firm,field,predicted,truth,correct\n" +
		"v1,a,x,1,1,True\nv1,a,y,2,3,False\nv1,b,x,4,4,True\nv1,b,y,5,5,True\n" +
		"v2,a,x,1,1,True\nv2,a,y,3,3,True\nv2,b,x,4,4,True\nv2,b,y,6,5,False\n"
	for system, want := range map[string]string{"v1": "rwrr", "v2": "rrrw"} {
		run := formats.Open(t, beside(text, ""), "run#"+system, loaders.Options{})
		check.Equal(t, system, lettersOf(run), want)
		loadertest.Problems(t, run)
	}
}

// A run of a file of several has the problems in its own rows, and says what only others have.
func TestRunsOfAFileHaveTheirOwnProblems(t *testing.T) {
	const table = `id,model,question,predicted,gold
1,a,x,b,b
2,a,y,x,y
1,b,x,b,b
2,b,y,x
1,c,x,,b
2,c,y,x,y
`
	o := loaders.Options{}.With(loaders.ColumnMap, "id=id,model=model,question=question,predicted=predicted,gold=gold")
	broken := "run.csv: unreadable rows from unknown systems: 1; left out of every run|run.csv:5: "
	for part, want := range map[string]string{
		"a": broken,
		"b": "run.csv: examples without a row for b: 1 of 2; not in this run|" + broken,
		"c": broken + "|run.csv:6: no answer",
	} {
		run := formats.Open(t, fstest.MapFS{"run.csv": {Data: []byte(table)}}, "run.csv#"+part, o)
		list, _ := run.Problems.All()
		check.Equal(t, part, len(list), len(strings.Split(want, "|")))
		for i, begins := range strings.Split(want, "|") {
			if i < len(list) && !strings.HasPrefix(list[i].String(), begins) {
				t.Errorf("%s: %v, want %q", part, list[i], begins)
			}
		}
	}
}

// An image names an example too. Of two columns only the pairs that occur are systems, if each has half of the images.
func TestSystemsOfImages(t *testing.T) {
	rowsOfPair := func(pair string, n int) (text string) {
		for k := range n {
			text += fmt.Sprintf("%s,%d,r%d.jpg,a,a\n", pair, k%3, k)
		}
		return text
	}
	for _, c := range []struct{ pairs, few, want string }{
		{"gpt,zero gpt,few qwen,zero", "", "gpt, few|gpt, zero|qwen, zero"},
		{"gpt,p1 qwen,p2 llama,p3", "", "gpt|llama|qwen"},
		{"gpt,zero gpt,few qwen,zero", "qwen,few", "run"},
	} {
		text := "model,prompt_type,fold,image,answer,prediction\n" + rowsOfPair(c.few, len(c.few)/4)
		for pair := range strings.FieldsSeq(c.pairs) {
			text += rowsOfPair(pair, 12)
		}
		opener := files.NewOpener(fstest.MapFS{"run": {Data: []byte(text)}}, loaders.Formats(formats)...)
		runs, err := opener.OpenAll(t.Context(), "run", loaders.Options{})
		if c.few != "" {
			check.Equal(t, c.few, err != nil && strings.Contains(err.Error(), "do not pair up"), true)
			continue
		}
		check.NoError(t, err)
		check.Equal(t, c.pairs, strings.Join(loaders.Map(runs, func(r *loaders.Run) string { return r.Name }), "|"), c.want)
	}
}
