package opening

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/writer"
	"faithscope/loaders/pages"
)

// SavePage saves a page called nameOfPage for tables like the one at tablePath, with the roles of
// columnMap, and returns its path; for "" it is named after the table. It replaces no page, and fails
// for the name of a built-in format.
func (o Options) SavePage(ctx context.Context, nameOfPage, tablePath, columnMap string) (saved string, err error) {
	src, err := files.OpenSource(o.Opener().Files, tablePath)
	if err != nil {
		return "", err
	}
	defer src.Close()
	nameOfPage = cmp.Or(nameOfPage, pageName(tablePath))
	text, err := pages.WritePage(ctx, src, nameOfPage, columnMap)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(Formats, func(f loaders.Format) bool { return f.Name == nameOfPage }) {
		return "", fmt.Errorf("%s is a built-in format; choose another name", nameOfPage)
	}
	saved = pagePath(nameOfPage)
	if _, err := writer.Check(saved, writer.KeepExisting); err != nil {
		return "", err
	}
	return saved, writer.Save(saved, text)
}

// unnamed matches what a format's name can't contain.
var unnamed = regexp.MustCompile(`[^a-z0-9]+`)

func pageName(tablePath string) string {
	stem, _, _ := strings.Cut(filepath.Base(tablePath), ".")
	stem = strings.Trim(unnamed.ReplaceAllString(strings.ToLower(stem), "-"), "-")
	name := stem + "-table"
	for n := 2; ; n++ {
		if _, err := os.Stat(pagePath(name)); err != nil {
			return name
		}
		name = fmt.Sprintf("%s-table-%d", stem, n)
	}
}
