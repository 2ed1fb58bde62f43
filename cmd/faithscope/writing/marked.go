package writing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/themes"
	"faithscope/tui/still"
	"faithscope/views/widget"
)

// Exported are the formats that examples are exported in.
func Exported() []string { return append([]string{toNative}, table.Names(nil)...) }

// Export is a run of which examples are exported.
type Export struct {
	Scored   *session.Scored
	Book     *marks.Book
	Settings scoring.Settings
	Where    string // what was asked for, "" for all
	// Table has the run's examples, of which a table is written; nil for a run
	// that is to be written in no such format.
	Table *facts.Table
}

// To writes the examples of rows, all for nil, and says how many they are.
func (e *Export) To(ctx context.Context, o *Options, stdout io.Writer, rows []int) (said string, err error) {
	if o.Path == "-" && stdout == io.Discard {
		return "", errors.New("standard output is the screen")
	}
	if err := o.Choose(); err != nil {
		return "", err
	}
	title := e.Scored.Run.Name
	if e.Where != "" {
		title += " where " + e.Where
	}
	var count int
	err = o.Write(ctx, stdout, func(w io.Writer) (err error) {
		if o.Tabled() {
			count, err = o.Table(ctx, w, title, e.Table, rows)
			return err
		}
		to, err := e.sink(ctx, w, o, title)
		if err != nil {
			return err
		}
		count, _, err = Copy(ctx, e.Scored.Run, rows, func(ex *loaders.Example) (func() error, error) { return to.Prepare(e.noted(ex)) })
		return errors.Join(err, to.Close())
	})
	said = o.Path + ": " + loaders.Count(count, cmp.Or(strings.TrimSuffix(o.Columns.Of, "s"), "example"))
	if o.To == toHTML && count > mostExamples {
		said += fmt.Sprintf(", of which the page has the first %d", mostExamples)
	}
	return said, err
}

// Choose takes the format from the file's name where no flag says it, and holds it
// against what export writes.
func (o *Options) Choose() error {
	if f := table.Find(o.Path); o.To == "" && f != nil && o.Columns != (Columns{}) {
		o.To = f.Name
	}
	if o.To == "" {
		if o.To = targetOf(o.Path); !slices.Contains(Exported(), o.To) {
			return fmt.Errorf("%s: exported are %s; convert writes %s", o.Path, value.OrList(Exported()), o.To)
		}
	}
	if o.Columns != (Columns{}) && !o.Tabled() {
		return fmt.Errorf("%s: columns are of a table: name its format, or a file whose name ends as one does: %s", o.Path, value.OrList(table.Names(nil)))
	}
	return nil
}

// sink returns what writes examples, not a table, in a format.
func (e *Export) sink(ctx context.Context, w io.Writer, o *Options, title string) (Sink, error) {
	if o.To == toHTML {
		look := widget.Look{Theme: themes.Default().On(true, 1<<24)}
		all := &Examples{e.Scored, e.Book, e.Settings, look, still.GroundOf(true), false}
		return &pageSink{Examples: all, page: all.Page(title), w: w}, nil
	}
	return o.Sink(ctx, w, e.Scored.Run, e.Settings)
}

// noted is an example with what a person said of it: tags beside those of the
// file, of which "marked" is one, and a note as metadata.
func (e *Export) noted(ex *loaders.Example) *loaders.Example {
	tags, note := e.Book.TagsOf(ex.ID), e.Book.Of(ex.ID).Note
	if e.Book.Marked(ex.ID) {
		tags = append(tags, "marked")
	}
	if len(tags) == 0 && note == "" {
		return ex
	}
	noted := *ex
	noted.Tags = slices.Clone(ex.Tags)
	for _, tag := range tags {
		if !slices.Contains(noted.Tags, tag) {
			noted.Tags = append(noted.Tags, tag)
		}
	}
	if note != "" {
		noted.Meta = map[string]string{}
		maps.Copy(noted.Meta, ex.Meta)
		noted.Meta["note"] = note
	}
	return &noted
}
