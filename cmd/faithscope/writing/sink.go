// Package writing writes runs, and examples of them, in the formats that convert and
// export have.
package writing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/loaders/coco"
	"faithscope/loaders/files"
	"faithscope/loaders/native"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/themes"
	"faithscope/tui/still"
	"faithscope/views/widget"
)

// Sink writes examples.
type Sink interface {
	// Prepare does the slow half of writing an example, from several
	// goroutines at once, and returns the other half, which is called in the
	// order of the run.
	Prepare(ex *loaders.Example) (write func() error, err error)
	// Close ends what was written, not the file.
	Close() error
}

// Copy writes the examples of a run at rows, in that order, all for nil, as a sink
// prepares them.
func Copy(
	ctx context.Context, run *loaders.Run, rows []int, prepare func(ex *loaders.Example) (write func() error, err error),
) (examples, unreadable int, err error) {
	type half struct {
		write  func() error
		broken bool
	}
	err = loaders.PassOver(ctx, run, rows, func(_ int, ex *loaders.Example) (half, error) {
		write, err := prepare(ex)
		return half{write, ex.Broken != ""}, err
	}, func(h half) error {
		examples++
		if h.broken {
			unreadable++
		}
		return h.write()
	})
	return examples, unreadable, err
}

// ImageRoot is a run's image folder as the native run at out can name it, which
// is relative to its own folder and inside it; "" where it cannot.
func ImageRoot(run *loaders.Run, out string) string {
	folder, ok := run.Pictures.(*files.Folder)
	if !ok || out == "-" {
		return ""
	}
	own, err := filepath.Abs(filepath.Dir(out))
	pictures, wrong := filepath.Abs(folder.Path)
	root, apart := filepath.Rel(own, pictures)
	if cmp.Or(err, wrong, apart) != nil || !filepath.IsLocal(root) {
		return ""
	}
	return filepath.ToSlash(root)
}

// NativeSink writes the native format, whose encoder knows broken examples.
type NativeSink struct {
	*native.Encoder
	W io.Writer
}

// Prepare encodes the example.
func (s *NativeSink) Prepare(ex *loaders.Example) (func() error, error) {
	line, err := s.Line(ex)
	return func() error {
		_, err := s.W.Write(line)
		return err
	}, err
}

// Close does nothing: lines have no end.
func (s *NativeSink) Close() error { return nil }

// CocoSink writes COCO results.
type CocoSink struct{ *coco.Writer }

// Prepare leaves it all to the second half, which counts.
func (s *CocoSink) Prepare(ex *loaders.Example) (func() error, error) {
	return func() error { return s.Write(ex) }, nil
}

// ExportFormats lists the formats in which examples are exported.
func ExportFormats() []string { return append([]string{toNative}, table.Names(nil)...) }

// Export is a run of which examples are exported.
type Export struct {
	Scored   *session.Scored
	Book     *marks.Book // nil for examples as they are
	Settings scoring.Settings
	Where    string // what was asked for, "" for all
	// Table has the run's examples, of which a table is written; nil for one of what
	// Scored reads.
	Table *facts.Table
}

// To writes the examples of rows, all for nil, and says how many they are, "" where
// nothing was written. It is an error, too, if not one of them could be read.
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
	var to Sink
	count, unreadable := 0, 0
	if err := o.Write(ctx, stdout, func(w io.Writer) (err error) {
		if o.Tabled() {
			count, unreadable, err = e.table(ctx, w, o, title, rows)
			return err
		}
		if to, err = e.sink(ctx, w, o, title); err != nil {
			return err
		}
		prepare := func(ex *loaders.Example) (func() error, error) { return to.Prepare(e.addMarks(ex)) }
		count, unreadable, err = Copy(ctx, e.Scored.Run, rows, prepare)
		return cmp.Or(err, to.Close())
	}); err != nil {
		return "", err
	}
	if unreadable > 0 && unreadable == count {
		err = fmt.Errorf("%s: not one of %d examples could be read", e.Scored.Run.Path, count)
	}
	return o.written(e.Scored.Run, to, count, unreadable), err
}

// table writes a table of rows of some examples, nil for all, and returns how many
// it has.
func (e *Export) table(ctx context.Context, w io.Writer, o *Options, title string, examples []int) (rows, unreadable int, err error) {
	t := e.Table
	if t == nil {
		e.Scored.Aim(e.Settings)
		if err := e.Scored.Read(ctx); err != nil {
			return 0, 0, err
		}
		t, unreadable = facts.New(e.Scored).Table(e.Settings, nil), e.Scored.Unreadable()
	}
	rows, err = o.Columns.write(ctx, w, table.Find(o.To), title, t, examples)
	return rows, unreadable, err
}

// Choose takes the format from the file's name where no flag names one, and fails for
// one that export does not write.
func (o *Options) Choose() error {
	if f := table.Find(o.Path); o.To == "" && f != nil && o.Columns != (Columns{}) {
		o.To = f.Name
	}
	if o.To == "" {
		if o.To = targetOf(o.Path); !slices.Contains(ExportFormats(), o.To) {
			return fmt.Errorf("%s: export writes %s; convert writes %s", o.Path, value.OrList(ExportFormats()), o.To)
		}
	}
	if o.Columns != (Columns{}) && !o.Tabled() {
		return fmt.Errorf("%s: only tables have columns: name a table's format, or a file with the ending of one: %s", o.Path,
			value.OrList(table.Names(nil)))
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

// addMarks returns an example with a person's marks: tags beside those of the file,
// "marked" among them, and a note as metadata.
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
		noted.Meta = map[string]string{}
		maps.Copy(noted.Meta, ex.Meta)
		noted.Meta["note"] = note
	}
	return &noted
}
