package tabular

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

const (
	parquetName = "parquet"
	folderName  = "imagefolder"
	convention  = "xywh, pixels"
)

// Parquet reads Parquet files.
var Parquet = loaders.Format{
	Name:   parquetName,
	About:  "Parquet files of data sets on the Hugging Face Hub, pictures included",
	Boxes:  convention,
	Sign:   "the bytes PAR1 at the start",
	Detect: func(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) },
	Open:   openParquet,
}

// Folder reads the metadata of a folder of pictures.
var Folder = loaders.Format{
	Name:   folderName,
	About:  "metadata.jsonl or metadata.csv of a folder of pictures (Hugging Face)",
	Boxes:  convention,
	Sign:   "the key or column file_name, or one that ends in _file_name, in JSON Lines or a table",
	Detect: func(head []byte) bool { return isLines(head) || isTable(head) },
	Open:   openFolder,
}

func namesPicture(name string) bool {
	return name == "file_name" || strings.HasSuffix(name, "_file_name")
}

func isLines(head []byte) bool {
	if !bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("{")) {
		return false
	}
	for key, value := range record.ElementKeys(head, "") {
		if namesPicture(key) && value == '"' {
			return true
		}
	}
	return false
}

func isTable(head []byte) bool {
	return !bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")) && slices.ContainsFunc(record.CSVHeader(head), namesPicture)
}

func openParquet(_ context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	t, err := openTable(src)
	if err != nil {
		return nil, err
	}
	d := &reader{}
	if metadata, ok := t.file.Lookup("huggingface"); ok {
		d.classes = classesOf(metadata)
	}
	d.run = loaders.NewRun(src.Path, parquetName, t, func(i int) (*loaders.Example, error) { return t.example(d, i), nil })
	d.run.Boxes, d.run.Gold = convention, "in the file"
	if err := files.FindPictures(d.run, src, o); err != nil {
		return d.run, err
	}
	files.EmbedPictures(d.run, func(i, k int) ([]byte, error) { return t.picture(int64(i), k) })
	return d.run, nil
}

// example reads row i.
func (t *table) example(d *reader, i int) *loaders.Example {
	rec := &record.Record{Index: i}
	named := fmt.Sprintf("row %d", i+1)
	r, err := t.row(int64(i))
	var ex *loaders.Example
	if err == nil {
		ex = d.example(rec, &r)
		if ex.ID == "" {
			ex.ID = named
		}
	} else {
		var column *columnError
		if errors.As(err, &column) { // the same for many rows
			rec.FileProblem(loaders.Say("column %q: %v", column.name, column.err), loaders.Say("its rows are kept as examples without scores"))
		} else {
			rec.Problem(loaders.Say("%s: %v", named, err), loaders.Say("kept as an example without scores"))
		}
		ex = &loaders.Example{ID: named, Broken: err.Error()}
	}
	rec.Report(&d.run.Problems, t.src.Path, ex.ID)
	return ex
}

func openFolder(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	d := &reader{}
	var err error
	if isTable(src.Head) {
		header := record.CSVHeader(src.Head)
		d.run, err = record.OpenCSV(ctx, src, folderName, func(rec *record.Record, cells record.Cells) (*loaders.Example, error) {
			r := row{values: map[string]any{}}
			for _, name := range header {
				if cell := cells.Of(name); cell != "" {
					r.values[name] = cell
				}
			}
			return d.example(rec, &r), nil
		})
	} else {
		d.run, err = record.OpenJSONL(ctx, src, folderName, 0, d.line)
	}
	if err != nil {
		return nil, err
	}
	d.run.Boxes, d.run.Gold = convention, "in the file"
	if o.Images == "" && o.ImageFiles == nil {
		o.Images = filepath.Dir(src.Path) // the pictures are beside the file
	}
	return d.run, files.FindPictures(d.run, src, o)
}

// line decodes a line of metadata.jsonl.
func (d *reader) line(rec *record.Record) (*loaders.Example, error) {
	var fields map[string]jsonValue
	if err := rec.Decode(&fields); err != nil {
		return nil, err
	}
	r := row{values: make(map[string]any, len(fields))}
	for name, f := range fields {
		r.values[name] = f.value
	}
	return d.example(rec, &r), nil
}

// jsonValue is a JSON value in which whole numbers are int64.
type jsonValue struct{ value any }

// UnmarshalJSON implements [json.Unmarshaler].
func (f *jsonValue) UnmarshalJSON(b []byte) error {
	in := json.NewDecoder(bytes.NewReader(b))
	in.UseNumber()
	if err := in.Decode(&f.value); err != nil {
		return err
	}
	f.value = plainNumbers(f.value)
	return nil
}

// plainNumbers makes int64 and float64 of numbers, nil of those that are too large.
func plainNumbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if k, err := v.Int64(); err == nil {
			return k
		}
		if x, err := v.Float64(); err == nil {
			return x
		}
		return nil
	case []any:
		for i := range v {
			v[i] = plainNumbers(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = plainNumbers(v[key])
		}
	}
	return v
}
