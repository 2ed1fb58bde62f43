package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/loaders"
	"faithscope/loaders/coco"
	"faithscope/loaders/files"
	"faithscope/loaders/native"
	"faithscope/scoring"
)

func convertCommand() *cobra.Command {
	f, o := newFlags(), convertOptions{}
	cmd := &cobra.Command{
		Use:   "convert RUN",
		Short: "Write a run in another format",
		Long: "Write a run in another format:\n\n" +
			"  native    faithscope's own JSON Lines, with all that faithscope knows of a run; pictures stay where they are\n" +
			"  coco      COCO results: the proposals that modules give more than --threshold, with their probabilities\n" +
			"  csv       a line per example: its answer, its score, and a score per module type\n" +
			"  parquet   the same table\n\n" +
			"The file appears when it is whole. Examples are read one by one, on all cores, and none is kept, so that a run " +
			"may be of any size. One that cannot be read is written as such and counted, which COCO results have no place for. " +
			"What a format cannot say is an error.",
		Example: "faithscope convert predictions.json.gz -o run.jsonl.gz\n" +
			"faithscope convert predictions.json.gz --to csv -o - --average occurrence\n" +
			"faithscope convert run.jsonl --to coco --module find --threshold 0.05 -o results.json\n" +
			"faithscope convert predictions.json.gz --where 'right unfaithful' -o suspects.jsonl\n" +
			"faithscope convert run.jsonl -o scores.parquet",
		RunE: func(cmd *cobra.Command, paths []string) error { return convertRun(cmd, paths, f, &o) },
	}
	cmd.Flags().VarP(&o.to, "to", "", "native, coco, csv or parquet (default: by the name's end: .csv, .parquet, else native)")
	cmd.Flags().StringVarP(&o.out, "out", "o", "", "file to write, packed where its name ends with .gz or .zst; - for standard output")
	cmd.Flags().BoolVar(&o.force, "force", false, "replace the file if it exists")
	cmd.Flags().StringArrayVar(&o.modules, "module", nil, "coco: only the outputs of this module (find, filter, …); repeat it for several")
	cmd.Flags().StringVar(&o.categories, "categories", "", "coco: file of ground truth with the ids of categories, found by the modules' arguments (default: all are 1)")
	f.addWhere(cmd.Flags())
	f.addTo(cmd.Flags())
	return cmd
}

// convertOptions are the flags that convert alone takes.
type convertOptions struct {
	to         target
	out        string
	force      bool
	modules    []string
	categories string
}

// target is a format that runs are written in.
type target string

const (
	toNative  target = "native"
	toCOCO    target = "coco"
	toCSV     target = "csv"
	toParquet target = "parquet"
	// Those of export alone.
	toMarkdown target = "markdown"
	toLaTeX    target = "latex"
	toHTML     target = "html"
)

func (t *target) String() string { return string(*t) }

func (t *target) Set(word string) error {
	if !slices.Contains(t.Words(), word) {
		return fmt.Errorf("%q is not a format to write: native, coco, csv or parquet", word)
	}
	*t = target(word)
	return nil
}

func (t *target) Words() []string {
	return []string{string(toNative), string(toCOCO), string(toCSV), string(toParquet)}
}

func (t *target) Type() string { return "format" }

// targetOf is what a file's name says.
func targetOf(name string) target {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	for end, t := range map[string]target{".csv": toCSV, ".parquet": toParquet, ".md": toMarkdown, ".tex": toLaTeX, ".html": toHTML} {
		if strings.HasSuffix(name, end) {
			return t
		}
	}
	return toNative
}

// agree takes the format from the file's name where no flag says it, and holds
// both, and the flags of one format, against each other.
func (o *convertOptions) agree() error {
	named := targetOf(o.out)
	switch {
	case o.to == "":
		o.to = named
	case named != toNative && named != o.to:
		return fmt.Errorf("--to %s contradicts the name of %s", o.to, o.out)
	}
	if !slices.Contains(o.to.Words(), string(o.to)) {
		return fmt.Errorf("%s: %s is what export writes", o.out, o.to)
	}
	if o.to != toCOCO && (len(o.modules) > 0 || o.categories != "") {
		return fmt.Errorf("--module and --categories are for --to coco, not %s", o.to)
	}
	return nil
}

// sink writes examples.
type sink interface {
	// prepare does the slow half of writing an example, from several
	// goroutines at once, and returns the other half, which is called in the
	// order of the run.
	prepare(ex *loaders.Example) (write func() error, err error)
	// close ends what was written, not the file.
	close() error
}

func convertRun(cmd *cobra.Command, paths []string, f *flags, o *convertOptions) error {
	switch {
	case len(paths) != 1:
		return fmt.Errorf("convert takes one run, not %d", len(paths))
	case o.out == "":
		return errors.New("name the file to write with -o, or - for standard output")
	}
	if err := f.check(); err != nil {
		return err
	}
	if err := o.agree(); err != nil {
		return err
	}
	ctx := cmd.Context()
	protocols, err := f.asked(ctx)
	if err != nil {
		return err
	}
	run, err := f.options.openOne(ctx, paths[0])
	if err != nil {
		return err
	}
	defer run.Close()
	f.addBaseProblems(run)
	nameApart([]*loaders.Run{run})
	if err := f.narrow(ctx, cmd.ErrOrStderr(), run); err != nil {
		return err
	}
	out, err := create(ctx, o.out, cmd.OutOrStdout(), o.force)
	if err != nil {
		return err
	}
	defer out.drop()
	to, err := o.sink(ctx, out, run, protocols, f.settings)
	if err != nil {
		return err
	}
	examples, unreadable, err := copyRun(ctx, run, to)
	if err != nil {
		return err
	}
	if err := errors.Join(to.close(), out.close()); err != nil {
		return err
	}
	o.tell(cmd.ErrOrStderr(), run, to, examples, unreadable)
	if unreadable > 0 && unreadable == examples {
		return fmt.Errorf("%s: not one of %d examples could be read", run.Path, examples)
	}
	return run.Problems.Lost()
}

// copyRun writes all examples of a run.
func copyRun(ctx context.Context, run *loaders.Run, to sink) (examples, unreadable int, err error) {
	type half struct {
		write  func() error
		broken bool
	}
	err = loaders.Pass(ctx, run, func(_ int, ex *loaders.Example) (half, error) {
		write, err := to.prepare(ex)
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

// sink returns what writes in the format that was asked for.
func (o *convertOptions) sink(ctx context.Context, w io.Writer, run *loaders.Run, protocols []scoring.Protocol, s scoring.Settings) (sink, error) {
	switch o.to {
	case toCOCO:
		return o.results(ctx, w, run, s.Threshold)
	case toCSV:
		return newCSVTable(w, protocols, s), nil
	case toParquet:
		return newParquetTable(w, protocols, s), nil
	}
	h := native.HeaderOf(run)
	if root, ok := imageRoot(run, o.out); ok {
		h.ImageRoot = root
	}
	e, err := native.NewEncoder(w, h)
	return &nativeSink{e, w}, err
}

// imageRoot is a run's image folder as the native run at out can name it, which
// is relative to its own folder and inside it.
func imageRoot(run *loaders.Run, out string) (root string, ok bool) {
	folder, ok := run.Pictures.(*files.Folder)
	if !ok || out == "-" {
		return "", false
	}
	own, err := filepath.Abs(filepath.Dir(out))
	if err != nil {
		return "", false
	}
	pictures, err := filepath.Abs(folder.Path)
	if err != nil {
		return "", false
	}
	root, err = filepath.Rel(own, pictures)
	return filepath.ToSlash(root), err == nil && filepath.IsLocal(root)
}

// nativeSink writes the native format, whose encoder knows broken examples.
type nativeSink struct {
	*native.Encoder
	w io.Writer
}

func (s *nativeSink) prepare(ex *loaders.Example) (func() error, error) {
	line, err := s.Line(ex)
	return func() error {
		_, err := s.w.Write(line)
		return err
	}, err
}

func (s *nativeSink) close() error { return nil }

// cocoSink writes COCO results.
type cocoSink struct{ *coco.Writer }

func (s *cocoSink) prepare(ex *loaders.Example) (func() error, error) {
	return func() error { return s.Write(ex) }, nil
}

func (s *cocoSink) close() error { return s.Close() }

// results returns a writer of COCO results.
func (o *convertOptions) results(ctx context.Context, w io.Writer, run *loaders.Run, threshold float64) (sink, error) {
	c := coco.NewWriter(w)
	c.Threshold, c.Modules, c.IDs = threshold, o.modules, run.Format == coco.Format.Name
	if o.categories == "" {
		return &cocoSink{c}, nil
	}
	src, err := files.OpenSource(files.Disk{}, o.categories)
	if err == nil {
		c.Categories, err = coco.ReadCategories(ctx, src)
	}
	if err != nil {
		return nil, fmt.Errorf("--categories: %w", err)
	}
	return &cocoSink{c}, nil
}

// tell says what was written, and what was not.
func (o *convertOptions) tell(w io.Writer, run *loaders.Run, to sink, examples, unreadable int) {
	text := o.out + ": " + loaders.Count(examples, "example")
	if unreadable > 0 {
		text += fmt.Sprintf(", %d of them unreadable", unreadable)
	}
	if c, ok := to.(*cocoSink); ok {
		text += fmt.Sprintf(", %d detections", c.Boxes)
		if c.Categories == nil {
			text += ", all of category 1 (--categories names a file with the ids)"
		}
	}
	if _, ok := to.(*nativeSink); ok && run.Pictures != nil {
		if _, inside := imageRoot(run, o.out); !inside {
			text += "; its pictures stay where they are: open it with --images"
			if folder, ok := run.Pictures.(*files.Folder); ok {
				text += " " + folder.Path
			}
		}
	}
	fmt.Fprintln(w, loaders.Clean(text))
	tellProblems(w, run)
}
