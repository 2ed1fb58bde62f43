package overview

import (
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/views"
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
		{[]string{"tab", "j", "l", "l", "l", "l", "l", "l", "l", "."}, []string{"1 / 3", "nothing wanted, nothing predicted", "this program's own"}},
	} {
		ex := viewtest.BoxExample("d", true, true)
		ex.Answer.Correct = loaders.Unknown
		s := wrongs(t, 132, 37, low("a"), emptied("c"), ex)
		s.Press(test.keys...)
		s.Want(test.want...)
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
	for s.View.(*screen).run().headlines[s.View.(*screen).modules.Selected()].Metric != "consistency_groups" {
		s.Press("j")
	}
	s.Press("enter")
	opened := viewtest.New(t, 132, 20, s.Session, s.Pushed[0])
	opened.Want("2 of 4 [inconsistent] · by faithfulness, lowest first")
	if got := shown(s).Only; !slices.Equal(got, []int{0, 1}) {
		t.Errorf("opened %v", got)
	}
	if got := opened.View.(*examples.List).Steps(); views.JoinSteps(got[:3]) != "run run; rests-on 'reasoning consistency_groups overall'; sort faithfulness" {
		t.Errorf("the steps there are %q", got)
	}
}
