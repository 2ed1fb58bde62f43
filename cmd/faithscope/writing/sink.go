// Package writing writes runs, and examples of them, in the formats that convert and
// export have.
package writing

import (
	"cmp"
	"context"
	"io"
	"path/filepath"

	"faithscope/loaders"
	"faithscope/loaders/coco"
	"faithscope/loaders/files"
	"faithscope/loaders/native"
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
func Copy(ctx context.Context, run *loaders.Run, rows []int, prepare func(ex *loaders.Example) (write func() error, err error)) (examples, unreadable int, err error) {
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
