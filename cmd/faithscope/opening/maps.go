package opening

import (
	"context"
	"errors"
	"maps"
	"os"

	"github.com/charmbracelet/x/term"
	"github.com/pelletier/go-toml/v2"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/writer"
	"faithscope/loaders/tabular"
	asking "faithscope/tui/columns"
)

// columnMaps are a person's answers about the columns of tables: maps by columns, for the
// next file with the same columns.
type columnMaps map[string]string

// mapsPath returns the path of the file of a person's column maps, in the configuration's folder;
// it need not exist.
func mapsPath() string { return Config.File("maps.toml") }

// readMaps reads the file at path. It returns nil if there is none or it cannot be read: a table is
// then asked about again.
func readMaps(path string) (kept columnMaps) {
	text, err := files.ReadOwn(path)
	if err != nil || toml.Unmarshal(text, &kept) != nil {
		return nil
	}
	return kept
}

// noMap is the value of [loaders.ColumnMap] that wants no kept map.
const noMap = "none"

// useMaps sets Maps to the kept maps or, if the person chose "none" as the map of columns, to nil,
// and clears that choice.
func (o *Options) useMaps() {
	if o.Maps = readMaps(mapsPath()); o.Of(loaders.ColumnMap) == noMap {
		o.Options, o.Maps = o.With(loaders.ColumnMap, ""), nil
	}
}

// saveMaps writes kept, with the maps of those runs added whose tables have unknown columns, to the
// file at path; nothing if that adds nothing. A run that is a part of a file is left out, and kept
// itself stays as it is.
func (kept columnMaps) saveMaps(path string, runs []*loaders.Run) error {
	all := maps.Collect(maps.All(kept))
	for _, run := range runs {
		if c := run.Columns; c.Shape != "" && run.Part == "" {
			all[c.Shape] = c.Map
		}
	}
	if maps.Equal(all, kept) {
		return nil
	}
	return columnMaps(all).writeFile(path)
}

// writeFile writes the maps as TOML in place of the file at path.
func (kept columnMaps) writeFile(path string) error {
	text, err := toml.Marshal(kept)
	if err != nil {
		return err
	}
	return writer.Save(path, text)
}

// forgetMaps deletes from kept what was kept for the tables at paths, and writes the rest to the
// person's file, if the person gave --map none; otherwise it does nothing. A table that does not open keeps its map, and errors of writing
// are ignored.
func (o *Options) forgetMaps(ctx context.Context, kept columnMaps, paths []string) {
	if o.Of(loaders.ColumnMap) != noMap {
		return
	}
	for _, path := range paths {
		src, err := files.OpenSource(o.diskFiles(), path)
		if err != nil {
			continue
		}
		for _, f := range Formats {
			if f.Shape != nil {
				delete(kept, f.Shape(ctx, src))
			}
		}
		src.Close()
	}
	_ = kept.writeFile(mapsPath())
}

// askColumns asks the person, on the terminal, what the columns of a table hold, where it did not
// open because of why, and returns the answer as a map of columns. If the person wants a page of a
// format, it also saves one. It returns "" without asking if why does not say that the file may be
// a table or there is no terminal, and "" without an answer.
func (o Options) askColumns(ctx context.Context, path string, why error) (string, error) {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return "", nil
	}
	var list []loaders.Column
	var outlook tabular.Outlook
	if unclear, ok := errors.AsType[*tabular.Unclear](why); ok {
		list, outlook = unclear.Columns, unclear.Outlook
	} else if errors.Is(why, files.ErrFormat) {
		if src, err := files.OpenSource(o.diskFiles(), path); err == nil { // else a folder, or a pattern
			list, outlook = tabular.Columns(ctx, src)
			src.Close()
		}
	}
	if list == nil {
		return "", nil
	}
	said, keep, err := asking.Ask(ctx, os.Stdin, os.Stdout,
		asking.Question{File: path, Columns: list, Roles: tabular.Roles(), Outlook: outlook})
	text := tabular.MapOf(said)
	switch {
	case err != nil || keep == asking.Nothing:
		return "", err
	case keep == asking.Page:
		_, err = o.SavePage(ctx, pageName(path), path, text)
	}
	return text, err
}
