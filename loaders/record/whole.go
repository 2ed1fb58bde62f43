package record

import (
	"io"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// sole is a file that is one record.
type sole struct {
	loaders.Growth
	src   *loaders.Source
	bytes []byte
}

func (w *sole) Progress() (done, total int64) { return w.src.Size, w.src.Size }

func (w *sole) Close() error { return w.src.Close() }

func (w *sole) Size(int) int { return len(w.bytes) }

func (w *sole) Number(int) int { return 1 }

func (w *sole) Record(int) (record []byte, number int, err error) { return w.bytes, 1, nil }

// OpenWhole opens src, a file of at most most bytes, as a run of one example. It
// is [OpenJSONL] otherwise.
func OpenWhole(src *loaders.Source, format string, most int, decode func(rec *Record) (*loaders.Example, error)) (*loaders.Run, error) {
	b, err := read(src, most)
	if err != nil {
		return nil, err
	}
	w := &sole{src: src, bytes: b}
	w.Grow(1, true)
	run := &loaders.Run{}
	run.Read(src.Path, format, w, func(int) (*loaders.Example, error) {
		return decoded(run, &Record{Bytes: b, Line: 1}, nil, decode), nil
	})
	return run, nil
}

// ReadWhole returns a companion of at most most bytes.
func ReadWhole(src *loaders.Source, path string, most int) ([]byte, error) {
	file, err := files.OpenSource(src.Files, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return read(file, most)
}

func read(src *loaders.Source, most int) ([]byte, error) {
	r, err := files.Reader(src)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err == nil && len(b) > most {
		err = loaders.Errorf("more than %d bytes", most)
	}
	return b, err
}
