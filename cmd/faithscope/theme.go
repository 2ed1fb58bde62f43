package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"faithscope/themes"
)

// wardrobe finds themes: the built-in ones, and a person's own, which are files
// called NAME.toml in this folder.
type wardrobe string

// themeName is what a theme may be called: nothing that leads out of the
// folder.
var themeName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// names lists the built-in themes and then a person's own, at most a hundred.
// A folder that cannot be read has none.
func (w wardrobe) names() []string {
	const most = 100
	names := themes.Names()
	dir, err := os.Open(string(w))
	if err != nil {
		return names
	}
	defer dir.Close()
	files, _ := dir.Readdirnames(most)
	slices.Sort(files)
	for _, file := range files {
		name, ok := strings.CutSuffix(file, ".toml")
		if ok && themeName.MatchString(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// open returns the theme of that name. What is built in cannot be replaced.
func (w wardrobe) open(name string) (themes.Set, error) {
	if set, ok := themes.Named(name); ok {
		return set, nil
	}
	path := filepath.Join(string(w), name+".toml")
	if !themeName.MatchString(name) || !isFile(path) {
		return themes.Set{}, fmt.Errorf("%q is not a theme: %s", name, orList(w.names()))
	}
	f, err := os.Open(path)
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

// isFile reports whether a path leads to a regular file: opening a pipe would
// wait for somebody who writes to it.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
