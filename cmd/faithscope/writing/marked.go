package writing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/themes"
	"faithscope/tui/still"
	"faithscope/views/widget"
)

// Exported are the formats that examples are exported in.
func Exported() []string { return append([]string{string(toNative)}, table.Names(nil)...) }

// Export is a run of which examples are exported.
type Export struct {
	Scored   *session.Scored
	Book     *marks.Book
	Settings scoring.Settings
	Where    string // what was asked for, "" for all
}

// To writes the examples of rows, all for nil, and says how many they are.
func (e *Export) To(ctx context.Context, o *Options, stdout io.Writer, rows []int) (said string, err error) {
	if o.Path == "-" && stdout == io.Discard {
		return "", errors.New("standard output is the screen")
	}
	if o.To == "" {
		if o.To = targetOf(o.Path); !slices.Contains(Exported(), string(o.To)) {
			return "", fmt.Errorf("%s: exported are %s; convert writes %s", o.Path, value.OrList(Exported()), o.To)
		}
	}
	var count int
	err = o.Write(ctx, stdout, func(w io.Writer) error {
		to, err := e.sink(ctx, w, o)
		if err != nil {
			return err
		}
		to = &notedSink{to, e.Book}
		count, _, err = Copy(ctx, e.Scored.Run, rows, to)
		return errors.Join(err, to.Close())
	})
	said = o.Path + ": " + loaders.Count(count, "example")
	if o.To == toHTML && count > mostExamples {
		said += fmt.Sprintf(", of which the page has the first %d", mostExamples)
	}
	return said, err
}

// sink returns what writes in a format.
func (e *Export) sink(ctx context.Context, w io.Writer, o *Options) (Sink, error) {
	run, protocols := e.Scored.Run, e.Scored.Protocols()
	title := run.Name
	if e.Where != "" {
		title += " where " + e.Where
	}
	switch o.To {
	case toNative:
		return o.Sink(ctx, w, run, protocols, e.Settings)
	case toHTML:
		look := widget.Look{Theme: themes.Default().On(true, 1<<24)}
		return newPageSink(w, &Examples{e.Scored, e.Book, e.Settings, look, still.GroundOf(true), false}, title), nil
	}
	return NewTable(w, table.Find(string(o.To)), title, protocols, e.Settings), nil
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
