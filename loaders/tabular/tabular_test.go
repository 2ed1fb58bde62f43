package tabular

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/parquet-go/parquet-go"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

var formats = loadertest.Formats{Parquet, Folder, Any}

// anyColumns opens a table whatever its columns are called.
var anyColumns = loaders.Options{Named: loaders.FlagValues{"map": "meta.any=*"}}

// opened opens text as the run "run". A map of its columns may be "".
func opened(t testing.TB, text, columnMap string) *loaders.Run {
	t.Helper()
	o := loaders.Options{}
	if columnMap != "" {
		o = o.With(loaders.ColumnMap, columnMap)
	}
	return formats.Open(t, fstest.MapFS{"run": {Data: []byte(text)}}, "run", o)
}

// verdictsOf returns the verdicts on a run's answers, with blanks between them.
func verdictsOf(run *loaders.Run) string {
	var list []string
	for ex := range run.ScanAll {
		list = append(list, ex.Answer.Correct.String())
	}
	return strings.Join(list, " ")
}

// lettersOf returns the first letters of the verdicts on a run's answers.
func lettersOf(run *loaders.Run) (letters string) {
	for word := range strings.FieldsSeq(verdictsOf(run)) {
		letters += word[:1]
	}
	return letters
}

// Files of other writers put together as their documentation has them.
func TestConformanceAssembly(t *testing.T) {
	for name, want := range map[string][]string{
		"nested_lists.snappy.parquet": {
			`{"a":[[["a","b"],["c"]],[null,["d"]]],"b":1}`,
			`{"a":[[["a","b"],["c","d"]],[null,["e"]]],"b":1}`,
			`{"a":[[["a","b"],["c","d"],["e"]],[null,["f"]]],"b":1}`,
		},
		"list_columns.parquet": {
			`{"int64_list":[1,2,3],"utf8_list":["abc","efg","hij"]}`,
			`{"int64_list":[null,1],"utf8_list":null}`,
			`{"int64_list":[4],"utf8_list":["efg",null,"hij","xyz"]}`,
		},
	} {
		run := formats.Open(t, nil, filepath.Join("testdata", name), anyColumns)
		if run.Len() != len(want) {
			t.Fatalf("%s: %d rows, want %d", name, run.Len(), len(want))
		}
		for _, i := range []int{2, 0, 1} { // any order
			got, err := run.Raw(i)
			if err != nil || string(got) != want[i] {
				t.Errorf("%s, row %d: %s, %v; want %s", name, i, got, err, want[i])
			}
		}
	}
}

func cornersOf(boxes []loaders.Box) [][4]float64 {
	var list [][4]float64
	for _, b := range boxes {
		list = append(list, [4]float64{b.X0, b.Y0, b.X1, b.Y1})
	}
	return list
}

// A data set of the Hub reads as the program that wrote it says.
func TestConformance(t *testing.T) {
	run := formats.Open(t, nil, "testdata/made.parquet",
		loaders.Options{}.With(loaders.ColumnMap, "id=image_id,question=question,gold=answers|label,correct=correct,image=image,objects=objects"))
	if run.Len() != 3 || run.Format != "parquet" || run.Boxes != "xywh, pixels" {
		t.Fatalf("%d rows of %s, boxes %q", run.Len(), run.Format, run.Boxes)
	}
	want := []struct {
		id, question, gold string
		correct            loaders.Verdict
		pictures           int
		boxes              [][4]float64
		finds              []string
		meta               map[string]string
	}{
		{"10", "How many?", "two or 2", loaders.Right, 1, [][4]float64{{0, 0, 3, 1.5}, {1, 1, 3, 3}}, []string{"cat", "dog"},
			map[string]string{"label": "outdoor", "source": "x"}},
		{"11", "", "indoor", loaders.Wrong, 1, nil, nil, map[string]string{"source": "x"}},
		{"12", "Which?", "none", loaders.Wrong, 0, [][4]float64{{0, 0, 1, 1}}, []string{"category 5"},
			map[string]string{"height": "0", "label": "7", "source": "y", "width": "0"}},
	}
	for i, w := range want {
		ex := run.Example(i)
		if ex.ID != w.id || ex.Question != w.question || ex.Answer.Gold != w.gold && i != 1 || ex.Answer.Correct != w.correct ||
			!reflect.DeepEqual(ex.Meta, w.meta) && i != 1 {
			t.Errorf("row %d: %+v", i, ex)
		}
		pictures := 0
		for _, im := range ex.Images {
			if im.Path != "" {
				pictures++
			}
		}
		check.Equal(t, "row pictures", pictures, w.pictures, i)
		if w.boxes != nil && !reflect.DeepEqual(cornersOf(ex.Images[0].Gold), w.boxes) {
			t.Errorf("row %d: boxes %v, want %v", i, cornersOf(ex.Images[0].Gold), w.boxes)
		}
		var finds []string
		for k, m := range ex.Program {
			if k > 0 {
				finds = append(finds, m.Text)
			}
		}
		check.DeepEqual(t, "row", finds, w.finds, i)
	}
	for i, size := range [][2]int{{6, 4}, {3, 3}} {
		f, err := run.Pictures.Open(run.Example(i).Images[0].Path)
		check.NoError(t, err)
		im, err := png.Decode(f)
		f.Close()
		if err != nil || im.Bounds().Dx() != size[0] || im.Bounds().Dy() != size[1] {
			t.Errorf("picture of row %d: %v, want %v", i, err, size)
		}
	}
	if _, err := fs.Stat(run.Pictures, files.EmbeddedPath(2, 0)); err == nil {
		t.Error("a row without a picture has one")
	}
	loadertest.Problems(t, run)
}

// many returns a table with n rows of different lengths.
func many(t testing.TB, n int) []byte {
	t.Helper()
	type line struct {
		ID   int64   `parquet:"id"`
		Text string  `parquet:"text"`
		List []int64 `parquet:"list,list"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[line](&b, parquet.PageBufferSize(300))
	for i := range n {
		if _, err := w.Write([]line{{int64(i), strings.Repeat("x", i%50), make([]int64, i%4)}}); err != nil {
			t.Fatal(err)
		}
		if i%(n/3+1) == n/3 {
			check.NoError(t, w.Flush())
		}
	}
	check.NoError(t, w.Close())
	return b.Bytes()
}

// Rows are the same in whatever order, and from many goroutines, they are
// read.
func TestAnyOrder(t *testing.T) {
	const n = 1000
	run := formats.Text(t, "train.parquet", string(many(t, n)))
	if run.Len() != n {
		t.Fatalf("%d rows, want %d", run.Len(), n)
	}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for k := range n {
				i := (k*(2*g+7) + 13*g) % n // all orders are permutations: n has the factors 2 and 5 alone
				if g == 0 {
					i = k
				}
				b, err := run.Raw(i)
				var got struct {
					ID   int
					Text string
					List []int
				}
				if err == nil {
					err = json.Unmarshal(b, &got)
				}
				if err != nil || got.ID != i || len(got.Text) != i%50 || len(got.List) != i%4 {
					t.Errorf("row %d: %s, %v", i, b, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// Damaged files say so: nothing panics, hangs or takes the memory that a file
// asks for.
func TestBrokenParquet(t *testing.T) {
	good, err := os.ReadFile(filepath.Join("testdata", "made.parquet"))
	check.NoError(t, err)
	long := many(t, 1000)
	footer := bytes.Clone(good)
	binary.LittleEndian.PutUint32(footer[len(footer)-8:], 1<<30)
	for why, c := range map[string]struct {
		data    []byte
		problem string
	}{
		"the magic alone":           {[]byte("PAR1"), "too short"},
		"two magics":                {[]byte("PAR1PAR1"), "too short"},
		"an empty footer":           {[]byte("PAR1\x00\x00\x00\x00PAR1"), ""},
		"cut off":                   {good[:len(good)/2], "the end of the Parquet file is missing"},
		"a footer beyond the start": {footer, "the footer claims 1073741824 bytes"},
		"columns beyond the end": {append([]byte("PAR1"), long[len(long)-int(binary.LittleEndian.Uint32(long[len(long)-8:]))-8:]...),
			"lies outside the file"},
	} {
		if err := formats.Err(t, fstest.MapFS{"a": {Data: c.data}}, "a", loaders.Options{}); err == nil {
			t.Errorf("%s: opens", why)
		} else if !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s: %v, want %q", why, err, c.problem)
		}
	}
	// Bytes of the pages overwritten: the rows that need them are broken, and
	// the run says so.
	for at := 4; at < len(good)/2; at += 97 {
		data := bytes.Clone(good)
		for i := at; i < at+40; i++ {
			data[i] = 0xff
		}
		formats.Walk(t, fstest.MapFS{"a": {Data: data}}, "a", func(run *loaders.Run, ex *loaders.Example) {
			if _, n := run.Problems.All(); ex.Broken != "" && n == 0 {
				t.Errorf("from byte %d: %s is broken and no problem says so", at, ex.ID)
			}
			loadertest.ReadPictures(run, ex)
		})
	}
}

// The damaged files that Parquet's own project collects: each is refused, says
// that rows are broken, or has damage that no row shows.
func TestBadData(t *testing.T) {
	for name, want := range map[string]string{
		"ARROW-RS-GH-6229-DICTHEADER.parquet": "lies outside the file",
		"ARROW-RS-GH-6229-LEVELS.parquet":     "decoding repetition levels",
		"ARROW-GH-41317.parquet":              "cannot read values of type INDEX_PAGE",
		"ARROW-GH-41321.parquet":              "decoding definition levels",
		"ARROW-GH-43605.parquet":              "",                                      // a column of one value, of zero bits
		"ARROW-GH-45185.parquet":              "",                                      // a list that begins in no row is the first row's
		"ARROW-GH-47662.parquet":              "a page claims 100 values in 364 bytes", // nulls where none should be
		"PARQUET-1481.parquet":                "",                                      // a column of a type that is not known
	} {
		path := filepath.Join("testdata", "bad", name)
		if err := formats.Err(t, nil, path, anyColumns); err == nil {
			loadertest.Problem(t, formats.Open(t, nil, path, anyColumns), want)
		} else if want == "" || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %.300s, want %q", name, err, want)
		}
	}
}
