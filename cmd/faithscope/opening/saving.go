package opening

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"faithscope/loaders/files"
	"faithscope/loaders/files/writer"
	"faithscope/loaders/pages"
)

// SavePage saves a page called name for tables like the one at a path, whose columns hold what the
// map said says, and returns its path; "" is a name after the table's that no page has. It replaces no
// page, and fails for the name of a built-in format.
func (o Options) SavePage(ctx context.Context, name, path, said string) (saved string, err error) {
	src, err := files.OpenSource(o.diskFiles(), path)
	if err != nil {
		return "", err
	}
	defer src.Close()
	name = cmp.Or(name, pageName(path))
	text, err := pages.WritePage(ctx, src, name, said)
	if err != nil {
		return "", err
	}
	for _, f := range Formats {
		if f.Name == name {
			return "", fmt.Errorf("a format of the program is called %s; name another", name)
		}
	}
	saved = pagePath(name)
	if _, err := writer.Check(saved, writer.KeepExisting); err != nil {
		return "", err
	}
	return saved, writer.Save(saved, text)
}

// unnamed matches what the name of a format cannot have.
var unnamed = regexp.MustCompile(`[^a-z0-9]+`)

// pageName returns a name of a page for tables like the file at a path: its stem in lower case and
// -table, followed by a number if such a page exists.
func pageName(path string) string {
	stem, _, _ := strings.Cut(filepath.Base(path), ".")
	stem = strings.Trim(unnamed.ReplaceAllString(strings.ToLower(stem), "-"), "-")
	name := stem + "-table"
	for n := 2; ; n++ {
		if _, err := os.Stat(pagePath(name)); err != nil {
			return name
		}
		name = fmt.Sprintf("%s-table-%d", stem, n)
	}
}
