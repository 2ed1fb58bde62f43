// Package writing writes runs, and examples of them, in the formats that convert and
// export have.
package writing

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"

	"faithscope/loaders"
	"faithscope/loaders/coco"
	"faithscope/loaders/faithfulnmn"
	"faithscope/loaders/files"
	"faithscope/loaders/native"
	"faithscope/loaders/nmndrop"
	"faithscope/loaders/quackie"
	"faithscope/scoring"
	"faithscope/scoring/sentences"
	"faithscope/views/widget"
)

// sink writes examples in one format.
type sink struct {
	// prepare does the slow half of writing an example, from several goroutines at
	// once, and returns the other half, which is called in the order of the run.
	prepare  func(ex *loaders.Example) (write func() error, err error)
	end      func() error  // ends what was written, not the file
	describe func() string // what a person should know of it, after its number of examples
}

// ImageRoot is a run's image folder as the native run at out can name it, which is
// relative to its own folder and inside it; "" if it cannot.
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

// nativeSink writes the native format.
func nativeSink(ctx context.Context, w io.Writer, run *loaders.Run, o *Options) (*sink, error) {
	h, root := native.HeaderOf(run), ImageRoot(run, o.Path)
	h.ImageRoot = cmp.Or(root, h.ImageRoot)
	if o.Each {
		h.Name, h.Scored = "", attributions(ctx, run)
	}
	e, err := native.NewEncoder(w, h)
	return &sink{
		prepare: func(ex *loaders.Example) (func() error, error) {
			line, err := e.Line(ex)
			return func() error {
				_, err := w.Write(line)
				return err
			}, err
		},
		end: func() error { return nil },
		describe: func() string {
			if run.Pictures == nil || root != "" {
				return ""
			}
			text := "; its pictures stay where they are: open it with --images"
			if folder, ok := run.Pictures.(*files.Folder); ok {
				text += " " + folder.Path
			}
			return text
		},
	}, err
}

// attributions are the names of a run's attributions, as the first example with any has
// them.
func attributions(ctx context.Context, run *loaders.Run) []string {
	for i := 0; run.Wait(ctx, i+1) == nil && i < run.Len(); i++ {
		if list := run.Scan(i).Attributions; list != nil {
			return loaders.Map(list, func(a loaders.Attribution) string { return a.Name })
		}
	}
	return nil
}

// cocoSink writes COCO results.
func (o *Options) cocoSink(ctx context.Context, w io.Writer, run *loaders.Run, threshold float64) (*sink, error) {
	c := coco.NewWriter(w)
	c.Threshold, c.Modules, c.IDs = threshold, o.Modules, run.Format == coco.Format.Name
	if o.Categories != "" {
		src, err := files.OpenSource(files.Disk{}, o.Categories)
		if err == nil {
			c.Categories, err = coco.ReadCategories(ctx, src)
		}
		if err != nil {
			return nil, fmt.Errorf("--categories: %w", err)
		}
	}
	return &sink{
		prepare: func(ex *loaders.Example) (func() error, error) { return func() error { return c.Write(ex) }, nil }, // which counts
		end:     c.Close,
		describe: func() string {
			text := fmt.Sprintf(", %d detections", c.Boxes)
			if c.Categories == nil {
				text += ", all of category 1 (--categories names a file with the ids)"
			}
			return text
		},
	}, nil
}

// dropSink writes gold as annotators of DROP do.
func dropSink(w io.Writer) *sink {
	a := &nmndrop.Annotations{}
	return &sink{
		prepare:  func(ex *loaders.Example) (func() error, error) { return func() error { a.Add(ex); return nil }, nil },
		end:      func() error { return a.Write(w) },
		describe: func() string { return fmt.Sprintf("; %d without gold that DROP's annotations can hold", a.Left) },
	}
}

// goldSink writes gold as annotators of faithful-nmn do; err passes through.
func goldSink(a *faithfulnmn.Annotations, err error) (*sink, error) {
	return &sink{
		prepare: func(ex *loaders.Example) (func() error, error) { return func() error { return a.Write(ex) }, nil },
		end:     a.Close,
		describe: func() string {
			return widget.If(a.Left > 0, "; the gold of "+loaders.Count(a.Left, "module")+
				" cannot be written: counts of two images, or boxes in pixels on an image of unknown size")
		},
	}, err
}

// quackieSink writes the scores of sentences under s as QUACKIE's code saves them.
func quackieSink(w io.Writer, s scoring.Settings) *sink {
	written, left := 0, 0
	return &sink{
		prepare: func(ex *loaders.Example) (func() error, error) {
			golds, scores, ok := sentences.Result(ex, s)
			return func() error {
				if !ok {
					left++
					return nil
				}
				line, err := quackie.Line(written, ex, golds, scores)
				if err == nil {
					_, err = w.Write(line)
				}
				written++
				return err
			}, nil
		},
		end: func() error { return nil },
		describe: func() string {
			return widget.If(left > 0, fmt.Sprintf("; %d without scores of sentences, or not true positives, are left out", left))
		},
	}
}
