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

// Whole opens the file, of at most most bytes, as one example.
func (o *Opening) Whole(most int, decode Decode) error {
	b, err := read(o.Source, most)
	if err != nil {
		return err
	}
	w := &sole{src: o.Source, bytes: b}
	w.Grow(1, true)
	o.Records(w, func(int) (*loaders.Example, error) {
		return o.decoded(&Record{Bytes: b, Line: 1}, nil, decode), nil
	})
	return nil
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
		err = loaders.Errorf("more than %d MB", most>>20)
	}
	return b, err
}
