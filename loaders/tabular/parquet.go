package tabular

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/parquet"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
)

// Parquet reads Parquet files.
var Parquet = record.NewFormat(loaders.Format{
	Name:   "parquet",
	About:  "Parquet files of data sets, pictures included",
	Boxes:  convention,
	Sign:   "the bytes PAR1 at the start",
	Detect: isParquet,
	Takes:  []loaders.FormatFlag{{Flag: roles.Flag}, {Flag: loaders.ImageFolder}},
	// Its columns are at its end: the kept map is looked up by them.
	Shape: func(_ context.Context, src *loaders.Source) string {
		if isParquet(src.Head) {
			return parquet.Magic
		}
		return ""
	},
	Parts: func(_ context.Context, src *loaders.Source, o loaders.Options) ([]string, error) {
		t, err := parquet.Open(src)
		if err != nil {
			return nil, nil //nolint:nilerr // opening says what is wrong
		}
		s := sampleParquet(t, src)
		return s.modelNames(o, s.shape), nil
	},
}, record.RecordFormat{Gold: "in the file", Open: openParquet})

func isParquet(head []byte) bool { return bytes.HasPrefix(head, []byte(parquet.Magic)) }

// openParquet opens a Parquet file as the run, narrowed to the model of the options' part. A table
// that leaves a doubt opens all the same, because a data set without predictions is worth seeing.
func openParquet(o *record.RunBuilder) {
	t, err := parquet.Open(o.Source)
	if o.Fail(err) {
		return
	}
	d := &rowReader{run: o.Run, classes: t.Classes()}
	s := sampleParquet(t, o.Source)
	if len(s.columns) == 0 {
		o.Fail(errors.New("the table has no columns"))
		return
	}
	by, err := s.decisionFor(o.Options, s.shape, evenIfOpen)
	if o.Fail(err) {
		return
	}
	if by.Doubt != "" && len(by.Offers) > 0 {
		o.Run.ReportProblem("%s; answers aren't judged without --map%s", by.Doubt, describeOffers(by.Offers))
	}
	d.setMap(s.shape, by)
	files.Forget(o.Source)
	o.Records(t, func(i int) *loaders.Example { return d.parquetExample(t, i) })
	d.narrowRun(o, false)
	o.FindPictures()
	files.EmbedPictures(o.Run, func(i, k int) ([]byte, error) { return t.PictureBytes(int64(i), k) })
}

// sampleParquet returns a sample of rows over the whole table. If there are columns of pictures and
// none is named so, the first column is the image.
func sampleParquet(t *parquet.File, src *loaders.Source) *tableSample {
	return files.Remember(src, "sample", func() *tableSample {
		s, named := &tableSample{columns: t.ColumnNames()}, t.Classes()
		s.shape = shapeOf(s.columns)
		for _, i := range spreadOver(t.Len()) {
			if r, err := t.RowAt(int64(i)); err == nil {
				for name, v := range r.Values {
					r.Values[name] = named.NameClass(name, v)
				}
				s.rows = append(s.rows, r)
			}
		}
		s.partial = len(s.rows) < t.Len()
		s.guessMap()
		if t.HasPictures() && !s.columnMap.Has("image") {
			s.columnMap = append(s.columnMap, roles.RoleAssignment{Role: "image", Paths: s.columns[:1]})
		}
		return s
	})
}

// parquetExample returns the example of row i. A failure that is due to a column is one problem of
// the file, otherwise the same would be said for every row.
func (d *rowReader) parquetExample(t *parquet.File, i int) *loaders.Example {
	rec := record.New(d.run, i)
	named := fmt.Sprintf("row %d", i+1)
	r, err := t.RowAt(int64(i))
	ex := &loaders.Example{}
	if column, ok := errors.AsType[*parquet.ColumnError](err); ok { // the same for many rows
		kind, args := "column %q: %v; some of %d rows are kept as examples without scores", []any{column.Name, column.Err, t.Len()}
		if n := t.CountUnreadable(column.Leaf); n > 0 {
			kind, args = "column %q: %v; %d of %d rows are kept as examples without scores", slices.Insert(args, 2, any(n))
		}
		rec.FileProblem(kind, args...)
		ex.Broken = err.Error()
	} else if err != nil {
		rec.Problem("%s: %v; kept as an example without scores", named, err)
		ex.Broken = err.Error()
	} else {
		ex = d.exampleOf(rec, r)
	}
	if ex.ID == "" {
		ex.ID = named
	}
	rec.Report(&d.run.Problems, t.Source.Path, ex.ID)
	return ex
}
