package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/tui/still"
	"faithscope/views/widget"
)

func exportCommand() *cobra.Command {
	f, o := newFlags(), exportOptions{}
	cmd := &cobra.Command{
		Use:   "export RUN [OTHER…]",
		Short: "Write the examples that a query names, with your marks, tags and notes",
		Long: "Write the examples that --where names, all without it, with your marks, tags and notes:\n\n" +
			"  native    faithscope's own JSON Lines: a run of these examples\n" +
			"  csv       a line per example with its scores\n" +
			"  markdown  the same as a table for a document\n" +
			"  latex     the same as a table for a paper\n" +
			"  html      a page with the program of each example and the evidence of its culprit, pictures inside\n\n" +
			"Other runs are those that the query may compare with (delta.f1 > .2).",
		Example: "faithscope export predictions.json.gz --where 'right unfaithful find<.3' -o suspects.html\n" +
			"faithscope export predictions.json.gz --where 'tag=\"annotation error\"' --format csv -o -",
		RunE: func(cmd *cobra.Command, paths []string) error { return export(cmd, paths, f, &o) },
	}
	cmd.Flags().SortFlags = false
	f.addWhere(cmd.Flags())
	cmd.Flags().Var(&oneOf{(*string)(&o.to), "format to export", exported}, "format", orList(exported)+" (default: by the name's end: .csv, .md, .tex, .html, else native)")
	cmd.Flags().StringVarP(&o.out, "out", "o", "", "file to write, packed where its name ends with .gz or .zst; - for standard output")
	cmd.Flags().BoolVar(&o.force, "force", false, "replace the file if it exists")
	f.addTo(cmd.Flags())
	return cmd
}

// exported are the formats that examples are exported in.
var exported = []string{string(toNative), string(toCSV), string(toMarkdown), string(toLaTeX), string(toHTML)}

type exportOptions struct {
	to    target
	out   string
	force bool
}

func export(cmd *cobra.Command, paths []string, f *flags, o *exportOptions) error {
	switch {
	case len(paths) == 0:
		return errors.New("name a run")
	case o.out == "":
		return errors.New("name the file to write with -o, or - for standard output")
	}
	if err := f.check(); err != nil {
		return err
	}
	ctx := cmd.Context()
	protocols, err := f.asked(ctx)
	if err != nil {
		return err
	}
	runs, failed, err := openNamed(ctx, paths, false, f.options)
	if err != nil {
		return err
	}
	defer closeAll(runs)
	if err := all(failed); err != nil {
		return err
	}
	f.addBaseProblems(runs...)
	if err := f.narrow(ctx, cmd.ErrOrStderr(), runs...); err != nil {
		return err
	}
	book, err := f.book(ctx, runs[0])
	if err != nil {
		return err
	}
	e := exporting{scored: session.New(runs[0], protocols), book: book, settings: f.settings, where: f.where}
	count, err := e.to(ctx, o, cmd.OutOrStdout(), nil)
	if err != nil {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), loaders.Clean(o.out+": "+loaders.Count(count, "example")))
	tellProblems(cmd.ErrOrStderr(), runs[0])
	return runs[0].Problems.Lost()
}

// exporting is a run of which examples are exported.
type exporting struct {
	scored   *session.Scored
	book     *marks.Book
	settings scoring.Settings
	where    string // what was asked for, "" for all
}

// to writes the examples of rows, all for nil, and returns how many they are.
func (e *exporting) to(ctx context.Context, o *exportOptions, stdout io.Writer, rows []int) (count int, err error) {
	if o.out == "-" && stdout == io.Discard {
		return 0, errors.New("standard output is the screen")
	}
	if o.to == "" {
		if o.to = targetOf(o.out); !slices.Contains(exported, string(o.to)) {
			return 0, fmt.Errorf("%s: exported are %s; convert writes %s", o.out, orList(exported), o.to)
		}
	}
	out, err := create(ctx, o.out, stdout, o.force)
	if err != nil {
		return 0, err
	}
	defer out.drop()
	to, err := e.sink(ctx, out, o)
	if err != nil {
		return 0, err
	}
	to = &notedSink{to, e.book}
	if rows == nil {
		count, _, err = copyRun(ctx, e.scored.Run, to)
	} else {
		count, err = len(rows), e.copyRows(ctx, rows, to)
	}
	if err := errors.Join(err, to.close()); err != nil {
		return count, err
	}
	return count, out.close()
}

// copyRows writes the examples of some rows in their order.
func (e *exporting) copyRows(ctx context.Context, rows []int, to sink) error {
	for _, i := range rows {
		write, err := to.prepare(e.scored.Run.Scan(i))
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// sink returns what writes in a format.
func (e *exporting) sink(ctx context.Context, w io.Writer, o *exportOptions) (sink, error) {
	run, protocols := e.scored.Run, e.scored.Protocols()
	title := run.Name
	if e.where != "" {
		title += " where " + e.where
	}
	switch o.to {
	case toMarkdown:
		return newTextTable(w, protocols, e.settings, title, markdownTable), nil
	case toLaTeX:
		return newTextTable(w, protocols, e.settings, title, latexTable), nil
	case toHTML:
		look := widget.Look{Theme: themes.Default().On(true, 1<<24)}
		return newPageSink(w, &pages{e.scored, e.book, e.settings, look, still.GroundOf(true), false}, title), nil
	case toCSV:
		t := newCSVTable(w, protocols, e.settings, column{name: "tags", text: func(l *session.Line) string { return strings.Join(l.Tags, ", ") }})
		return t, nil
	}
	return (&convertOptions{to: o.to, out: o.out}).sink(ctx, w, run, protocols, e.settings)
}

// notedSink writes examples with what a person said of them: tags beside those
// of the file, of which "marked" is one, and notes as metadata.
type notedSink struct {
	sink
	book *marks.Book
}

func (s *notedSink) prepare(ex *loaders.Example) (func() error, error) {
	tags := s.book.TagsOf(ex.ID)
	if s.book.Marked(ex.ID) {
		tags = append(tags, "marked")
	}
	note := s.book.Of(ex.ID).Note
	if len(tags) > 0 || note != "" {
		noted := *ex
		noted.Tags = slices.Clone(ex.Tags)
		for _, tag := range tags {
			if !slices.Contains(noted.Tags, tag) {
				noted.Tags = append(noted.Tags, tag)
			}
		}
		if note != "" {
			noted.Meta = maps.Clone(ex.Meta)
			if noted.Meta == nil {
				noted.Meta = map[string]string{}
			}
			noted.Meta["note"] = note
		}
		ex = &noted
	}
	return s.sink.prepare(ex)
}

// textTable writes a table of examples for a document: its columns are those
// that people read, of module types those that the run has.
type textTable struct {
	table
	w     io.Writer
	title string
	style tableStyle
	lines []session.Line
}

// tableStyle writes a table into a document.
type tableStyle func(w io.Writer, title string, p report.Printed)

func newTextTable(w io.Writer, protocols []scoring.Protocol, s scoring.Settings, title string, style tableStyle) *textTable {
	return &textTable{table: newTable(protocols, s), w: w, title: title, style: style}
}

func (t *textTable) prepare(ex *loaders.Example) (func() error, error) {
	l := t.line(ex)
	return func() error {
		t.lines = append(t.lines, l)
		return nil
	}, nil
}

// close writes the table: which types of modules have a number is known at the
// end.
func (t *textTable) close() error {
	types := session.ModuleTypes(t.protocols)
	var shown []int
	for k := range types {
		if slices.ContainsFunc(t.lines, func(l session.Line) bool { return defined(l.Types[k]) }) {
			shown = append(shown, k)
		}
	}
	p := report.Printed{
		Head:  []string{"id", "question", "answer", "gold", "verdict", "tags", "faithfulness"},
		Align: "llllllr" + strings.Repeat("r", len(shown)),
	}
	for _, k := range shown {
		p.Head = append(p.Head, types[k])
	}
	for i := range t.lines {
		l := &t.lines[i]
		answer := l.Predicted
		if l.Broken != "" {
			answer = "the record cannot be read"
		}
		cells := []string{l.ID, l.Question, answer, l.Gold, l.Correct.String(), strings.Join(l.Tags, ", "), numberText(l.Overall)}
		for _, k := range shown {
			cells = append(cells, numberText(l.Types[k]))
		}
		p.Rows = append(p.Rows, cells)
	}
	t.style(t.w, t.title, p)
	return nil
}

func defined(v scoring.Value) bool {
	_, ok := v.Float()
	return ok
}

// numberText is a number with two decimals, "–" for an undefined one.
func numberText(v scoring.Value) string {
	x, ok := v.Float()
	if !ok {
		return "–"
	}
	return fmt.Sprintf("%.2f", x)
}

func markdownTable(w io.Writer, title string, p report.Printed) {
	fmt.Fprintf(w, "## %s\n\n", report.EscapeMarkdown(title))
	p.WriteMarkdown(w)
}

// latexTable writes a table over as many pages as it takes (longtable).
func latexTable(w io.Writer, title string, p report.Printed) {
	fmt.Fprintf(w, "%% \\usepackage{booktabs,longtable}\n\\begin{longtable}{lp{.4\\textwidth}%s}\n\\caption{%s.}\\\\\n",
		p.Align[2:], report.EscapeLaTeX(title))
	p.WriteLaTeX(w, "\\endhead\n")
	fmt.Fprintln(w, `\end{longtable}`)
}
