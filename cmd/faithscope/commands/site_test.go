package commands

import (
	"compress/gzip"
	"encoding/base64"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
)

// siteData reads the data of a page.
func siteData(t *testing.T, folder string) gjson.Result {
	t.Helper()
	page := readFile(t, filepath.Join(folder, "index.html"))
	found := regexp.MustCompile(`(?s)<template id="data">(.*?)</template>`).FindStringSubmatch(page)
	if found == nil {
		t.Fatal("the page has no data")
	}
	packed, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(found[1])))
	check.NoError(t, err)
	data, err := io.ReadAll(packed)
	check.NoError(t, err)
	return gjson.ParseBytes(data)
}

// TestSiteHasTheNumbersOfTheCommands compares every score on a page with the report, and
// what it says of every example with the table of examples.
func TestSiteHasTheNumbersOfTheCommands(t *testing.T) {
	names := []string{"layer_count", "graph_count"}
	both := append([]string{"demo/nlvr/runs/graph_count/predictions.json.zst"}, programtest.DemoArgs("layer_count")...)
	slices.Reverse(both[:2])
	folder := newPath(t, "site")
	check.Contains(t, printedAndSaid(t, append([]string{"export -o", folder + "/"}, both...)...), "60 examples of 2 runs")
	data := siteData(t, folder)
	// The page itself takes 30 KB: a thousand examples of a run should stay below 300.
	if info, err := os.Stat(filepath.Join(folder, "index.html")); err != nil || (info.Size()-30_000)/120 > 270 {
		t.Errorf("the page has %d bytes: %v", info.Size(), err)
	}
	scores := printed(t, append([]string{"score --format json"}, both...)...)
	compared := 0
	for i, run := range gjson.Get(scores, "runs").Array() {
		shown := shownScores(data.Get("scores").Array()[i])
		for _, s := range run.Get("scores").Array() {
			key := strings.Join([]string{s.Get("protocol").String(), s.Get("of").String(), s.Get("metric").String()}, " ")
			text, ok := shown[key]
			if !ok {
				text, ok = shown[strings.Join([]string{s.Get("protocol").String(), s.Get("metric").String(), "value"}, " ")]
			}
			if !ok {
				t.Errorf("%s: %s is not on the page", run.Get("name"), key)
				continue
			}
			number, _, _ := strings.Cut(text, " ")
			x, err := strconv.ParseFloat(number, 64)
			_, decimals, _ := strings.Cut(number, ".")
			if half := .5 * math.Pow10(-len(decimals)); err != nil || math.Abs(x-s.Get("value").Float()) > half*1.000001 {
				t.Errorf("%s: %s is %s, and %q on the page", run.Get("name"), key, s.Get("value").Raw, text)
			}
			compared++
		}
	}
	if compared < 100 {
		t.Errorf("only %d scores", compared)
	}
	for i, run := range names {
		table := printed(t, append([]string{"export -o - --format json --columns id,verdict,faithfulness,faithful"},
			programtest.DemoArgs(run)...)...)
		right := 0
		for k, row := range gjson.Get(table, "rows").Array() {
			a := data.Get("examples").Array()[k].Array()[i]
			if a.Get("id").String() != row.Get("id").String() || a.Get("f").Raw != row.Get("faithfulness").Raw ||
				a.Get("v").String() != row.Get("verdict").String() || (a.Get("y").String() == "right") != row.Get("faithful").Bool() {
				t.Errorf("%s: the page has %s, the table %s", run, a.Raw[:200], row.Raw)
			}
			if a.Get("v").String() == "right" {
				right++
			}
		}
		if shown := data.Get("runs").Array()[i].Get("right"); right < 40 || shown.Get("n").Int() != int64(right) || shown.Get("of").Int() != 60 {
			t.Errorf("%s: %d are right, and on the page %s", run, right, shown.Raw)
		}
	}
	tests := printed(t, append([]string{"compare --format html"}, both...)...)
	for _, cell := range data.Get("tests.#.Tables|@flatten|#.Rows|@flatten|@flatten").Array() {
		check.Contains(t, tests, strings.NewReplacer("+", "&#43;", "<", "&lt;").Replace(cell.String()))
	}
}

// shownScores returns the cells of the tables of a run by protocol, row and column.
func shownScores(part gjson.Result) map[string]string {
	shown := map[string]string{}
	for _, table := range part.Get("Tables").Array() {
		protocol, _, _ := strings.Cut(table.Get("Lines.0").String(), " ")
		for _, row := range table.Get("Rows").Array() {
			for k, cell := range row.Array() {
				column := strings.TrimSuffix(table.Get("Head").Array()[k].String(), " ↓")
				name := strings.TrimSuffix(row.Get("0").String(), " ↓")
				shown[strings.Join([]string{protocol, name, column}, " ")] = cell.String()
			}
		}
	}
	return shown
}

// A page says when, by which version and under which settings it was made. Where nothing is judged
// faithful or not, no share is shown, not one of 0.
func TestSiteSaysWhatItIsFrom(t *testing.T) {
	dir := t.TempDir()
	run, folder := filepath.Join(dir, "run.jsonl"), filepath.Join(dir, "site")
	text := `{"id":"a","answer":{"predicted":"x","gold":"x"}}` + "\n" + `{"id":"b","answer":{"predicted":"y","gold":"x"}}` + "\n"
	writeFile(t, run, text)
	version := output.Version
	t.Cleanup(func() { output.Version = version })
	output.Version = "1.2.3"
	begun := time.Now().UTC()
	printed(t, "export", run, "--format", "site", "-o", folder, "--faithful-f1", ".7")
	data := siteData(t, folder)
	var made [2]string
	for k, at := range []time.Time{begun, time.Now().UTC()} {
		made[k] = at.Format("created 2006-01-02 15:04 UTC by ") + "faithscope 1.2.3 · "
	}
	said := data.Get("settings").String()
	if !strings.HasPrefix(said, made[0]) && !strings.HasPrefix(said, made[1]) || !strings.Contains(said, "faithful F1 ≥ .70") {
		t.Errorf("the page says %q", said)
	}
	check.Equal(t, "right, not faithful", data.Get("runs.0.suspect").Raw, `{"n":0,"of":0,"text":"–"}`)
	check.Equal(t, "right", data.Get("runs.0.right.text").String(), "50 %")
}

func TestSiteOfHostileTexts(t *testing.T) {
	dir := t.TempDir()
	run := filepath.Join(dir, "run.jsonl")
	const attack = `</template></script><script>alert(1)</script><img src=x onerror=alert(1)>\u001b]0;x\u0007`
	text := strings.ReplaceAll(`{"id":"@","question":"@","answer":{"predicted":"@","gold":"b"},"images":[{"path":"@","proposals":[[0,0,1,1]]},
		{"path":"../../etc/passwd"}],"program":[{"op":"@","output":{"boxes":[[0.9],[]]}}]}`, "@", attack)
	writeFile(t, run, strings.ReplaceAll(text, "\n", "")+"\n")
	folder := filepath.Join(dir, "new", "site")
	printed(t, "export", run, "--format", "site", "-o", folder)
	page := readFile(t, filepath.Join(folder, "index.html"))
	if strings.Contains(page, "alert") || strings.Count(page, "<script>") != 1 {
		t.Error("a text of the run is part of the page")
	}
	a := siteData(t, folder).Get("examples.0.0")
	if !strings.Contains(a.Get("q").String(), "<script>alert(1)") || strings.Contains(a.Raw, `\u001b`) {
		t.Errorf("the page has %s", a.Raw)
	}
	refused(t, "--force", "export", run, "-o", folder)
	printed(t, "export", run, "--force", "--where", "wrong", "-o", folder)
	if _, _, err := command(t, "export", run, "-o", filepath.Join(dir, "none"), "--format", "site", "--average", "wrong"); err == nil {
		t.Error("accepts a wrong flag")
	}
}
