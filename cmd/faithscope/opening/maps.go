package opening

import (
	"io/fs"
	"maps"
	"path/filepath"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"

	"faithscope/cmd/faithscope/output"
	"faithscope/loaders"
	"faithscope/loaders/files"
)

// columnMaps are what a person said of the columns of tables: maps by columns,
// for the next file with the same.
type columnMaps map[string]string

// mapsPath is the file that keeps them.
func mapsPath() string { return filepath.Join(xdg.ConfigHome, "faithscope", "maps.toml") }

// readMaps reads the file at path, nil where there is none or nothing in it
// can be read: a table is then asked about again.
func readMaps(path string) (kept columnMaps) {
	text, err := fs.ReadFile(files.Disk{}, path)
	if err != nil || toml.Unmarshal(text, &kept) != nil {
		return nil
	}
	return kept
}

// save adds the maps of runs to the file at path.
func (kept columnMaps) save(path string, runs []*loaders.Run) error {
	all := columnMaps{}
	maps.Copy(all, kept)
	for _, run := range runs {
		if c := run.Columns; c.Shape != "" {
			all[c.Shape] = c.Map
		}
	}
	if maps.Equal(all, kept) {
		return nil
	}
	text, err := toml.Marshal(all)
	if err != nil {
		return err
	}
	return output.Keep(path, string(text))
}
