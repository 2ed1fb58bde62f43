package compare

import (
	"testing"

	"faithscope/scoring/report"
	"faithscope/views/viewtest"
)

func TestPartsDontSayThatNoScoreCanBeTested(t *testing.T) {
	c := &report.Comparison{Pairs: 3, Agreement: &report.Agreement{Pairs: make([]report.PairFlips, 1)}}
	for isPart, want := range map[bool]int{true: 0, false: 1} {
		tests := testTable{s: viewtest.Sample(t), isPart: isPart}
		if got := tests.findingsOf(c, ""); len(got) != want {
			t.Errorf("part %t: %v", isPart, got)
		}
	}
}
