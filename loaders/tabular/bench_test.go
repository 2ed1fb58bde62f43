package tabular

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

// BenchmarkOpen opens a table of 5,000 rows, whose columns are decided, and decodes them.
func BenchmarkOpen(b *testing.B) {
	var cells, lines strings.Builder
	cells.WriteString("id,question,label,prediction,note,score\n")
	for i := range 5000 {
		label, said := []string{"cat", "dog", "bird"}[i%3], []string{"cat", "dog"}[i%2]
		fmt.Fprintf(&cells, "%d,Which animal is in picture %d of the book?,%s,%s,some text that is here to be long,%g\n",
			i, i, label, said, float64(i)/7)
		fmt.Fprintf(&lines, `{"id":%d,"question":"Which animal is in picture %d of the book?","label":"%s",`+
			`"prediction":"%s","options":["cat","dog","bird"],`+
			`"usage":{"tokens":%d,"seconds":1.5}}`+"\n", i, i, label, said, i)
	}
	for name, text := range map[string]string{"cells": cells.String(), "lines": lines.String()} {
		fsys := fstest.MapFS{"run": {Data: []byte(text)}}
		b.Run("opened/"+name, func(b *testing.B) {
			for b.Loop() {
				run, err := files.NewOpener(fsys, loaders.Formats(formats)...).Open(b.Context(), "run", loaders.Options{})
				check.NoError(b, err)
				run.Close()
			}
		})
		run, err := files.NewOpener(fsys, loaders.Formats(formats)...).Open(b.Context(), "run", loaders.Options{})
		if err != nil || run.Wait(b.Context(), 5000) != nil {
			b.Fatal(err)
		}
		b.Run("decoded/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for i := range run.Len() {
					run.Scan(i)
				}
			}
		})
		run.Close()
	}
}
