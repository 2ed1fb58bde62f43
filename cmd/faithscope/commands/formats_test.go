package commands

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

// claims returns the formats that detect a file, by name.
func claims(t *testing.T, path string) []string {
	t.Helper()
	src, err := files.OpenSource(files.DiskFiles{}, path)
	if errors.Is(err, files.ErrEmpty) {
		return nil
	}
	check.NoError(t, err)
	defer src.Close()
	var names []string
	for _, f := range opening.Formats {
		if f.Detect(src.Head) {
			names = append(names, f.Name)
		}
	}
	for _, f := range opening.Formats {
		if len(names) == 0 && f.Confirm != nil && f.Confirm(t.Context(), src, loaders.Options{}) {
			return []string{f.Name}
		}
	}
	return names
}

// No format claims a file of another, and every format has a file of its own in
// the test data.
func TestNoFormatClaimsAnothers(t *testing.T) {
	folders, err := filepath.Glob("../../loaders/*/testdata")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	claimed := claimants(t, append(folders, "demo"))
	for _, f := range opening.Formats {
		if claimed[f.Name] == "" {
			t.Errorf("no test data of %s", f.Name)
		}
		if f.Sign == "" || f.About == "" {
			t.Errorf("%s says neither what it is nor what it is recognised by", f.Name)
		}
	}
}

// The same holds for the data beside the project, where there is any.
func TestOracleNoFormatClaimsAnothers(t *testing.T) {
	claimants(t, []string{"../../../shared/data"})
}

// claimants returns a file per format that recognises one below the folders,
// and reports those that several recognise.
func claimants(t *testing.T, folders []string) map[string]string {
	t.Helper()
	claimed := map[string]string{}
	for _, dir := range folders {
		own := filepath.Base(filepath.Dir(dir))
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // no data beside the project
			}
			if err != nil || e.IsDir() && e.Name() != "fuzz" {
				return err
			}
			if e.IsDir() {
				return fs.SkipDir
			}
			names := claims(t, path)
			if len(names) > 1 {
				t.Errorf("%s is claimed by %q", path, names)
			}
			if len(names) == 1 {
				claimed[names[0]] = path
			}
			if source := strings.ToLower(filepath.Ext(path)); len(names) > 0 && slices.Contains([]string{".md", ".go", ".png", ".jpg"}, source) {
				t.Errorf("%s of %s is claimed by %q", path, own, names)
			}
			return nil
		})
		check.NoError(t, err)
	}
	return claimed
}
