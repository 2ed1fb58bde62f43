package tabular

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
)

// What values mean is told by the whole column, and lines that are not rows are left out.
func TestValues(t *testing.T) {
	const large = "123456789012345678901"
	for _, c := range []struct{ why, text, asked, want string }{
		{"truth values", "prediction,answer\n1.0,true\n0.0,True\n,false\n0,false\n", "", "true right, false wrong,  unanswered, false right"},
		{"by the half", "prediction,answer\n.75,true\n1.0,true\n0.0,true\n", "gold=answer,predicted=prediction,right=half",
			"true right, true right, false wrong"},
		{"verdicts in words", "output,outcome\na,Successful\nb,Unsuccessful\nc,\n", "predicted=output,correct=outcome",
			"a right, b wrong, c unknown"},
		{"a value", "output,outcome\na,gut\nb,naja\n", "predicted=output,correct=outcome,right=value:gut", "a right, b wrong"},
		{"large integers", `{"gold":9007199254740993,"pred":9007199254740992}` + "\n" + `{"gold":` + large + `,"pred":"` + large + `"}`, "",
			"9007199254740992 wrong, " + large + " right"},
		{"prompts between rows", strings.ReplaceAll(
			`{"prompt":"p"} {"gold":"a","pred":"a"} {"prompt":"p"} {"gold":"b","pred":"a"} {"gold":"b","pred":"b"} `, " ", "\n"), "",
			"a right, a wrong, b right, 2 problems"},
		{"a header between rows", "gold,pred\na,a\ngold,pred\nb,a\n", "", "a right, a wrong, 1 problems"},
		{"tasks and prompts", "id,task,prompt_type,gold,pred\n" +
			"1,m,p,x,x\n1,m,q,x,y\n1,n,p,y,y\n1,n,q,y,x\n2,m,p,x,x\n2,m,q,x,x\n2,n,p,y,y\n2,n,q,y,y\n",
			"part", "y wrong, x right"},
		{"steps", "id,step,text,gold,pred\n1,0,so,x,x\n1,1,then,x,x\n2,0,hm,y,x\n", "", "x right so then, x wrong hm"},
	} {
		o := loaders.Options{}
		part := ""
		if c.asked == "part" {
			part = "#m, q"
		} else if c.asked != "" {
			o = o.With(loaders.ColumnMap, c.asked)
		}
		run := formats.Open(t, fstest.MapFS{"run": {Data: []byte(c.text)}}, "run"+part, o)
		got := ""
		for i := range run.Len() {
			ex := run.Example(i)
			got += fmt.Sprintf(", %s %s", ex.Answer.Predicted, ex.Answer.Correct)
			for line := range strings.FieldsSeq(ex.Meta["text"]) {
				got += " " + line
			}
		}
		if n := len(loadertest.ProblemsOf(run)); n > 0 && strings.Contains(c.want, "problems") {
			got += fmt.Sprintf(", %d problems", n)
		}
		if got = strings.TrimPrefix(got, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}
