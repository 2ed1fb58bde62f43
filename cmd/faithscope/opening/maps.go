package opening

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// columnMaps are what a person said of the columns of tables: maps by columns,
// for the next file with the same.
type columnMaps map[string]string

// mapsPath is the file that keeps them.
func mapsPath() string { return filepath.Join(xdg.ConfigHome, "faithscope", "maps.toml") }

// keptMaps is the file, keptMap an entry of it.
type keptMaps struct {
	Map []keptMap `toml:"map"`
}

type keptMap struct {
	Columns string `toml:"columns"`
	Map     string `toml:"map"`
}

// readMaps reads the file at path, nil where there is none or nothing in it
// can be read: a table is then asked about again.
func readMaps(path string) columnMaps {
	text, err := fs.ReadFile(files.Disk{}, path)
	var kept keptMaps
	if err != nil || toml.Unmarshal(text, &kept) != nil {
		return nil
	}
	all := columnMaps{}
	for _, k := range kept.Map {
		all[k.Columns] = k.Map
	}
	return all
}

// save adds the maps of runs to the file at path.
func (kept columnMaps) save(path string, runs []*loaders.Run) error {
	changed := false
	all := columnMaps{}
	maps.Copy(all, kept)
	for _, run := range runs {
		if c := run.Columns; c.Shape != "" && all[c.Shape] != c.Map {
			all[c.Shape], changed = c.Map, true
		}
	}
	if !changed {
		return nil
	}
	var file keptMaps
	for _, columns := range slices.Sorted(maps.Keys(all)) {
		file.Map = append(file.Map, keptMap{columns, all[columns]})
	}
	text, err := toml.Marshal(file)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	// Whole or not at all: another program may write it at the same time.
	temporary, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path))
	if err != nil {
		return err
	}
	_, err = temporary.Write(text)
	if err = errors.Join(err, temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		os.Remove(temporary.Name())
	}
	return err
}
