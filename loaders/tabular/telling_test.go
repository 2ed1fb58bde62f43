package tabular

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

// A column says what its name says, and a reading what it passes and fails.
func TestReasons(t *testing.T) {
	path := fileWith(t, "run.csv", "prompt,response,passed,reply\na,x,true,y\nb,y,true,y\nc,x,true,x\nd,y,true,z\n")
	src, err := files.OpenSource(files.DiskFiles{}, path)
	check.NoError(t, err)
	defer src.Close()
	unclear, _ := errors.AsType[*UnclearTableError](lackOf(t.Context(), src, loaders.Options{}))
	said := loaders.Map(unclear.Known.Columns, func(c loaders.Column) string { return c.Since })
	if want := []string{"", "is named like an output", "is named like a verdict", "is named like an output"}; !slices.Equal(said, want) {
		t.Errorf("%q", said)
	}
	by := Decided(t.Context(), src)
	if len(by.Readings) != 1 || by.Readings[0].Map.String() != "question=prompt,predicted=response,correct=passed" {
		t.Fatalf("%+v", by.Readings)
	}
	for _, c := range by.Readings[0].Checks {
		check.Equal(t, "case", c.Failed != "", c.Name == "the verdict varies between rows", c)
	}
}

func fileWith(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	check.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}
