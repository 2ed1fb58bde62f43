package attacks

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"faithscope/cmd/faithscope/programtest"
)

// steersReader reports whether a character of a command's output would steer a terminal or reorder
// what a person reads.
func steersReader(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
}

// No command writes a raw control or bidi character, neither of a name that it is given nor of what
// a file holds, whether it succeeds or fails.
func TestNoCommandWritesControls(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := hostileRun(t, dir, "hostile\x1b]0;"+loot+"\u202ex\ny.jsonl", false)
	other := hostileRun(t, dir, "other\u2066.jsonl", true)
	missing := filepath.Join(dir, "missing\x1b[31m\u202e\nname.jsonl")
	out := func(name string) string { return filepath.Join(dir, name) }
	lines := [][]string{
		{"render", run},
		{"sheet", run, "-o", "-", "--force"},
		{"figure", run, "-o", out("f.svg")},
		{"check", run},
		{"formats", run},
		{"formats"},
		{"score", run},
		{"score", run, "--by", "kind"},
		{"tables", run, other, "-o", out("tables")},
		{"blame", run},
		{"slices", run},
		{"regress", run},
		{"merge", run},
		{"slurm", run},
		{"slurm", "explain", run, "-o", run},
		{"compare", run, other, "--trials", "1000"},
		{"gate", run, other, "--trials", "1000"},
		{"tags", "list", run},
		{"tags", "export", run},
		{"run", run},
		{"make", "grounding", run, "-o", out("m.jsonl")},
		{
			"convert",
			run,
			"-o",
			out("c.jsonl"),
		},
		{"export", run, "-o", "-"},
		{"schema"},
		{"python"},
		{"explain", run, "--model", "demo", "--with", "lime"},
		{"whatif", run},
		{"calibrate", run},
		{"serve", missing},
		{"replay", missing},
		{"open", missing},
		{"config", "--config", missing},
		{"doctor", "--graphics", missing},
		{"licences"},
		{"man", "-o", out("man")},
		{"annotators", run},
	}
	for _, format := range []string{"csv", "json", "jsonl", "markdown", "latex", "html", "tsv"} {
		lines = append(
			lines,
			[]string{"score", run, "--no-intervals", "--format", format},
			[]string{"export", run, "-o", "-", "--format", format},
		)
	}
	tried := map[string]bool{}
	for _, args := range lines {
		all := [][]string{args}
		if !tried[args[0]] {
			all = append(all, []string{args[0], missing}, []string{args[0], "--" + run})
		}
		tried[args[0]] = true
		for _, args := range all {
			ctx, end := context.WithTimeout(t.Context(), 2*time.Minute)
			cmd := exec.CommandContext(ctx, "faithscope", args...)
			cmd.Dir = dir
			text, _ := cmd.CombinedOutput()
			end()
			if i := bytes.IndexFunc(text, steersReader); i >= 0 {
				t.Errorf("%.150q writes %.100q", strings.Join(args, " "), text[max(0, i-40):])
			}
		}
	}
	help, err := exec.Command("faithscope", "--help", "--all").Output()
	programtest.Check(t, err)
	named := regexp.MustCompile(`(?m)^  ([a-z]+) {2,}`).FindAllSubmatch(help, -1)
	if len(named) < 20 {
		t.Fatalf("only %d commands", len(named))
	}
	for _, m := range named {
		if name := string(m[1]); !tried[name] && !slices.Contains([]string{"help", "completion"}, name) {
			t.Errorf("the command %s is not tried", name)
		}
	}
}
