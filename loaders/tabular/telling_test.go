package tabular

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// A run says by what its columns have their roles, of its own model where the table has several, and
// nothing where a map gives them.
func TestReasonsAreTold(t *testing.T) {
	for _, c := range []struct{ text, asked, part, want string }{
		{"q,label,pred\na,x,x\nb,y,x\nc,x,y\n", "", "", "label is named as an answer; pred is named as a prediction"},
		{"q,label,pred\na,x,x\nb,y,x\nc,x,y\n", "predicted=label,gold=pred", "", ""},
		{"q,price,predicted_price\na,1,1\nb,2,2\nc,3,5\n", "", "",
			"price has the prediction's name, without what makes it one; predicted_price is named as a prediction"},
		{"q,label,pred_big,pred_small\na,x,x,y\nb,y,x,y\nc,x,y,x\n", "", "#small",
			"label is named as an answer; pred_small is named as a prediction"},
		{"q,response,is_correct\na,x,true\nb,y,false\nc,x,true\n", "", "",
			"response is named as an output, stands beside the verdict; is_correct is named as a verdict"},
	} {
		o := loaders.Options{}
		if c.asked != "" {
			o = o.With(loaders.ColumnMap, c.asked)
		}
		run := formats.Open(t, files.Disk{}, fileWith(t, "run.csv", c.text)+c.part, o)
		if got := run.Columns.Since; got != c.want {
			t.Errorf("%.40q: %q, want %q", c.text, got, c.want)
		}
	}
}

// What speaks against a role is told of a column, too.
func TestReasonsAgainst(t *testing.T) {
	path := fileWith(t, "run.csv", "prompt,response,success,latency\na,x,true,1\nb,y,true,2\nc,x,true,1\nd,y,true,3\n")
	src, err := files.OpenSource(files.Disk{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	list, _ := Columns(t.Context(), src)
	said := strings.Join(loaders.Map(list, func(c loaders.Column) string { return c.Name + " " + c.Since }), "\n")
	if want := "success is named as a verdict, but says whether a request was answered"; !strings.Contains(said, want) {
		t.Errorf("%s", said)
	}
}

func fileWith(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
