package commands

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/site"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
	"faithscope/tui/still"
)

// replayOptions are the flags of replay.
type replayOptions struct {
	*commandLine
	stageOptions
	tags, last bool
	files      string // a new folder for what is written, "" for none
}

// replayed is a notebook that is replayed.
type replayed struct {
	*stage
	asked *replayOptions
	root  func() *cobra.Command
	book  *notebook
	paths []string
	title string

	parts []site.Part // what each line becomes
}

// reports are the commands that a notebook may run: they read the runs and
// write to standard output.
var reports = []string{"score", "compare", "slices", "blame"}

// plainFlags are flags of theirs that name no file.
var plainFlags = []string{"where", "arguments", "protocol", "no-intervals", "average", "iou", "negative-iou", "threshold", "trials"}

// runReport runs one of the commands in reports on the runs, or the demo, with the words' flags,
// the flags that name the runs' files and the settings of the open view, and returns what it prints
// as Markdown. Its problems are not printed.
func (r *replayed) runReport(ctx context.Context, words []string) (part site.Part, err error) {
	if err := checkReport(words); err != nil {
		return part, err
	}
	root := r.root()
	sub, _, err := root.Find(words[:1])
	if err != nil {
		return part, err
	}
	args := append(slices.Clone(words), r.paths...)
	give := func(flag, value string) {
		if value != "" && sub.Flags().Lookup(flag) != nil {
			args = slices.Insert(args, 1, "--"+flag+"="+value)
		}
	}
	if len(r.paths) == 0 {
		give("demo", "true")
	}
	give("format", "markdown")
	for _, name := range opening.FlagNames() {
		give(name, r.asked.Set.Lookup(name).Value.String())
	}
	defaults := scoring.Defaults()
	for _, s := range scoring.AllSettings() { // of the view that is open
		if now := s.In(&r.s.Settings).String(); now != s.In(&defaults).String() {
			give(s.Flag(), now)
		}
	}
	var out bytes.Buffer
	root.SetArgs(args)
	root.SetOut(&out)
	root.SetErr(io.Discard) // the problems of the runs were printed
	root.SilenceUsage, root.SilenceErrors = true, true
	if err := root.ExecuteContext(ctx); err != nil {
		return part, err
	}
	return site.Part{Head: strings.Join(words, " "), Table: out.String()}, nil
}

// checkReport returns why a notebook may not ask for a command, nil if it may: the first word must
// be among reports, all others --flag or --flag=value with a flag of plainFlags.
func checkReport(words []string) error {
	switch {
	case len(words) == 0:
		return errors.New("which command?")
	case !slices.Contains(reports, words[0]):
		return fmt.Errorf("%s is not among %s", words[0], value.OrList(reports))
	}
	for _, w := range words[1:] {
		name, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "=")
		if !strings.HasPrefix(w, "--") || !slices.Contains(plainFlags, name) {
			return fmt.Errorf("%s is not a flag that a notebook may use: flags are --%s, written --flag=value", w, strings.Join(plainFlags, ", --"))
		}
	}
	return nil
}

// runNames returns the names of the open runs, clean, with commas between.
func (r *replayed) runNames() string {
	return strings.Join(loaders.Map(r.s.Names(), loaders.Clean), ", ")
}

// writeMarkdown writes the report to w as Markdown, with screens as text. Unless -o is standard
// output, it also writes each screen as a PNG into the folder named like the file with .files
// behind it.
func (r *replayed) writeMarkdown(ctx context.Context, w io.Writer) error {
	fmt.Fprintf(w, "# %s\n\nOn %s.\n", table.EscapeMarkdown(r.title), table.EscapeMarkdown(r.runNames()))
	pictures := 0
	for _, p := range r.parts {
		if p.Head != "" {
			fmt.Fprintf(w, "\n## %s\n", table.EscapeMarkdown(p.Head))
		}
		if p.Text != "" {
			fmt.Fprintf(w, "\n%s\n", table.EscapeMarkdown(p.Text))
		}
		if p.Table != "" {
			fmt.Fprintf(w, "\n%s", p.Table)
		}
		if p.Screen == nil {
			continue
		}
		text, err := screenText(p.Screen)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\n```text\n%s\n```\n", strings.ReplaceAll(text, "```", "'''"))
		if r.asked.Path == "-" {
			continue
		}
		pictures++
		to, err := (&output.Target{Path: r.asked.Path + ".files", Force: r.asked.Force}).Inside(fmt.Sprintf("%d.png", pictures))
		if err != nil {
			return err
		}
		if err := to.Write(ctx, nil, p.Screen.PNG); err != nil {
			return err
		}
		fmt.Fprintf(w, "\n![%s](<%s.files/%d.png>)\n", table.EscapeMarkdown(p.Head), filepath.Base(r.asked.Path), pictures)
	}
	return nil
}

// screenText returns a screen as plain text, without pictures, colours, blanks at the ends of lines
// and empty lines at its end.
func screenText(s *still.Still) (string, error) {
	var b bytes.Buffer
	if err := s.Text(&b); err != nil {
		return "", err
	}
	var lines []string
	for line := range strings.Lines(ansi.Strip(b.String())) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n"), nil
}

// writeHTML writes the report as one HTML page with its screens inside.
func (r *replayed) writeHTML(w io.Writer) error {
	p := site.Examples{Settings: r.s.Settings, Ground: still.GroundOf(r.dark)}
	page := p.Page(r.title)
	page.Lines = []string{"On " + r.runNames() + "."}
	for _, part := range r.parts {
		part.Head, part.Text = loaders.Clean(part.Head), loaders.Clean(part.Text)
		page.Parts = append(page.Parts, part)
	}
	return site.WritePage(w, page)
}
