package writing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/cmd/faithscope/site"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

func (e *Export) writeExamples(ctx context.Context, exampleSink *exampleWriter, rowIndices []int) (examples, unreadable int, err error) {
	type half struct {
		write  func() error
		broken bool
	}
	err = loaders.PassOver(ctx, e.Scored.Run, rowIndices, func(_ int, ex *loaders.Example) (half, error) {
		write, err := exampleSink.prepare(e.addMarks(ex))
		return half{write, ex.Broken != ""}, err
	}, func(h half) error {
		examples++
		if h.broken {
			unreadable++
		}
		return h.write()
	})
	isEmpty := exampleSink.isEmpty != nil && exampleSink.isEmpty() && examples > unreadable
	if err = cmp.Or(err, exampleSink.end()); err == nil && isEmpty {
		err = fmt.Errorf("%s: nothing to write: no example has %s", e.Scored.Run.Path, exampleSink.needs)
	}
	return examples, unreadable, err
}

// To writes the examples of rowIndices, all for nil, to the file or folder of o, and says how many, ""
// if nothing was written. "-" is stdout, and an error if that is [io.Discard], or if no example could
// be read.
func (e *Export) To(ctx context.Context, o *Options, stdout io.Writer, rowIndices []int) (text string, err error) {
	if o.Path == "-" && stdout == io.Discard {
		return "", errors.New("can't write to standard output: the screen is using it")
	}
	if err := o.Choose(); err != nil {
		return "", err
	}
	title := e.Scored.Run.Name
	if e.Where != "" {
		title += " where " + e.Where
	}
	if o.IsSite() {
		return e.writeSite(ctx, o, title, rowIndices)
	}
	to := &exampleWriter{describe: func() string { return "" }}
	count, unreadable := 0, 0
	if err := o.Write(ctx, stdout, func(w io.Writer) (err error) {
		if o.Tabled() {
			count, unreadable, err = e.writeTable(ctx, w, o, title, rowIndices)
			return err
		}
		if to, err = (&exportJob{e, ctx, w, o, title}).openSink(); err == nil {
			count, unreadable, err = e.writeExamples(ctx, to, rowIndices)
		}
		return err
	}); err != nil {
		return "", err
	}
	text = o.Path + ": " + loaders.Count(count, cmp.Or(strings.TrimSuffix(o.Columns.Of, "s"), "example"))
	if unreadable > 0 {
		text += fmt.Sprintf(", %d unreadable", unreadable)
	}
	if unreadable > 0 && unreadable == count {
		err = fmt.Errorf("%s: none of the %d examples could be read", e.Scored.Run.Path, count)
	}
	return text + to.describe(), err
}

func (e *Export) writeSite(ctx context.Context, o *Options, title string, rowIndices []int) (text string, err error) {
	scored := e.Scored
	if rowIndices != nil {
		if scored, err = scored.Group(ctx, scored.Run.Name, rowIndices); err != nil {
			return "", err
		}
	}
	scored.Aim(e.Settings)
	if err := scored.Read(ctx); err != nil {
		return "", err
	}
	own := site.Site{Title: title, Runs: []*session.ScoredRun{scored}, Books: []*marks.MarksBook{e.Book}, Settings: e.Settings}
	return own.Write(ctx, o.Path, o.Force)
}

// IsSite reports whether to write static pages: by format or, without one, if the path is an
// existing folder or ends with a slash.
func (o *Options) IsSite() bool {
	info, err := os.Stat(o.Path)
	folder := err == nil && info.IsDir() || strings.HasSuffix(o.Path, "/") || strings.HasSuffix(o.Path, string(filepath.Separator))
	return o.To == toSite || o.To == "" && folder
}

// writeTable writes the rows of exampleIndices, nil for all, of Table or else of the run; only then are
// unreadable examples counted.
func (e *Export) writeTable(ctx context.Context, w io.Writer, o *Options, title string, exampleIndices []int) (rows, unreadable int,
	err error) {
	t := e.Table
	if t == nil {
		e.Scored.Aim(e.Settings)
		if err := e.Scored.Read(ctx); err != nil {
			return 0, 0, err
		}
		t, unreadable = facts.New(e.Scored).Table(e.Settings, nil), e.Scored.Unreadable()
	}
	rows, err = o.writeRows(ctx, w, title, t, exampleIndices)
	return rows, unreadable, err
}

// Choose sets To by the file's name if no flag names a format. It fails for one that export does
// not write, and for columns in a format without them.
func (o *Options) Choose() (err error) {
	if f := table.Find(o.Path); o.To == "" && f != nil && o.Columns != (TableSelection{}) {
		o.To = f.Name
	}
	if o.IsSite() {
		o.To = toSite
	}
	if o.To == "" {
		if o.To, err = targetByName(o.Path); err != nil {
			return err
		}
		if !slices.Contains(ExportFormats(), o.To) {
			return fmt.Errorf("%s: export only writes %s; use convert for %s", o.Path, loaders.OrList(ExportFormats()), o.To)
		}
	}
	if o.Columns != (TableSelection{}) && !o.Tabled() {
		return fmt.Errorf("%s: only tables have columns; use a table format, or a file name ending in %s", o.Path,
			loaders.OrList(table.Names(nil)))
	}
	return nil
}

// addMarks turns marks into tags, "marked" among them, and the note into metadata, because other
// programs know nothing of marks. Without marks it returns ex itself.
func (e *Export) addMarks(ex *loaders.Example) *loaders.Example {
	if e.Book == nil {
		return ex
	}
	tags, note := e.Book.TagsOf(ex.ID), e.Book.Of(ex.ID).Note
	if e.Book.Marked(ex.ID) {
		tags = append(tags, "marked")
	}
	if len(tags) == 0 && note == "" {
		return ex
	}
	noted := *ex
	noted.Tags = scoring.AppendNew(slices.Clone(ex.Tags), tags...)
	if note != "" {
		noted.Meta = maps.Collect(maps.All(ex.Meta))
		noted.Meta["note"] = note
	}
	return &noted
}

// Agree sets To by the file's name if no flag names a format. It fails for a format that convert
// does not write, if name and format contradict, and for another format's flags.
func (o *Options) Agree() error {
	named, err := targetByName(o.Path)
	switch {
	case o.To == "" && err != nil:
		return err
	case o.To == "":
		o.To = named
	case err == nil && !slices.Contains([]string{toNative, "json", o.To}, named) && o.To != toRows:
		return fmt.Errorf("--to %s contradicts the file name %s", o.To, o.Path)
	}
	if !slices.Contains(ConvertFormats(), o.To) {
		return fmt.Errorf("%s: convert doesn't write %s; use export", o.Path, o.To)
	}
	if o.To != toNative && o.Each {
		return fmt.Errorf("--each-attribution only works with --to native, not %s", o.To)
	}
	if o.To != toCOCO && (len(o.Modules) > 0 || o.Categories != "") {
		return fmt.Errorf("--module and --categories only work with --to coco, not %s", o.To)
	}
	return nil
}
