package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/filestest"
	"faithscope/loaders/loadertest/check"
)

func openedLines(t testing.TB, content []byte, most sizeLimits) (*FileElements, *loaders.Problems) {
	t.Helper()
	src, err := files.OpenSource(files.DiskFiles{}, filestest.Write(t, content))
	check.NoError(t, err)
	problems := &loaders.Problems{}
	l, err := openSearch(context.Background(), src, problems, most, &lineSplitter{start: files.Mark(src), blank: true})
	check.NoError(t, err)
	t.Cleanup(func() {
		check.NoError(t, l.Close())
	})
	return l, problems
}

// all waits for the end and returns every record as "number:text".
func all(t testing.TB, l *FileElements) []string {
	t.Helper()
	check.NoError(t, l.Wait(context.Background(), 1<<60))
	var got []string
	for i := range l.Len() {
		record, err := l.Record(i)
		number := l.Number(i)
		if err != nil {
			record = []byte("error: " + err.Error())
		}
		got = append(got, fmt.Sprintf("%d:%s", number, record))
	}
	return got
}

func whats(problems *loaders.Problems) []string {
	kept, _ := problems.All()
	var list []string
	for _, p := range kept {
		list = append(list, fmt.Sprintf("%d: %s", p.Line, p.What.String()))
	}
	return list
}

func TestLines(t *testing.T) {
	tests := []struct {
		why, content string
		want         []string
		cut          bool
	}{
		{"the plain case", "a\nbb\nccc\n", []string{"1:a", "2:bb", "3:ccc"}, false},
		{"a writer that leaves out the last line end, or has not got there", "a\nbb", []string{"1:a", "2:bb"}, true},
		{"blank lines are not records but count as lines", "\n a\n\n \t\r\nb\n\n", []string{"2: a", "5:b"}, false},
		{"Windows line ends are not part of a record", "a\r\nb\r\n", []string{"1:a", "2:b"}, false},
		{"a byte order mark is not part of the first record", "\ufeffa\nb\n", []string{"1:a", "2:b"}, false},
		{"a line of nothing but a byte order mark is blank", "\ufeff\nb\n", []string{"2:b"}, false},
		{"white space behind the last line end is not a cut line", "a\n  ", []string{"1:a"}, false},
	}
	packs := map[string]func(testing.TB, []byte) []byte{
		"plain": func(_ testing.TB, b []byte) []byte { return b }, "gzip": filestest.Gzip, "zstd": filestest.Zstd,
	}
	for _, tt := range tests {
		for kind, pack := range packs {
			t.Run(tt.why+"/"+kind, func(t *testing.T) {
				l, problems := openedLines(t, pack(t, []byte(tt.content)), usual)
				check.EqualLists(t, "records", all(t, l), tt.want)
				check.Equal(t, "Cut of the last line", l.Cut(l.Len()-1), tt.cut)
				if got := whats(problems); got != nil {
					t.Errorf("problems %q, want none", got)
				}
				if done, total := l.Progress(); done != total || done != l.src.Size {
					t.Errorf("progress %d of %d at the end of %d stored bytes", done, total, l.src.Size)
				}
			})
		}
	}
}

func TestLinesOfBrokenFiles(t *testing.T) {
	var many bytes.Buffer
	for i := range 20_000 {
		fmt.Fprintf(&many, "{\"id\": %d, \"noise\": %d}\n", i, i*7919%10007)
	}
	cut := func(b []byte) []byte { return b[:len(b)/2] }
	t.Run("half a gzip file shows what is in the half", func(t *testing.T) {
		testHalf(t, cut(filestest.Gzip(t, many.Bytes())), "the archive is cut off")
	})
	t.Run("half a zstd file shows what is in the half", func(t *testing.T) {
		testHalf(t, cut(filestest.Zstd(t, many.Bytes())), "the archive is cut off")
	})
	t.Run("bytes behind a gzip file do not lose the file", func(t *testing.T) {
		l, problems := openedLines(t, append(filestest.Gzip(t, []byte("a\nb\n")), "garbage that is not gzip"...), usual)
		check.EqualLists(t, "records", all(t, l), []string{"1:a", "2:b"})
		if got := whats(problems); len(got) != 1 || !strings.Contains(got[0], "gzip") {
			t.Errorf("problems %q, want one about gzip", got)
		}
	})
}

func testHalf(t *testing.T, content []byte, want string) {
	l, problems := openedLines(t, content, usual)
	records := all(t, l)
	if len(records) < 1000 || len(records) > 19_000 {
		t.Fatalf("%d of 20000 records from half a file", len(records))
	}
	check.Equal(t, "record 0", records[0], `1:{"id": 0, "noise": 0}`)
	kept, count := problems.All()
	if count != 1 || !strings.Contains(kept[0].What.String(), want) || kept[0].Line < len(records) {
		t.Errorf("problems %+v, want one at line %d that says %q", kept, len(records), want)
	}
}

func TestLinesLimits(t *testing.T) {
	most := sizeLimits{line: 10, content: 1 << 40, memory: 1 << 40}
	l, problems := openedLines(t, []byte("short\n"+strings.Repeat("x", 11)+"\n0123456789\n"), most)
	got := all(t, l)
	if len(got) != 3 || got[0] != "1:short" || !strings.HasPrefix(got[1], "2:error: the record is larger than") || got[2] != "3:0123456789" {
		t.Errorf("a line over the limit: records %q, want it in its place as an error", got)
	}
	if l.Size(1) != 0 || l.Size(2) != 10 {
		t.Errorf("sizes %d and %d, want 0 and 10", l.Size(1), l.Size(2))
	}
	if list := whats(problems); list != nil {
		t.Errorf("problems %q: whoever reads the line reports it", list)
	}

	ones := bytes.Repeat([]byte("1\n"), 1<<20)
	packed, long := filestest.Gzip(t, ones), filestest.Gzip(t, append([]byte("1\n"), bytes.Repeat([]byte("x"), 1<<24)...))
	for _, tt := range []struct {
		why  string
		most sizeLimits
		file []byte
	}{
		{"contains more than 0 GB", sizeLimits{line: 10, content: 1 << 20, memory: 1 << 40, free: 1 << 40}, packed},
		{"unpacks to more than 500 times its size", sizeLimits{line: 10, content: 1 << 40, memory: 1 << 40, free: 1 << 20}, long},
		{"needs more than 0 GB of memory for its records", sizeLimits{line: 10, content: 1 << 40, memory: 1 << 20, free: 1 << 40}, ones},
		{"needs more than 500 times its size", sizeLimits{line: 10, content: 1 << 40, memory: 1 << 40, free: 4 << 20}, packed},
	} {
		l, problems := openedLines(t, tt.file, tt.most)
		n := len(all(t, l))
		if n == 0 || n >= 1<<20 {
			t.Errorf("%s: %d records", tt.why, n)
		}
		if list := whats(problems); len(list) != 1 || !strings.Contains(list[0], tt.why) || problems.Lost() == nil {
			t.Errorf("%s: problems %q, want one, and a loss", tt.why, list)
		}
	}
}

// Rows of a few bytes are not a bomb, however many they are: neither as they are, nor packed to less
// than three bytes a row.
func TestManyShortRowsAreRead(t *testing.T) {
	const n = 1_200_000
	var table bytes.Buffer
	for i := range n {
		fmt.Fprintf(&table, "%d,yes,%s\n", i, []string{"yes", "no", "yes"}[i%3])
	}
	for _, file := range [][]byte{table.Bytes(), filestest.Gzip(t, table.Bytes())} {
		most := usual
		most.free = 1 << 20
		l, problems := openedLines(t, file, most)
		check.NoError(t, l.Wait(t.Context(), 2*n))
		if l.Len() != n || len(whats(problems)) > 0 {
			t.Errorf("%d records of %d, problems %q", l.Len(), n, whats(problems))
		}
	}
}

// Lines appended to an opened file are not its records, but what begins or ends differently is another file, and half a line
// must not pass for one.
func TestLinesThatChange(t *testing.T) {
	path := filestest.Write(t, []byte("aaaa\nbbbb\n"))
	src, err := files.OpenSource(files.DiskFiles{}, path)
	check.NoError(t, err)
	l, err := OpenLines(t.Context(), src, &loaders.Problems{})
	check.NoError(t, err)
	defer l.Close()
	check.NoError(t, l.Wait(t.Context(), 2))
	for at, c := range [][2]string{{"aaaa\nbbbb\ncccc\n", "bbbb"}, {"cccc\nbbbb\n", "rewritten"}, {"aaaa\nbb", "shrunk"}} {
		later := time.Now().Add(time.Duration(at+1) * time.Hour) // a file system's clock can be coarse
		check.NoError(t, errors.Join(os.WriteFile(path, []byte(c[0]), 0o600), os.Chtimes(path, later, later)))
		record, err := l.Record(1)
		if err != nil {
			record = []byte(err.Error())
		}
		check.Has(t, c[0], string(record), c[1])
	}
}

// endless is a file that never ends, so that only cancelling stops a search.
type endless struct{ fstest.MapFS }

func (e endless) Open(name string) (fs.File, error) {
	f, err := e.MapFS.Open(name)
	return endlessFile{f}, err
}

type endlessFile struct{ fs.File }

func (endlessFile) Read(p []byte) (int, error) {
	n := copy(p, "record\n")
	runtime.Gosched()
	return n, nil
}

func TestLinesEnd(t *testing.T) {
	fsys := endless{fstest.MapFS{"run": {Data: []byte("x")}}}
	open := func(ctx context.Context) (*FileElements, *loaders.Problems) {
		src, err := files.OpenSource(fsys, "run")
		check.NoError(t, err)
		problems := &loaders.Problems{}
		l, err := OpenLines(ctx, src, problems)
		check.NoError(t, err)
		return l, problems
	}

	l, problems := open(context.Background())
	check.NoError(t, l.Wait(context.Background(), 1))
	waiting := make(chan error)
	go func() { waiting <- l.Wait(context.Background(), 1<<60) }()
	check.NoError(t, l.Close())
	check.NoError(t, <-waiting)
	check.NoError(t, l.Close())
	if list := whats(problems); list != nil {
		t.Errorf("closing is not a problem of the file: %q", list)
	}

	ctx, cancel := context.WithCancel(context.Background())
	l, problems = open(ctx)
	defer l.Close()
	cancel()
	<-l.done
	if list := whats(problems); len(list) != 1 || !strings.Contains(list[0], "stopped") {
		t.Errorf("a search that ended early: problems %q, want one that says so", list)
	}
	check.NoError(t, l.Wait(ctx, 1<<60))
}

func TestLinesWaitEndsWithItsContext(t *testing.T) {
	src, err := files.OpenSource(endless{fstest.MapFS{"run": {Data: []byte("x")}}}, "run")
	check.NoError(t, err)
	l, err := OpenLines(context.Background(), src, &loaders.Problems{})
	check.NoError(t, err)
	defer l.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	check.Is(t, "Wait", l.Wait(ctx, 1<<60), context.Canceled)
}

func TestLinesConcurrently(t *testing.T) {
	var content bytes.Buffer
	for i := range 50_000 {
		fmt.Fprintf(&content, "%d\n", i)
	}
	l, _ := openedLines(t, filestest.Gzip(t, content.Bytes()), usual)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := 0; ; i += 997 {
				if err := l.Wait(context.Background(), i+1); err != nil {
					t.Error(err)
				}
				if i >= l.Len() {
					return
				}
				record, err := l.Record(i)
				number := l.Number(i)
				if err != nil || string(record) != fmt.Sprint(i) || number != i+1 {
					t.Errorf("record %d: %q, line %d, %v", i, record, number, err)
				}
				l.Progress()
			}
		})
	}
	wg.Wait()
}

// FuzzLines compares the index with splitting the whole text, whatever the
// size of the pieces that come from the reader.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{"", "a", "a\nb", "\ufeff\n\na\r\n", "\xff\n \n\x00\n", "\n\n\n", "\u2000"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		bom := 0
		if bytes.HasPrefix(content, []byte("\ufeff")) {
			bom = 3
		}
		var want []string
		start := bom
		for number, line := range bytes.Split(content[bom:], []byte("\n")) {
			if strings.Trim(string(line), " \t\r") != "" {
				want = append(want, fmt.Sprintf("%d %d+%d", number+1, start, len(line)))
			}
			start += len(line) + 1
		}
		for _, in := range []io.Reader{bytes.NewReader(content), iotest.OneByteReader(bytes.NewReader(content)),
			iotest.DataErrReader(bytes.NewReader(content))} {
			l := &FileElements{}
			s := recordSearch{lines: l, most: usual, split: &lineSplitter{start: int64(bom), blank: true}, number: 1}
			check.NoError(t, s.searchThrough(context.Background(), in, 0))
			l.addFound(s.found, loaders.AllThere, s.cut)
			var got []string
			for _, at := range l.at {
				got = append(got, fmt.Sprintf("%d %d+%d", at.number, at.start, at.length))
			}
			check.EqualLists(t, "lines", got, want, content)
		}
	})
}

// BenchmarkLines indexes a file of records as large as those of NLVR2 runs.
// BenchmarkLines/read is reading the same file and nothing else.
func BenchmarkLines(b *testing.B) {
	record := append(bytes.Repeat([]byte(`{"find": [0.123, 0.456]} `), 25_000/25), '\n')
	path := filestest.Write(b, bytes.Repeat(record, 4000))
	b.Run("index", func(b *testing.B) {
		b.SetBytes(int64(len(record)) * 4000)
		b.ReportAllocs()
		for b.Loop() {
			src, err := files.OpenSource(files.DiskFiles{}, path)
			check.NoError(b, err)
			l, err := OpenLines(context.Background(), src, &loaders.Problems{})
			check.NoError(b, err)
			if err := l.Wait(context.Background(), 1<<60); err != nil || l.Len() != 4000 {
				b.Fatal(err, l.Len())
			}
			l.Close()
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(record)) * 4000)
		b.ReportAllocs()
		buf := make([]byte, 1<<20)
		for b.Loop() {
			f, err := os.Open(path)
			check.NoError(b, err)
			for err == nil {
				_, err = f.Read(buf)
			}
			f.Close()
		}
	})
}
