package config

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders/files"
	"faithscope/themes"
)

// wardrobe finds themes: the built-in ones, and a person's own, which are files
// called NAME.toml in this folder.
type wardrobe string

// themeName is what a theme may be called: nothing that leads out of the
// folder.
var themeName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// Names lists the built-in themes and then a person's own, at most a hundred.
// A folder that cannot be read has none.
func (w wardrobe) Names() []string {
	const most = 100
	names := themes.Names()
	paths, _ := fs.Glob(os.DirFS(string(w)), "*.toml") // the pattern is a good one
	for _, path := range paths[:min(len(paths), most)] {
		name := strings.TrimSuffix(path, ".toml")
		if themeName.MatchString(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Open returns the theme of that name. What is built in cannot be replaced.
func (w wardrobe) Open(name string) (themes.Set, error) {
	if set, ok := themes.Named(name); ok {
		return set, nil
	}
	path := filepath.Join(string(w), name+".toml")
	info, err := os.Stat(path)
	if !themeName.MatchString(name) || err != nil || !info.Mode().IsRegular() {
		return themes.Set{}, fmt.Errorf("%q is not a theme: %s", name, value.OrList(w.Names()))
	}
	f, err := files.Disk{}.Open(path)
	if err != nil {
		return themes.Set{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, themes.MaxSize+1))
	if err != nil {
		return themes.Set{}, err
	}
	set, err := themes.Parse(name, text)
	if err != nil {
		return themes.Set{}, fmt.Errorf("%s: %w", path, err)
	}
	return set, nil
}
