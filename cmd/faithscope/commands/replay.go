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

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/site"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/writer"
	"faithscope/scoring/marks"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/widget"
)

// replayCommand returns the command replay, which writes to standard output by default. root makes
// the program's commands again, which the lines of a notebook that ask for a report run.
func replayCommand(root func() *cobra.Command) *cobra.Command {
	o := &replayOptions{commandLine: newCommand("replay [NOTEBOOK] [RUN…]", "Replay a notebook, and write a report of it",
		"It is replayed without a terminal, on its runs or on others. `:notebook FILE` writes a "+
			"notebook inside; it is text, with a line for each thing:\n\n"+
			"  # TEXT             text of the report\n"+
			"  STEPS              lead to a view, as `:` accepts them, separated by semicolons; single quotes keep words together; the report "+
			"shows the screen\n"+
			"  report COMMAND     prints numbers of the runs: score, compare, slices or blame with their flags; compare takes names of runs "+
			"too\n"+
			"  tag ID NAME        tags an example; mark and note do likewise, and with -module after the verb it is a module\n"+
			"  runs NAME…         the names of the runs; other runs take their places one by one\n"+
			"  files RUN…         the runs, and flags that say where their files are\n\n"+
			"Steps may only look.\n\n"+
			"The report is HTML with the pictures inside, or Markdown with the screens as text and, beside the file, as pictures.",
		"replay monday.txt -o monday.html",
		"replay monday.txt friday/predictions.json.gz -o friday.md",
		"replay --last -o today.html")}
	o.AddOut(o.Set, "-", "file to write: .html or .md; - for Markdown on standard output")
	o.addFlags(
		&o.last, "last", "replay what you did in the last session, which is kept in "+filepath.Join("faithscope", "notebook.txt")+
			" in your folder for data",
		&o.files, "files", "a new folder for the files that the notebook writes, under their names without folders",
		&o.tags, "write-tags", "mark, tag and note the examples of the runs as the notebook says")
	o.addStage(o.Set)
	o.AddFiles()
	return o.runWith(func() error { return o.replayNotebook(root) })
}

// replayNotebook reads the notebook that is named, or the last session's, replays it on the runs
// named after it and writes the report as HTML for .html, else as Markdown. Without runs it opens
// those that the notebook names, without keeping maps of columns (Foreign), or for none the demo.
// With --files its steps may write there. A line that fails is a part of the report, not an error.
func (o *replayOptions) replayNotebook(root func() *cobra.Command) error {
	args := o.args
	if o.last {
		args = append([]string{lastNotebook()}, args...)
	}
	if len(args) == 0 {
		return errors.New("name a notebook, or use --last for the last session's")
	}
	ctx := o.Context()
	text, err := files.ReadStored(files.Disk{}, args[0], mostNotebook)
	if err != nil {
		return err
	}
	b, err := parseNotebook(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	paths := args[1:]
	if len(paths) == 0 {
		if paths, err = b.filesOnly(o.Set); err != nil {
			return err
		}
		o.Options.Foreign = true
	}
	st, done, err := openStage(o.Flags, paths, &o.stageOptions)
	if err != nil {
		return err
	}
	defer done()
	if err := o.redirectWrites(st); err != nil {
		return err
	}
	r := &replayed{stage: st, asked: o, root: root, book: b, paths: paths, title: filepath.Base(args[0])}
	if err := r.replayAll(ctx); err != nil {
		return err
	}
	return o.writeFile(func(w io.Writer) error {
		if strings.HasSuffix(o.Path, ".html") {
			return r.writeHTML(w)
		}
		return r.writeMarkdown(ctx, w)
	})
}

// redirectWrites makes the folder of --files, which must not exist yet while the one above it
// must, and lets the notebook's steps write and export into it, each file under its base name.
// Without --files it does nothing, and steps that write stay forbidden.
func (o *replayOptions) redirectWrites(st *stage) error {
	if o.files == "" {
		return nil
	}
	if err := writer.NewFolder(o.files); err != nil {
		return err
	}
	write, export := st.s.Host.Write, st.s.Host.Export
	inside := func(path string) string { return filepath.Join(o.files, filepath.Base(filepath.FromSlash(path))) }
	st.s.Host.Write = func(path string, to func(w io.Writer) error) error { return write(inside(path), to) }
	st.s.Host.Export = func(run *session.Scored, rows []int, what string) func(path string) (string, error) {
		to := export(run, rows, what)
		return func(path string) (string, error) { return to(inside(path)) }
	}
	st.Allow(widget.Writes)
	return nil
}

// replayAll replays every line and adds a part of the report for each; where a line fails, the part
// says so. It returns an error only if ctx ends.
func (r *replayed) replayAll(ctx context.Context) error {
	for _, l := range r.book.lines {
		p, err := r.replayLine(ctx, &l)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			p = site.Part{Head: views.JoinSteps(l.steps), Text: fmt.Sprintf("Line %d of the notebook failed: %v.", l.number, err)}
		}
		r.parts = append(r.parts, p)
	}
	return nil
}

// replayLine returns the part that a line becomes: a text as it is; a mark, tag or note, which
// writeMark writes; for "report compare" and names of runs their comparison; for "report" and any
// other words the tables of that command; for any other steps the screen that they lead to.
func (r *replayed) replayLine(ctx context.Context, l *notebookLine) (site.Part, error) {
	if l.steps == nil {
		return site.Part{Text: l.text}, nil
	}
	first := l.steps[0]
	if c, ok := views.ChangeOf(first); ok {
		return r.writeMark(ctx, c)
	}
	if first.Name != views.LineReport {
		return r.captureView(l.steps)
	}
	if words := first.Words; len(words) > 2 && words[0] == "compare" && !strings.HasPrefix(words[1], "-") {
		return r.compareRuns(ctx, words[1:])
	}
	return r.runReport(ctx, first.Words)
}

// nameFor returns the name of the open run that takes the place of the notebook's run called of, or
// of itself if the notebook does not list it or too few runs are open.
func (r *replayed) nameFor(of string) string {
	if at := slices.Index(r.book.runs, of); at >= 0 && at < len(r.s.Runs) {
		return r.s.Run(at).Name
	}
	return of
}

// compareRuns compares the first of the runs called names with each of the others, under the
// settings of the last view, as a table in Markdown. The names are the notebook's or those of open
// runs; an unknown one, or fewer than two, is an error.
func (r *replayed) compareRuns(ctx context.Context, names []string) (part site.Part, err error) {
	var runs []*loaders.Run
	asked := slices.Clone(names)
	for i, of := range asked {
		asked[i] = r.nameFor(of)
		at := slices.Index(r.s.Names(), asked[i])
		if at < 0 {
			return part, fmt.Errorf("no run is called %s", asked[i])
		}
		runs = append(runs, r.s.Run(at))
	}
	if len(runs) < 2 {
		return part, errors.New("compare takes two runs or more")
	}
	scored, err := opening.Read(ctx, runs, r.protocols, r.s.Settings)
	if err != nil {
		return part, err
	}
	all, err := report.CompareAll(ctx, scored, r.s.Settings, report.DesignOf(r.s.Settings, session.ByExample))
	if err != nil {
		return part, err
	}
	var out bytes.Buffer
	if err := all.Document().Write(&out, table.Find("markdown")); err != nil {
		return part, err
	}
	return site.Part{Head: "compare " + strings.Join(asked, ", "), Table: out.String()}, nil
}

// captureView goes from the first screen to a view and captures the screen, with the open runs in
// the places of the notebook's, which it writes into steps. The heading keeps the notebook's names,
// without paper-settings.
func (r *replayed) captureView(steps []views.Step) (part site.Part, err error) {
	r.Home()
	head := loaders.Filter(steps, func(s views.Step) bool { return s.Name != "paper-settings" })
	for i, step := range steps {
		switch step.Name {
		case "run":
			steps[i] = views.Do("run", r.nameFor(step.Value()))
		case "compare":
			if a, b, ok := strings.Cut(step.Value(), compare.Against); ok {
				steps[i] = views.Do("compare", r.nameFor(a)+compare.Against+r.nameFor(b))
			}
		}
	}
	if err := r.followSteps(steps...); err != nil {
		return part, err
	}
	return site.Part{Head: views.JoinSteps(head), Screen: r.stillOf()}, nil
}

// writeMark returns a text that says a line's mark, tag or note. With --write-tags it is also added
// to the book of every run that has the example, and the text says to how many.
func (r *replayed) writeMark(ctx context.Context, c marks.Change) (part site.Part, err error) {
	text := strings.TrimSpace(views.Spot(c.ID, c.Module) + ": " + string(c.Kind) + " " + c.Text)
	if !r.asked.tags {
		return site.Part{Text: text}, nil
	}
	written, elsewhere := 0, ""
	for i, scored := range r.s.Runs {
		for k := range scored.Run.Len() {
			if id := scored.Run.Row(k).ID; loaders.Clean(id) == c.ID {
				c := c
				c.ID = id
				if err := r.s.Book(i).Apply(ctx, c); err != nil {
					return part, err
				}
				written, elsewhere = written+1, r.s.Book(i).Elsewhere()
				break
			}
		}
	}
	return site.Part{Text: fmt.Sprintf("%s (written to %s)%s", text, loaders.Count(written, "run"), elsewhere)}, nil
}
