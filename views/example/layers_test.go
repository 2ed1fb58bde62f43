package example

import (
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring/executor/nmn"
	"faithscope/scoring/marks"
	"faithscope/views"
)

// The menu is headed by what was made of the example, and leads to each; another annotator's gold
// judges the same boxes otherwise, and the steps of a link lead to it.
func TestLayersHeadTheMenu(t *testing.T) {
	sc, v := tried(t, 120, 40, nmn.Sum, towers())
	v.selectNode(2)
	sc.Press(":set-gold")
	var names []string
	for _, l := range (stack{v}).stackLayers() {
		names = append(names, l.name)
	}
	if got := strings.Join(names, " › "); got != "recorded › find[black towers] = gold" {
		t.Errorf("the stack is %s", got)
	}
	sc.Press(":layer-1")
	if v.form != recorded {
		t.Errorf("form %d, want the recorded one", v.form)
	}
	sc.Press(":layer-2")
	if v.form != changed {
		t.Errorf("form %d, want the changed one", v.form)
	}
	sc.Act("hold", "mine")
	sc.Press(":layer-1")
	sc.Want("find[black towers] against mine")
	sc.Act("original")
	sc.Act("layer", "mine")
	if got := v.shownLayer().Example; got != v.against.Example || got == v.ex {
		t.Error("a layer that was kept by name is not shown by it")
	}
	if got := views.JoinSteps(v.Steps()); got != "open; module 2; what-if; set-module 2 gold; hold mine; original; module 2; layer mine" {
		t.Errorf("the steps of a kept layer are %s", got)
	}
	sc.Press(":hold")
	book, err := marks.Open(marks.Location{Beside: filepath.Join(t.TempDir(), "ann")})
	if err != nil {
		t.Fatal(err)
	}
	said := marks.Annotation{Boxes: make([][][4]float64, len(v.ex.Images))}
	if err := book.Annotate(t.Context(), v.ex.ID, 2, said); err != nil {
		t.Fatal(err)
	}
	reads := 0
	v.s.Host.Annotators = func(*loaders.Run) map[string]*marks.Book {
		reads++
		return map[string]*marks.Book{"ann": book}
	}
	read := v.readBooks(nil) // as of an example of another run
	if reads != 0 {
		t.Error("books are read while keys wait")
	}
	sc.Run(read)
	sc.Act("layer", "gold by ann")
	if (stack{v}).listLayers(); reads != 1 {
		t.Errorf("books were read %d times, not once", reads)
	}
	if v.form != alternate || v.other.Example.Program[2].Gold.Source != "ann" {
		t.Fatalf("form %d, not ann's gold", v.form)
	}
	sc.Want("gold by ann · ")
	v.s.Host.Save = func(_ *loaders.Run, ex *loaders.Example, form string) (string, error) {
		if form != "gold by ann" || ex != v.other.Example {
			t.Errorf("saved %v as %q", ex, form)
		}
		return "saved", nil
	}
	sc.Act("save-run")
	if last := sc.Flash[len(sc.Flash)-1].Text; last != "saved as saved" {
		t.Error(last)
	}
	steps := views.JoinSteps(v.Steps())
	if !strings.HasSuffix(steps, "layer 'gold by ann'") {
		t.Errorf("the steps are %s", steps)
	}
}
