package commands

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// A link leads to what was on screen when it was copied, wherever that was and
// however a person came there.
func TestLinksLeadBack(t *testing.T) {
	var runs []string // those that the walks go through: every setting scores all of them again
	for _, path := range []string{"nlvr/runs/layer_count/predictions.json.zst", "nlvr/runs/sum_count/predictions.json.zst",
		"nlvr/runs/graph_count/predictions.json.zst", "drop/lexical-wide.jsonl.gz", "alignment/runs/bow.jsonl.zst"} {
		runs = append(runs, filepath.Join("demo", path))
	}
	st := stageOf(t, runs...)
	const unlisted = "run graph_count; examples; not-faithful; sort faithfulness; reverse; open; bar .01"
	for _, walk := range []string{
		"run graph_count; rests-on module-boxes recall find",
		"run graph_count; rests-on module-boxes recall find; filter right; reverse; goto 3",
		"run graph_count; rests-on module-boxes f1 overall; filter wrong",
		"run graph_count; rests-on module-boxes f1 filter; sort file; columns question, -kind",
		"run graph_count; rests-on causes wrong overall; goto 2; open; next-run; module 1",
		"run layer_count; examples", // the selected cell
		"run layer_count; move-right; open; threshold .3; goto 4; open",
		"run sum_count; next-pane; down; open; move-right; sort; open",
		"run lexical-wide; next-pane; down; open; goto 2; open; module 1",
		"run graph_count; groups module; open; goto 2; open; previous-run",
		"run sum_count; results; result scores-over-threshold; module-type find; at .3",
		"run sum_count; results; result nmn-4",
		"results; scatter size, faithfulness",
		"run graph_count; groups module; second-dimension culprit.cause",
		"run graph_count; groups size; second-dimension answer.gold; third-dimension kind; open",
		"run graph_count; groups kind; outcome right; filter wrong",
		"run sum_count; examples; goto 3; open; module 2; hold; module 4",
		"run sum_count; examples; goto 3; open; module 2; hold; next-run; module 3",
		"run sum_count; examples; goto 3; open; module 2; set-gold; hold; layer recorded",
		"run sum_count; examples; goto 3; open; module 2; set-gold; hold mine; original; layer recorded; layer mine",
		unlisted,
	} {
		st.Home()
		for _, step := range parsed(t, walk) {
			if err := st.Do(step); err != nil {
				t.Fatalf("%s: %s: %v", walk, step.Name, err)
			}
		}
		seen, link := viewtest.Text(st.Frame()), views.JoinSteps(st.Steps())
		st.Home()
		check.NoError(t, st.Do(views.Do("paper-settings")))
		if err := st.followSteps(parsed(t, link)...); err != nil {
			t.Errorf("%s\nlinked as %s: %v", walk, link, err)
			continue
		}
		again := viewtest.Text(st.Frame())
		if walk == unlisted { // it is among all examples then, which the status says
			status := regexp.MustCompile(`(?m)^(╰ )?(the list was made with|p ‹).*$`)
			seen, again = status.ReplaceAllString(seen, ""), status.ReplaceAllString(again, "")
		}
		if belowCrumbs(again) != belowCrumbs(seen) {
			t.Errorf("%s\nlinked as %s, leads from\n%s\nto\n%s", walk, link, seen, again)
		}
	}
}

// belowCrumbs returns a screen without its first line, the way to it, and without its last
// one: where q leads to decides which other keys have room there.
func belowCrumbs(screen string) string {
	lines := strings.Split(strings.TrimRight(screen, "\n"), "\n")
	return strings.Join(lines[1:len(lines)-1], "\n")
}

// Groups are made of the examples that their filter lists, even if it needs their
// records.
func TestGroupsFollowAFilterThatTakesRecords(t *testing.T) {
	st := stageOf(t, programtest.DemoArgs("graph_count")[0])
	check.NoError(t, st.followSteps(parsed(t, "run graph_count; groups len(modules); remove")...))
	check.Contains(t, viewtest.Text(st.Frame()), "== 3) 53")
}

// Steps choose columns for the view that they show: what a person chose is kept as it was.
func TestStepsKeepNoColumns(t *testing.T) {
	st := stageOf(t, programtest.DemoArgs("graph_count")[0])
	kept := 0
	st.s.Host.SaveColumns = func(string, []string) error { kept++; return nil }
	check.NoError(t, st.followSteps(parsed(t, "run graph_count; examples; columns question, -kind")...))
	if kept > 0 || st.s.Host.SaveColumns == nil {
		t.Errorf("kept %d times; a person's own choice is kept still: %v", kept, st.s.Host.SaveColumns != nil)
	}
}

// parsed reads steps.
func parsed(t *testing.T, text string) []views.ViewStep {
	t.Helper()
	steps, err := views.ParseSteps(text)
	check.NoError(t, err)
	return steps
}
