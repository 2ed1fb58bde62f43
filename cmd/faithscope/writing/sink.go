// Package writing writes runs, and examples of them, in the formats of convert and export.
package writing

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync/atomic"

	"faithscope/cmd/faithscope/site"
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

type exampleWriter struct {
	// prepare does the slow half, concurrently, and returns the other half, which is called in the
	// order of the run.
	prepare  func(ex *loaders.Example) (write func() error, err error)
	end      func() error  // ends the format, not the file
	describe func() string // follows the number of examples in the summary
	isEmpty  func() bool   // nothing was written because no example has needs; nil: never
	needs    string
}

// ImageRoot returns a run's image folder relative to the folder of outputPath, with slashes; "" if it
// lies elsewhere, there is none, or outputPath is "-".
func ImageRoot(run *loaders.Run, outputPath string) string {
	folder, ok := run.Pictures.(*files.ConfinedFolder)
	if !ok || outputPath == "-" {
		return ""
	}
	own, err := filepath.Abs(filepath.Dir(outputPath))
	pictures, wrong := filepath.Abs(folder.Path)
	root, apart := filepath.Rel(own, pictures)
	if cmp.Or(err, wrong, apart) != nil || !filepath.IsLocal(root) {
		return ""
	}
	return filepath.ToSlash(root)
}

type exportJob struct {
	*Export
	ctx     context.Context
	w       io.Writer
	options *Options
	title   string
}

func inOrder(writeExample func(ex *loaders.Example) error) func(ex *loaders.Example) (func() error, error) {
	return func(ex *loaders.Example) (func() error, error) { return func() error { return writeExample(ex) }, nil }
}

// openNative says to open the file with --images if the image folder is elsewhere, because a path from
// there can't be kept. With --each-attribution the header names attributions, each scored as a run.
func (j *exportJob) openNative() (*exampleWriter, error) {
	run := j.Scored.Run
	h, root := native.HeaderOf(run), ImageRoot(run, j.options.Path)
	h.ImageRoot = cmp.Or(root, h.ImageRoot)
	if j.options.Each {
		h.Name, h.Scored = "", attributionNames(j.ctx, run)
	}
	e, err := native.NewEncoder(j.w, h)
	var pictured atomic.Bool
	return &exampleWriter{
		prepare: func(ex *loaders.Example) (func() error, error) {
			if len(ex.Images) > 0 {
				pictured.Store(true)
			}
			line, err := e.Line(ex)
			return func() error {
				_, err := j.w.Write(line)
				return err
			}, err
		},
		end: func() error { return nil },
		describe: func() string {
			if run.Pictures == nil || root != "" || !pictured.Load() {
				return ""
			}
			text := "; pictures are not copied: open the run with --images"
			if folder, ok := run.Pictures.(*files.ConfinedFolder); ok {
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
			names := loaders.Map(list, func(a loaders.Attribution) string { return a.Name })
			return slices.DeleteFunc(names, loaders.IsOracle)
		}
	}
	return nil
}

func (j *exportJob) openCOCO() (*exampleWriter, error) {
	c := coco.NewWriter(j.w)
	c.Threshold, c.Modules, c.IDs = j.Settings.Threshold, j.options.Modules, j.Scored.Run.Format == coco.Format.Name
	if path := j.options.Categories; path != "" {
		src, err := files.OpenSource(files.DiskFiles{}, path)
		if err == nil {
			c.Categories, err = coco.ReadCategories(j.ctx, src)
		}
		if err != nil {
			return nil, fmt.Errorf("--categories: %w", err)
		}
	}
	return &exampleWriter{
		prepare: func(ex *loaders.Example) (func() error, error) {
			ex = site.WithImageSizes(j.Scored.Run, ex)
			return func() error { return c.Write(ex) }, nil // in order, because it counts
		},
		end: c.Close,
		describe: func() string {
			text := fmt.Sprintf(", detections: %d", c.Boxes)
			if c.Categories == nil {
				text += ", all in category 1 (use --categories FILE to set ids)"
			}
			return text
		},
	}, nil
}

func (j *exportJob) openDROP() (*exampleWriter, error) {
	a := &nmndrop.GoldSpanCollector{}
	return &exampleWriter{
		prepare:  inOrder(func(ex *loaders.Example) error { a.Add(ex); return nil }),
		end:      func() error { return a.Write(j.w) },
		describe: func() string { return fmt.Sprintf("; %d skipped: no gold that DROP's format can represent", a.Left) },
	}, nil
}

func goldSink(a *faithfulnmn.AnnotationWriter, err error) (*exampleWriter, error) {
	return &exampleWriter{
		prepare: inOrder(a.Write),
		end:     a.Close,
		isEmpty: a.IsEmpty,
		needs:   "gold boxes or numbers for the authors' modules",
		describe: func() string {
			return widget.If(a.Left > 0, "; the gold output of "+loaders.Count(a.Left, "module")+
				" can't be written: their counts can't be split between two images, their boxes are in pixels and the image size is unknown, "+
				"or their place in the program is unknown")
		},
	}, err
}

// openQuackie leaves out, and counts, examples without sentence scores or that are not true positives,
// because QUACKIE's code has only those.
func (j *exportJob) openQuackie() (*exampleWriter, error) {
	written, left := 0, 0
	return &exampleWriter{
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
		end:     func() error { return nil },
		isEmpty: func() bool { return written == 0 },
		needs:   "sentence scores of a true positive",
		describe: func() string {
			return widget.If(left > 0, fmt.Sprintf("; %d left out: no sentence scores, or not true positives", left))
		},
	}, nil
}
