package writing

import (
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
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/tui/still"
	"faithscope/views/widget"
)

// Exported are the formats that examples are exported in.
var Exported = []string{string(toNative), string(toCSV), string(toMarkdown), string(toLaTeX), string(toHTML)}

// Export is a run of which examples are exported.
type Export struct {
	Scored   *session.Scored
	Book     *marks.Book
	Settings scoring.Settings
	Where    string // what was asked for, "" for all
}

// To writes the examples of rows, all for nil, and returns how many they are.
func (e *Export) To(ctx context.Context, o *Options, stdout io.Writer, rows []int) (count int, err error) {
	if o.Path == "-" && stdout == io.Discard {
		return 0, errors.New("standard output is the screen")
	}
	if o.To == "" {
		if o.To = targetOf(o.Path); !slices.Contains(Exported, string(o.To)) {
			return 0, fmt.Errorf("%s: exported are %s; convert writes %s", o.Path, value.OrList(Exported), o.To)
		}
	}
	err = o.Write(ctx, stdout, func(w io.Writer) error {
		to, err := e.sink(ctx, w, o)
		if err != nil {
			return err
		}
		to = &notedSink{to, e.Book}
		if rows == nil {
			count, _, err = Copy(ctx, e.Scored.Run, to)
		} else {
			count, err = len(rows), e.copyRows(ctx, rows, to)
		}
		return errors.Join(err, to.Close())
	})
	return count, err
}

// copyRows writes the examples of some rows in their order.
func (e *Export) copyRows(ctx context.Context, rows []int, to Sink) error {
	for _, i := range rows {
		write, err := to.prepare(e.Scored.Run.Scan(i))
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
func (e *Export) sink(ctx context.Context, w io.Writer, o *Options) (Sink, error) {
	run, protocols := e.Scored.Run, e.Scored.Protocols()
	title := run.Name
	if e.Where != "" {
		title += " where " + e.Where
	}
	switch o.To {
	case toMarkdown:
		return newTextTable(w, protocols, e.Settings, title, markdownTable), nil
	case toLaTeX:
		return newTextTable(w, protocols, e.Settings, title, latexTable), nil
	case toHTML:
		look := widget.Look{Theme: themes.Default().On(true, 1<<24)}
		return newPageSink(w, &Examples{e.Scored, e.Book, e.Settings, look, still.GroundOf(true), false}, title), nil
	case toCSV:
		return NewCSVTable(w, protocols, e.Settings, column{name: "tags", text: func(l *session.Line) string { return strings.Join(l.Tags, ", ") }}), nil
	}
	return o.Sink(ctx, w, run, protocols, e.Settings)
}

// notedSink writes examples with what a person said of them: tags beside those
// of the file, of which "marked" is one, and notes as metadata.
type notedSink struct {
	Sink
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
	return s.Sink.prepare(ex)
}
