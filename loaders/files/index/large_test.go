package index

import (
	"io"
	"os"
	"runtime"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

func largeFile(b *testing.B) string {
	b.Helper()
	path := os.Getenv("FAITHSCOPE_LARGE")
	if path == "" {
		b.Skip("FAITHSCOPE_LARGE names no run; .ci/bench-size makes one")
	}
	return path
}

// BenchmarkIndexLarge is finding the records of a large file, and what their
// places take, beside reading the file alone.
func BenchmarkIndexLarge(b *testing.B) {
	path := largeFile(b)
	info, err := os.Stat(path)
	check.NoError(b, err)
	b.Run("read", func(b *testing.B) {
		b.SetBytes(info.Size())
		buf := make([]byte, 512<<10)
		for b.Loop() {
			f, err := os.Open(path)
			check.NoError(b, err)
			if _, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{f}, buf); err != nil {
				b.Fatal(err)
			}
			f.Close()
		}
	})
	b.Run("index", func(b *testing.B) {
		b.SetBytes(info.Size())
		b.ReportAllocs()
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for b.Loop() {
			src, err := files.OpenSource(files.DiskFiles{}, path)
			check.NoError(b, err)
			l, err := OpenLines(b.Context(), src, &loaders.Problems{})
			check.NoError(b, err)
			<-l.done
			b.StopTimer()
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/float64(l.Len()), "bytes/example")
			l.Close()
			b.StartTimer()
		}
	})
}
