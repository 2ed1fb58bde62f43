package commands

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/loaders/golden"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

// The READMEs' pictures and film are taken in real terminals, which this test can't open. It notices
// that a screen has changed since by its text: .ci/screenshots and .ci/film rewrite the sums.
func TestPicturesShowTodaysScreens(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("opens the demo twenty times")
	}
	const path = "testdata/screens/screens.txt"
	b := readFile(t, path)
	var now bytes.Buffer
	var stale []string
	for line := range strings.Lines(b) {
		field := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 4)
		out := printed(t, "render --view", field[3], "--size", field[1], "-o", "-")
		sum := fmt.Sprintf("%x", sha256.Sum256([]byte(ansi.Strip(out))))[:16]
		if sum != field[2] {
			stale = append(stale, field[0])
		}
		fmt.Fprintf(&now, "%s\t%s\t%s\t%s\n", field[0], field[1], sum, field[3])
	}
	if golden.RewritesFiles() {
		writeFile(t, path, now.Bytes())
	} else if len(stale) > 0 {
		t.Errorf("screens have changed since these were taken: %q; take them again with make screenshot, and look at them", stale)
	}
}

// From 140×40 every pane has a box of its own.
func TestPanesHaveBoxesOfTheirOwn(t *testing.T) {
	t.Parallel()
	for view, panes := range map[string]int{
		"run layer_count": 4, "run lexical-wide; examples; open": 4, "run lexical-wide; compare": 5, "results": 3, "run lexical-wide; groups": 3,
	} {
		out := printed(t, "render --view", view, "--size", "140x40", "-o", "-")
		for _, corner := range []string{"╭", "╮", "╰", "╯"} {
			check.Equal(t, "corners "+corner, strings.Count(out, corner), panes, view)
		}
	}
}

// A module may miss one gold box for lack of a proposal and another for its low p.
func TestTheSentenceOfNoProposalIsTrueOfThePhotos(t *testing.T) {
	run, mixed := readRun(t, demoRunOf(t, "photos-ssd")), 0
	for i := range run.Run.Len() {
		score, _ := run.Example(i, scoring.Defaults())
		for _, m := range score.Modules {
			var missed, near int
			for _, g := range slices.Concat(loaders.Map(m.Images, func(im scoring.ImageScore) []scoring.GoldBox { return im.Gold })...) {
				missed += loaders.IfElse(g.Matched, 0, 1)
				near += loaders.IfElse(!g.Matched && g.Aligned, 1, 0)
			}
			if m.Cause == scoring.NoProposal && near > 0 {
				if mixed++; 2*near > missed || !strings.Contains(m.Cause.Sentence(), "at least half of the missed gold boxes") {
					t.Errorf("%d: %d of %d missed gold boxes have a proposal: %s", i, near, missed, m.Cause.Sentence())
				}
			}
		}
	}
	if mixed == 0 {
		t.Error("no photo has both")
	}
}
