package commands

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/golden"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/themes"
	"faithscope/views"
	"faithscope/views/screens"
	"faithscope/views/widget"
)

// moduleRoot is the module's folder as seen from where the tests run.
const moduleRoot = "../.."

// references are the folders with a README for people, the first the module's
// own.
var references = []string{".", "cmd/faithscope", "views", "tui", "loaders", "loaders/native", "scoring/report", "scoring/query"}

// readme is where a folder's README lies.
func readme(folder string) string { return filepath.Join(moduleRoot, folder, "README.md") }

func readReadme(t *testing.T, folder string) string {
	t.Helper()
	text, err := os.ReadFile(readme(folder))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The first page is to be read in a few minutes.
func TestReadmeIsShort(t *testing.T) {
	if n := strings.Count(readReadme(t, "."), "\n"); n > 120 {
		t.Errorf("the README has %d lines, more than 120", n)
	}
}

// Every link to a file leads to one.
func TestReadmeLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)|src="([^":]+)"`)
	for _, folder := range append(slices.Clone(references), ".github/CONTRIBUTING.md") {
		path := readme(folder)
		if strings.HasSuffix(folder, ".md") {
			path = filepath.Join(moduleRoot, folder)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), m[1]+m[3])); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

func TestReadmeKeys(t *testing.T) {
	session := &views.Session{Data: views.Data{Runs: programtest.ScoredDemo(t), Settings: scoring.Defaults()},
		Console: views.Console{Look: widget.Look{Theme: themes.Default().On(true, 1<<24)}}}
	generated(t, "views", "keys", keyTable(screens.KeyTable(session)))
}

func TestReadmeSettings(t *testing.T) { generated(t, "scoring/report", "settings", settingTable()) }

func TestReadmeFlagsOfFormats(t *testing.T) { generated(t, "cmd/faithscope", "flags", flagTable()) }

func TestReadmeMetrics(t *testing.T) { generated(t, "scoring/report", "metrics", metricTable()) }

func TestReadmeFields(t *testing.T) {
	examples, modules, attributions, others := facts.Reference()
	generated(t, "scoring/query", "fields", fieldTable(examples))
	generated(t, "scoring/query", "modules", fieldTable(modules))
	generated(t, "scoring/query", "attributions", fieldTable(attributions))
	generated(t, "scoring/query", "others", fieldTable(others))
}

// fieldTable writes the columns of a table as a Markdown table.
func fieldTable(columns []facts.Column) string {
	var b strings.Builder
	b.WriteString("| column | also | holds | unit | better | what it is |\n|---|---|---|---|---|---|\n")
	for _, c := range columns {
		var also []string
		for _, alias := range c.Aliases {
			also = append(also, "`"+alias+"`")
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", c.Name, strings.Join(also, " "), c.Kind, c.Unit, better(c.Better),
			strings.ReplaceAll(c.Help, "|", `\|`))
	}
	return b.String()
}

// better is a direction in a word, "" for none.
func better(d scoring.Direction) string {
	if d == scoring.Neither {
		return ""
	}
	return d.String()
}

// metricTable writes the metrics of every protocol as a Markdown table.
func metricTable() string {
	var b strings.Builder
	b.WriteString("| protocol | metric | better | mean of the column | from |\n|---|---|---|---|---|\n")
	for _, p := range session.Protocols() {
		for _, m := range p.Metrics {
			column := facts.ColumnOf(p.Name, m.Name, "overall")
			if column != "" {
				column = "`" + column + "`"
			}
			fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s | %s |\n", p.Name, m.Name, better(m.Better), column, strings.ReplaceAll(m.Source, "|", `\|`))
		}
	}
	return b.String()
}

// generated compares what stands in a folder's README between the comments of a name with
// what belongs there, and with -update writes it.
func generated(t *testing.T, folder, name, want string) {
	t.Helper()
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
	before, rest, ok := strings.Cut(readReadme(t, folder), begin)
	have, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("the README of %s has no %q and %q", folder, begin, end)
	}
	if have == want {
		return
	}
	if !golden.RewritesFiles() {
		t.Fatalf("the table of %s in the README of %s is stale: run `make keys`", name, folder)
	}
	if err := os.WriteFile(readme(folder), []byte(before+begin+want+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// settingTable writes the settings as a Markdown table.
func settingTable() string {
	var b strings.Builder
	b.WriteString("| flag | meaning | default |\n|---|---|---|\n")
	for _, s := range scoring.AllSettings() {
		if s.Help == "" {
			continue
		}
		byDefault := s.Default
		if byDefault == "false" {
			byDefault = "off"
		}
		fmt.Fprintf(&b, "| `--%s` | %s | %s |\n", s.Flag(), strings.ReplaceAll(s.Help, "|", `\|`), byDefault)
	}
	return b.String()
}

// flagTable writes the flags of formats as a Markdown table.
func flagTable() string {
	var b strings.Builder
	b.WriteString("| flag | meaning |\n|---|---|\n")
	for _, f := range opening.Formats.Flags() {
		fmt.Fprintf(&b, "| `%s %s` | %s |\n", f, f.Value, f.Help)
	}
	return b.String()
}

// keyTable writes actions as one Markdown table a screen.
// keyTable is the grammar, and below it what screens say more precisely or have
// without a key.
func keyTable(sections []screens.KeySection) string {
	var b strings.Builder
	const head = "| keys | name for `:` | what it does |\n|---|---|---|\n"
	usual := map[string]string{}
	for i, v := range widget.Grammar {
		if i == 0 || v.Group != widget.Grammar[i-1].Group {
			fmt.Fprintf(&b, "\n**%s**\n\n%s", v.Group, head)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", keyCaps(v.Keys, v.Letters), v.Name, v.Help)
		usual[v.Name] = v.Help
	}
	said := map[string]bool{}
	for _, s := range sections {
		var rows strings.Builder
		for _, a := range s.Actions {
			if row := fmt.Sprintf("| %s | %s | %s |\n", keyCaps(a.Keys, a.Letters), a.Name,
				strings.ReplaceAll(a.Help, "|", `\|`)); a.Help != usual[a.Name] &&
				!said[row] {
				rows.WriteString(row)
				said[row] = true
			}
		}
		if rows.Len() > 0 {
			fmt.Fprintf(&b, "\n**%s**: what is special there\n\n%s%s", s.Screen, head, rows.String())
		}
	}
	return strings.TrimPrefix(b.String(), "\n") + "\n"
}

// keyCaps are keys, and the two letters of a menu, as keys to press.
func keyCaps(keys []string, letters string) string {
	if letters != "" {
		keys = append(slices.Clone(keys), letters[:1]+" "+letters[1:])
	}
	var caps []string
	for _, key := range keys {
		caps = append(caps, "`"+strings.ReplaceAll(key, "|", `\|`)+"`")
	}
	return strings.Join(caps, " ")
}

// TestReadmeFlags compares the READMEs with the commands: they have every flag.
func TestReadmeFlags(t *testing.T) {
	var text string
	for _, folder := range references {
		text += readReadme(t, folder)
	}
	for _, cmd := range append(rootCommand().Commands(), rootCommand()) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(text, "`--"+f.Name+"`") && !strings.Contains(text, "`--"+f.Name+" ") {
				t.Errorf("%s: no README has --%s", cmd.Name(), f.Name)
			}
		})
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
	if err := opened.Err(); err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	scored := session.New(opened.Runs[0], session.Protocols())
	if err := scored.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	if name := opened.Runs[0].Name; name != "my model" {
		t.Errorf("the run is called %q", name)
	}
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
	if err := report.Build(programtest.ScoredDemo(t), scoring.Defaults()).Document().Write(&out, table.Find("json")); err != nil {
		t.Fatal(err)
	}
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

// TestReadmeExporters compares the README's exporters of pickles with those in the
// documentation of what reads what they write.
func TestReadmeExporters(t *testing.T) {
	_, text, _ := strings.Cut(readReadme(t, "loaders"), "## From pickles\n")
	for _, from := range []string{"pages/counted.go", "quackie/doc.go"} {
		_, rest, _ := strings.Cut(text, "```py\n")
		code, after, ok := strings.Cut(rest, "```\n")
		if !ok {
			t.Fatalf("the README has no exporter for %s", from)
		}
		text = after
		doc, err := os.ReadFile(filepath.Join(moduleRoot, "loaders", from))
		if err != nil {
			t.Fatal(err)
		}
		var comment strings.Builder
		for line := range strings.Lines(code) {
			comment.WriteString(strings.TrimRight("//\t"+line, "\t\n") + "\n")
		}
		if !strings.Contains(string(doc), comment.String()) {
			t.Errorf("the exporter of loaders/%s is another than the README's", from)
		}
	}
}

// TestReadmeFormats compares the README's table with the list of formats.
func TestReadmeFormats(t *testing.T) {
	text := readReadme(t, "loaders")
	for _, f := range opening.Formats {
		if !strings.Contains(text, "\n| `"+f.Name+"` |") {
			t.Errorf("the README's table has no %s", f.Name)
		}
	}
}
