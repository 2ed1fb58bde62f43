package overview

import (
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/views/examples"
	"faithscope/views/viewtest"
)

func TestOverviewExplainsNumbers(t *testing.T) {
	for _, test := range []struct {
		keys []string
		want []string
	}{
		{[]string{"."}, []string{"examples in this cell", "1 / 2", "95 %, Wilson 1927", "settings"}},
		{[]string{"tab", "j", "."}, []string{"2 P R / (P + R)", "Subramanian et al. 2020, section 3.1", "3 modules with gold, of which 1 below the bar", "2 / 3 · precision 1.00 · recall .67", "95 %, 1000 draws over examples"}},
		{[]string{"tab", "j", "l", "."}, []string{"precision of find", "predicted boxes that lie on gold / predicted boxes that count"}},
		{[]string{"h", "h", "h", "h", "h", "."}, []string{"accuracy", "right answers / answers with a verdict", "2 / 2", "95 %, 953 draws"}},
		{[]string{"tab", "j", "l", "l", "l", "."}, []string{"1 / 3", "nothing wanted, nothing predicted", "this program's own"}},
	} {
		ex := viewtest.BoxExample("d", true, true)
		ex.Answer.Correct = loaders.Unknown
		s := wrongs(t, 132, 37, low("a"), emptied("c"), ex)
		s.Press(test.keys...)
		s.Want(test.want...)
	}
}

// Two groups of two are answered, one of them with a mistake; a third has one
// answer.
func TestInconsistentExamples(t *testing.T) {
	var list []*loaders.Example
	for i, x := range []struct {
		group  string
		right  bool
		entail string
	}{{"a", true, "1"}, {"a", false, ""}, {"b", true, "3"}, {"b", true, ""}, {"c", false, "1"}} {
		list = append(list, &loaders.Example{
			ID: string(rune('0' + i)), Groups: []string{x.group, x.group}, Entailed: []string{x.entail},
			Answer: loaders.Answer{Correct: loaders.VerdictOf(x.right)},
		})
	}
	run := viewtest.RunOf("run", list...)
	if got := inconsistent(run, true); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("of groups %v, want those of a", got)
	}
	if got := inconsistent(run, false); !slices.Equal(got, []int{0}) {
		t.Errorf("of entailed questions %v, want the one that entails a wrong one", got)
	}
}

func TestOverviewListsWhatAConsistencyRestsOn(t *testing.T) {
	var list []*loaders.Example
	for i := range 4 {
		list = append(list, &loaders.Example{
			ID: string(rune('0' + i)), Groups: []string{string(rune('a' + i/2))}, Answer: loaders.Answer{Correct: loaders.VerdictOf(i > 0)},
		})
	}
	s := wrongs(t, 132, 37, list...)
	s.Want("consistency, groups")
	s.Press("tab")
	for s.View.(*screen).run().headlines[s.View.(*screen).modules.table.Selected()].Metric != "consistency_groups" {
		s.Press("j")
	}
	s.Press("enter")
	want := examples.Filter{Only: []int{0, 1}, Named: "inconsistent"}
	if len(s.Pushed) != 1 || !slices.Equal(shown(s).Only, want.Only) {
		t.Errorf("opened %v, want %v", s.Pushed, want)
	}
}
