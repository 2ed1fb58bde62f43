package commands

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/explain"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/themes"
)

// moduleRoot is the module's folder as seen from where the tests run.
const moduleRoot = "../.."

// references are the folders with a README for people, the first the module's
// own.
var references = []string{".", "cmd/faithscope", "views", "tui", "loaders", "loaders/native", "scoring/report", "scoring/query"}

// readme returns where a folder's README lies.
func readme(folder string) string { return filepath.Join(moduleRoot, folder, "README.md") }

func readReadme(t *testing.T, folder string) string {
	t.Helper()
	text := readFile(t, readme(folder))
	return text
}

// The first page is to be read in a few minutes.
func TestReadmeIsShort(t *testing.T) {
	if n := strings.Count(readReadme(t, "."), "\n"); n > 120 {
		t.Errorf("the README has %d lines, more than 120", n)
	}
}

// People read what is short.
func TestReadmesAreShort(t *testing.T) {
	words := 0
	for _, pattern := range []string{".ci/*", ".", "cmd/faithscope", "tui", "views", "loaders", "loaders/*", "scoring/*", "scoring/*/*"} {
		files, _ := filepath.Glob(filepath.Join(moduleRoot, pattern, "*.md"))
		for _, file := range files {
			text := readFile(t, file)
			if !strings.Contains(file, "testdata") {
				words += len(strings.Fields(text))
			}
		}
	}
	if words > 11_000 || words < 5_000 {
		t.Errorf("the READMEs have %d words, more than 11,000", words)
	}
}

// Every link leads to a file, and to a heading where it names one.
func TestReadmeLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)|src="([^":]+)"`)
	for _, folder := range append(slices.Clone(references), ".github/CONTRIBUTING.md") {
		path := readme(folder)
		if strings.HasSuffix(folder, ".md") {
			path = filepath.Join(moduleRoot, folder)
		}
		text := readFile(t, path)
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			to := filepath.Join(filepath.Dir(path), m[1]+m[3])
			if m[1]+m[3] == "" {
				to = path
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %v", path, err)
			} else if m[2] != "" && !slices.Contains(anchors(t, to), m[2]) {
				t.Errorf("%s: %s has no heading #%s", path, to, m[2])
			}
		}
	}
}

// anchors returns the names under which a page's headings are linked to.
func anchors(t *testing.T, path string) (names []string) {
	t.Helper()
	text := readFile(t, path)
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		name := regexp.MustCompile(`[^\w -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		names = append(names, strings.ReplaceAll(name, " ", "-"))
	}
	return names
}

// The page of commands names all explainers, and that of scores all formats of tables.
func TestReadmeNames(t *testing.T) {
	for folder, names := range map[string][]string{"cmd/faithscope": explain.Explainers(), "scoring/report": table.Names(nil)} {
		text := readReadme(t, folder)
		for _, name := range names {
			check.Contains(t, text, "`"+name+"`")
		}
	}
}

// The page of scores names the metrics of each protocol beside it, but two counts that many have.
func TestReadmeMetrics(t *testing.T) {
	_, page, _ := strings.Cut(readReadme(t, "scoring/report"), "## What is scored\n")
	page, _, _ = strings.Cut(page, "\n## ")
	for _, p := range session.Protocols() {
		at := strings.Index(page, "**`"+p.Name+"`**")
		if at < 0 {
			t.Errorf("the README has no protocol %s", p.Name)
			continue
		}
		paragraph, _, _ := strings.Cut(page[strings.LastIndex(page[:at], "\n")+1:], "\n\n")
		for _, m := range p.Metrics {
			if m.Name != "unknown" && m.Name != "unscored" && !strings.Contains(paragraph, "`"+m.Name+"`") {
				t.Errorf("the README has no metric %s of %s", m.Name, p.Name)
			}
		}
	}
}

// Every flag has a text in help, which lists all of them (TestHelpHasLayers), and every flag
// that a README names is there.
func TestReadmeFlags(t *testing.T) {
	known := map[string]bool{"help": true, "all": true, "predictor": true} // the last is allennlp's
	eachCommand(func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			known[f.Name] = true
			if len(f.Usage) < 8 {
				t.Errorf("%s: --%s says %q", cmd.CommandPath(), f.Name, f.Usage)
			}
		})
	})
	for _, folder := range references {
		for _, m := range regexp.MustCompile("`--([a-z][a-z0-9-]*)").FindAllStringSubmatch(readReadme(t, folder), -1) {
			if !known[m[1]] {
				t.Errorf("the README of %s names --%s, which no command has", folder, m[1])
			}
		}
	}
}

// block returns the first fenced block in a language of a folder's README.
func block(t *testing.T, folder, language string) string {
	t.Helper()
	_, rest, ok := strings.Cut(readReadme(t, folder), "```"+language+"\n")
	code, _, ok2 := strings.Cut(rest, "```\n")
	if !ok || !ok2 {
		t.Fatalf("the README of %s has no block in %s", folder, language)
	}
	return code
}

// TestReadmeTheme reads the theme that the README shows.
func TestReadmeTheme(t *testing.T) {
	if _, err := themes.Parse("mine", []byte(block(t, "tui", "toml"))); err != nil {
		t.Error(err)
	}
}

// TestReadmePython runs the README's Python and opens what it writes.
func TestReadmePython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	dir := t.TempDir()
	cmd := exec.Command(python, "-c", block(t, "loaders/native", "python"))
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	opened := opening.Runs(t.Context(), []string{filepath.Join(dir, "run.jsonl")}, opening.Options{})
	check.NoError(t, opened.Err())
	defer opened.Close()
	scored := readRun(t, opened.Runs[0])
	check.Equal(t, "the run is called", opened.Runs[0].Name, "my model")
	if f1, ok := score(scored, scoring.Defaults(), "module-boxes", "f1", "find").Float(); !ok || f1 != 1 {
		t.Errorf("F1 of find is %v (%v), want 1", f1, ok)
	}
	problems, _ := opened.Runs[0].Problems.All()
	for _, p := range problems {
		if !strings.Contains(p.String(), "dog.png") { // nobody drew it
			t.Error(p)
		}
	}
}

// TestReadmeReport compares the README's report with a real one: every name that it shows
// is there.
func TestReadmeReport(t *testing.T) {
	var out bytes.Buffer
	check.NoError(t, report.Build(programtest.ScoredDemo(t), scoring.Defaults()).Document().Write(&out, table.Find("json")))
	shown, real := gjson.Parse(block(t, "scoring/report", "json")), gjson.Parse(out.String())
	if !shown.IsObject() {
		t.Fatal("the README's report is not JSON")
	}
	sameNames(t, "", shown, real)
	sameNames(t, "runs.0", shown.Get("runs.0"), real.Get("runs.0"))
	of := `scores.#(metric=="f1")`
	sameNames(t, "runs.0.scores.#", shown.Get("runs.0."+of), real.Get("runs.0."+of))
	sameNames(t, "settings", shown.Get("runs.0."+of+".settings"), real.Get("runs.0."+of+".settings"))
}

func sameNames(t *testing.T, where string, shown, real gjson.Result) {
	t.Helper()
	shown.ForEach(func(name, _ gjson.Result) bool {
		if !real.Get(name.String()).Exists() {
			t.Errorf("a report has no %q in %q", name.String(), where)
		}
		return true
	})
}

// TestReadmeFormats holds that the README has every format.
func TestReadmeFormats(t *testing.T) {
	text := readReadme(t, "loaders")
	for _, f := range opening.Formats {
		check.Contains(t, text, "`"+f.Name+"`")
	}
}
