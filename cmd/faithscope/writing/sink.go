// Package writing writes runs, and examples of them, in the formats of convert and export.
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
	"faithscope/scoring/protocols/sentences"
	"faithscope/views/widget"
)

type sink struct {
	// prepare does the slow half, concurrently, and returns the other half, which is called in the
	// order of the run.
	prepare  func(ex *loaders.Example) (write func() error, err error)
	end      func() error  // ends the format, not the file
	describe func() string // follows the number of examples in the summary
}

// ImageRoot returns a run's image folder relative to the folder of out, with slashes; "" if it lies
// elsewhere, there is none, or out is "-".
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

type job struct {
	*Export
	ctx     context.Context
	w       io.Writer
	options *Options
	title   string
}

func inOrder(write func(ex *loaders.Example) error) func(ex *loaders.Example) (func() error, error) {
	return func(ex *loaders.Example) (func() error, error) { return func() error { return write(ex) }, nil }
}

// openNative says to open the file with --images if the image folder is elsewhere. With
// --each-attribution the header names attributions, each scored as a run.
func (j *job) openNative() (*sink, error) {
	run := j.Scored.Run
	h, root := native.HeaderOf(run), ImageRoot(run, j.options.Path)
	h.ImageRoot = cmp.Or(root, h.ImageRoot)
	if j.options.Each {
		h.Name, h.Scored = "", attributionNames(j.ctx, run)
	}
	e, err := native.NewEncoder(j.w, h)
	return &sink{
		prepare: func(ex *loaders.Example) (func() error, error) {
			line, err := e.Line(ex)
			return func() error {
				_, err := j.w.Write(line)
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

// attributionNames reads the run up to the first example with any attribution.
func attributionNames(ctx context.Context, run *loaders.Run) []string {
	for i := 0; run.Wait(ctx, i+1) == nil && i < run.Len(); i++ {
		if list := run.Scan(i).Attributions; list != nil {
			return loaders.Map(list, func(a loaders.Attribution) string { return a.Name })
		}
	}
	return nil
}

// openCOCO returns a sink of COCO results; an unreadable file of categories is an error.
func (j *job) openCOCO() (*sink, error) {
	c := coco.NewWriter(j.w)
	c.Threshold, c.Modules, c.IDs = j.Settings.Threshold, j.options.Modules, j.Scored.Run.Format == coco.Format.Name
	if path := j.options.Categories; path != "" {
		src, err := files.OpenSource(files.Disk{}, path)
		if err == nil {
			c.Categories, err = coco.ReadCategories(j.ctx, src)
		}
		if err != nil {
			return nil, fmt.Errorf("--categories: %w", err)
		}
	}
	return &sink{
		prepare: inOrder(c.Write), // it counts
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

func (j *job) openDROP() (*sink, error) {
	a := &nmndrop.Annotations{}
	return &sink{
		prepare:  inOrder(func(ex *loaders.Example) error { a.Add(ex); return nil }),
		end:      func() error { return a.Write(j.w) },
		describe: func() string { return fmt.Sprintf("; %d without gold that DROP's annotations can hold", a.Left) },
	}, nil
}

// goldSink writes gold like annotators of faithful-nmn. It counts modules whose gold can't be
// written.
func goldSink(a *faithfulnmn.Annotations, err error) (*sink, error) {
	return &sink{
		prepare: inOrder(a.Write),
		end:     a.Close,
		describe: func() string {
			return widget.If(a.Left > 0, "; the gold of "+loaders.Count(a.Left, "module")+
				" cannot be written: counts of two images, or boxes in pixels on an image of unknown size")
		},
	}, err
}

// openQuackie writes sentence scores like QUACKIE's code. It leaves out, and counts, examples that
// have none or are not true positives.
func (j *job) openQuackie() (*sink, error) {
	written, left := 0, 0
	return &sink{
		prepare: func(ex *loaders.Example) (func() error, error) {
			golds, scores, ok := sentences.Result(ex, j.Settings)
			return func() error {
				if !ok {
					left++
					return nil
				}
				line, err := quackie.Line(written, ex, golds, scores)
				if err == nil {
					_, err = j.w.Write(line)
				}
				written++
				return err
			}, nil
		},
		end: func() error { return nil },
		describe: func() string {
			return widget.If(left > 0, fmt.Sprintf("; %d without scores of sentences, or not true positives, are left out", left))
		},
	}, nil
}
