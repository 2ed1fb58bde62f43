package record

import (
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
func (o *Opening) Whole(most int, decode Decode) {
	if o.Failed() {
		return
	}
	b, err := readBytes(o.Source, most)
	if o.Fail(err) {
		return
	}
	w := &sole{src: o.Source, bytes: b}
	w.Grow(1, loaders.AllThere)
	o.Records(w, func(int) *loaders.Example {
		return o.decodeRecord(&Record{Bytes: b, Line: 1}, nil, decode)
	})
}

// ReadWhole returns a companion of at most most bytes.
func ReadWhole(src *loaders.Source, path string, most int) ([]byte, error) {
	file, err := files.OpenSource(src.Files, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readBytes(file, most)
}

func readBytes(src *loaders.Source, most int) ([]byte, error) {
	r, err := files.Reader(src)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return files.ReadAll(r, int64(most))
}
