package record

import (
	"faithscope/loaders"
	"faithscope/loaders/files"
)

// wholeFile is a file that is one record.
type wholeFile struct {
	loaders.ExaminedRecords
	bytes []byte
}

func (w *wholeFile) Close() error { return w.Source.Close() }

func (w *wholeFile) Size(int) int { return len(w.bytes) }

func (w *wholeFile) Number(int) int { return 1 }

func (w *wholeFile) Record(int) (record []byte, number int, err error) { return w.bytes, 1, nil }

// Whole opens the file as one example with all of it as the record. It fails for more than most
// bytes.
func (o *Opening) Whole(most int, decode Decode) {
	if o.Failed() {
		return
	}
	b, err := readBytes(o.Source, most)
	if o.Fail(err) {
		return
	}
	w := &wholeFile{ExaminedRecords: loaders.ExaminedRecords{Source: o.Source}, bytes: b}
	w.Grow(1, loaders.AllThere)
	o.Records(w, func(int) *loaders.Example {
		return o.decodeRecord(&Record{Bytes: b, Line: 1}, nil, decode)
	})
}

// ReadWhole returns the unpacked bytes of a companion; more than most are an error.
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
