package faithfulnmn

import (
	"bytes"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

// BenchmarkDecode decodes records of 25 KB, one an iteration, with their gold
// and without the run's cache.
func BenchmarkDecode(b *testing.B) {
	lines := sampleLines(b)
	run := openFiles(b, fstest.MapFS{"run/predictions.json": {Data: bytes.Join(lines, []byte("\n"))}}, loaders.Options{})
	size := 0
	for _, line := range lines {
		size += len(line)
	}
	b.SetBytes(int64(size / len(lines)))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if ex := run.Scan(i % len(lines)); ex.Broken != "" {
			b.Fatal(ex.Broken)
		}
		i++
	}
}

// BenchmarkOpen opens a run and shows its first example: what a person waits
// for.
func BenchmarkOpen(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		run, err := files.NewOpener(nil, Format).Open(b.Context(), "testdata/predictions_sample.json.gz", loaders.Options{})
		check.NoError(b, err)
		if run.Example(0).Broken != "" {
			b.Fatal(run.Example(0).Broken)
		}
		run.Close()
	}
}

// BenchmarkReadBoxes reads the NLVR2 annotations, 243 KB.
func BenchmarkReadBoxes(b *testing.B) {
	file := testdata(b, "nlvr2_dev_box_annotations.csv")
	b.SetBytes(int64(len(file.Data)))
	b.ReportAllocs()
	for b.Loop() {
		f, err := readBoxes(fstest.MapFS{"boxes.csv": file}, "boxes.csv", &loaders.Problems{})
		if err != nil || len(f.byID) == 0 {
			b.Fatal(err)
		}
	}
}
