package faithfulnmn

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
)

// Box annotations open without their run: with statements and programs as the authors' reader makes
// gold of them, otherwise as a list of the annotated modules.
func TestGoldFilesOpenAlone(t *testing.T) {
	const sentence, filter = "There is a red ball", ",1,dev-1-2-0,q1-m1-0,filter[red],"
	rows := filter + square + "\n,1,dev-1-2-0,q1-m2-0,find[ball],\n1,2,dev-1-3-0,q2-m1-0,find[ball],\n" +
		",1,dev-1-2-0,q1-m1-1,filter[red],\n,1,dev-1-2-0,q1-m2-1,find[ball]," + square + "\n,9,,q9-m1-0,find[ball],\n"
	tokens := "\t{0: 'There', 1: 'is', 2: 'a', 3: 'red', 4: 'ball'}\n"
	for _, test := range []struct{ why, program, statements, want, problem string }{
		{"neither", "", "", "program: filter[red] 1, 0; find[ball] 0, 1;", "no statements in the run's folder"},
		{"statements alone", "", sentence, "program: filter[red] 1, 0; find[ball] 0, 1;", ""},
		{"both", "exist\n.filter[3]\n..find[4]", sentence, "exist: filter[red] 0, 0; find[ball] 0, 1;", ""},
		{"the program of another sentence", "exist\n.find[4]", "There is a ball", "exist: find[ball]", `the row is for "filter" on line 1`},
		{"an unreadable program", "exist\n.union\n..find\n..find", sentence, "", `there is no module "union"; kept without gold`},
	} {
		fsys := fstest.MapFS{"gold/boxes.csv": {Data: []byte(header + rows)}}
		if test.statements != "" {
			fsys["gold/dev.json"] = &fstest.MapFile{Data: fmt.Appendf(nil, `{"identifier": "dev-1-2-0", "sentence": %q}`+"\n", test.statements)}
			fsys["gold/annotations.tsv"] = &fstest.MapFile{Data: []byte("sentence\tannotation\ttokens\n")}
		}
		if test.program != "" {
			fsys["gold/annotations.tsv"].Data = fmt.Appendf(nil, "sentence\tannotation\ttokens\n%s\t\"%s\"%s", test.statements, test.program, tokens)
		}
		run := loadertest.Formats{Format, Programs, Gold}.Open(t, fsys, "gold/boxes.csv", loaders.Options{})
		ex := run.Example(0)
		var text strings.Builder
		for i, m := range ex.Program {
			switch {
			case i == 0:
				fmt.Fprintf(&text, "%s:", m.Op)
			case m.Gold == nil:
				fmt.Fprintf(&text, " %s[%s]", m.Op, m.Text)
			default:
				fmt.Fprintf(&text, " %s[%s] %d, %d;", m.Op, m.Text, len(m.Gold.Boxes[0]), len(m.Gold.Boxes[1]))
			}
		}
		if run.Len() != 2 || ex.ID != "dev-1-2-0" || text.String() != test.want {
			t.Errorf("%s: %d examples, the first %s: %s, want %s", test.why, run.Len(), ex.ID, &text, test.want)
		}
		if flagged := run.Example(1); flagged.ID != "dev-1-3-0" || len(flagged.Program) > 1 {
			t.Errorf("%s: flagged: %+v", test.why, flagged)
		}
		wrong := problems(run)
		if !has(wrong, "a row has no identifier") || !has(wrong, "the program is flagged as incorrect") || !has(wrong, test.problem) {
			t.Errorf("%s: problems %q, want %q", test.why, wrong, test.problem)
		}
	}
}
