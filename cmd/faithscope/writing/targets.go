package writing

import (
	"context"
	"io"
	"slices"

	"faithscope/cmd/faithscope/site"
	"faithscope/loaders"
	"faithscope/loaders/faithfulnmn"
	"faithscope/scoring/table"
	"faithscope/themes"
	"faithscope/tui/still"
	"faithscope/views/widget"
)

// target is a format that examples are written in, besides those of tables.
type target struct {
	name              string
	converts, exports bool // which of the two commands lists it
	open              opener
}

// opener returns what writes examples of a run as options ask; title is for people.
type opener func(ctx context.Context, w io.Writer, e *Export, o *Options, title string) (*sink, error)

// targets are all of them, the usual one first.
var targets = []target{
	{toNative, true, true, func(ctx context.Context, w io.Writer, e *Export, o *Options, _ string) (*sink, error) {
		return nativeSink(ctx, w, e.Scored.Run, o)
	}},
	{toCOCO, true, false, func(ctx context.Context, w io.Writer, e *Export, o *Options, _ string) (*sink, error) {
		return o.cocoSink(ctx, w, e.Scored.Run, e.Settings.Threshold)
	}},
	{toRows, true, false, func(_ context.Context, w io.Writer, _ *Export, _ *Options, _ string) (*sink, error) {
		return goldSink(faithfulnmn.NewRows(w))
	}},
	{"faithful-nmn-json", true, false, func(_ context.Context, w io.Writer, _ *Export, _ *Options, _ string) (*sink, error) {
		return goldSink(faithfulnmn.NewRecords(w), nil)
	}},
	{"drop", true, false, func(_ context.Context, w io.Writer, _ *Export, _ *Options, _ string) (*sink, error) {
		return dropSink(w), nil
	}},
	{"quackie", true, false, func(_ context.Context, w io.Writer, e *Export, _ *Options, _ string) (*sink, error) {
		return quackieSink(w, e.Settings), nil
	}},
	{toHTML, false, false, func(_ context.Context, w io.Writer, e *Export, _ *Options, title string) (*sink, error) {
		look := widget.Look{Theme: themes.Default().On(true, 1<<24)}
		page := site.Examples{Scored: e.Scored, Book: e.Book, Settings: e.Settings, Look: look, Ground: still.GroundOf(true)}
		return pageSink(w, &page, title), nil
	}},
	{toSite, false, true, nil},
}

// targetNames are the names of targets.
func targetNames(listed func(t target) bool) []string {
	kept := slices.DeleteFunc(slices.Clone(targets), func(t target) bool { return !listed(t) })
	return loaders.Map(kept, func(t target) string { return t.name })
}

// ConvertFormats lists the formats that convert writes; of those for tables, only the ones for
// scripts.
func ConvertFormats() []string {
	scripts := table.Names(func(f *table.Format) bool { return f.Rows != nil })
	return append(targetNames(func(t target) bool { return t.converts }), scripts...)
}

// ExportFormats lists the formats in which examples are exported.
func ExportFormats() []string {
	return append(targetNames(func(t target) bool { return t.exports }), table.Names(nil)...)
}

// openSink returns what writes examples, not a table, in the format that o names.
func (e *Export) openSink(ctx context.Context, w io.Writer, o *Options, title string) (*sink, error) {
	at := slices.IndexFunc(targets, func(t target) bool { return t.name == o.To })
	return targets[max(at, 0)].open(ctx, w, e, o, title)
}
