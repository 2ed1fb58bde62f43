package writing

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"faithscope/cmd/faithscope/output"
	"faithscope/loaders"
	"faithscope/loaders/coco"
	"faithscope/loaders/files"
	"faithscope/loaders/native"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/table"
)

// Options are the flags that convert alone takes.
type Options struct {
	output.Target
	To         string // a format: one of these, or that of a table
	Columns    Columns
	Modules    []string
	Categories string
}

const (
	toNative = "native"
	toCOCO   = "coco"
	toHTML   = "html" // a page of examples
)

// Converted are the formats that convert writes: of tables the ones for scripts.
func Converted() []string {
	return append([]string{toNative, toCOCO}, table.Names(func(f *table.Format) bool { return f.Rows != nil })...)
}

// targetOf is what a file's name says; one of JSON may be of the native format, or
// of COCO.
func targetOf(name string) string {
	if f := table.Find(name); f != nil && !strings.HasPrefix(f.Ending, ".json") {
		return f.Name
	}
	return toNative
}

// Agree takes the format from the file's name where no flag says it, and holds
// both, and the flags of one format, against each other.
func (o *Options) Agree() error {
	named := targetOf(o.Path)
	switch {
	case o.To == "":
		o.To = named
	case named != toNative && named != o.To:
		return fmt.Errorf("--to %s contradicts the name of %s", o.To, o.Path)
	}
	if !slices.Contains(Converted(), o.To) {
		return fmt.Errorf("%s: %s is what export writes", o.Path, o.To)
	}
	if o.To != toCOCO && (len(o.Modules) > 0 || o.Categories != "") {
		return fmt.Errorf("--module and --categories are for --to coco, not %s", o.To)
	}
	return nil
}

// Tabled reports whether the format that was asked for is that of a table.
func (o *Options) Tabled() bool {
	return table.Find(o.To) != nil && (o.To != toHTML || o.Columns != Columns{})
}

// Table writes a table of rows of some examples, nil for all, and returns how many
// rows it has.
func (o *Options) Table(ctx context.Context, w io.Writer, title string, t *facts.Table, examples []int) (rows int, err error) {
	return o.Columns.write(ctx, w, table.Find(o.To), title, t, examples)
}

// Sink returns what writes in the format that was asked for, that of no table.
func (o *Options) Sink(ctx context.Context, w io.Writer, run *loaders.Run, s scoring.Settings) (Sink, error) {
	if o.To == toCOCO {
		return o.results(ctx, w, run, s.Threshold)
	}
	h := native.HeaderOf(run)
	h.ImageRoot = cmp.Or(ImageRoot(run, o.Path), h.ImageRoot)
	e, err := native.NewEncoder(w, h)
	return &NativeSink{e, w}, err
}

// results returns a writer of COCO results.
func (o *Options) results(ctx context.Context, w io.Writer, run *loaders.Run, threshold float64) (Sink, error) {
	c := coco.NewWriter(w)
	c.Threshold, c.Modules, c.IDs = threshold, o.Modules, run.Format == coco.Format.Name
	if o.Categories == "" {
		return &CocoSink{c}, nil
	}
	src, err := files.OpenSource(files.Disk{}, o.Categories)
	if err == nil {
		c.Categories, err = coco.ReadCategories(ctx, src)
	}
	if err != nil {
		return nil, fmt.Errorf("--categories: %w", err)
	}
	return &CocoSink{c}, nil
}

// Written says what was written, and what was not.
func (o *Options) Written(run *loaders.Run, to Sink, examples, unreadable int) string {
	text := o.Path + ": " + loaders.Count(examples, "example")
	if unreadable > 0 {
		text += fmt.Sprintf(", %d of them unreadable", unreadable)
	}
	if c, ok := to.(*CocoSink); ok {
		text += fmt.Sprintf(", %d detections", c.Boxes)
		if c.Categories == nil {
			text += ", all of category 1 (--categories names a file with the ids)"
		}
	}
	if _, ok := to.(*NativeSink); ok && run.Pictures != nil && ImageRoot(run, o.Path) == "" {
		text += "; its pictures stay where they are: open it with --images"
		if folder, ok := run.Pictures.(*files.Folder); ok {
			text += " " + folder.Path
		}
	}
	return text
}
