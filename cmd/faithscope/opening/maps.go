package opening

import (
	"context"
	"errors"
	"maps"

	"github.com/pelletier/go-toml/v2"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/writer"
	"faithscope/loaders/tabular"
)

// columnMaps are a person's answers about the columns of tables: maps by columns, for the
// next file with the same columns.
type columnMaps map[string]string

func mapsPath() string { return Config.File("maps.toml") }

// readMaps reads the person's file. It returns nil if there is none or it cannot be read: a table is
// then asked about again.
func readMaps() (kept columnMaps) {
	text, err := files.ReadOwn(mapsPath())
	if err != nil || toml.Unmarshal(text, &kept) != nil {
		return nil
	}
	return kept
}

// noMap is the value of [loaders.ColumnMap] that wants no kept map.
const noMap = "none"

func (o *Options) useMaps() (kept columnMaps) {
	kept = readMaps()
	if o.Maps = kept; o.Of(loaders.ColumnMap) == noMap {
		o.Options, o.Maps = o.With(loaders.ColumnMap, ""), nil
	}
	return kept
}

// forget deletes from kept what was kept for the tables that runs are of, and for one that did not
// open because of refusal, and writes the rest to the person's file; errors of writing are ignored.
func (kept columnMaps) forget(runs []*loaders.Run, refusal error) {
	for _, run := range runs {
		delete(kept, run.Columns.Shape)
	}
	if unclear, ok := errors.AsType[*tabular.Unclear](refusal); ok {
		delete(kept, unclear.Shape)
	}
	_ = kept.writeFile()
}

// saveMaps writes kept, with the maps of those runs added whose tables have unknown columns, to the
// person's file; nothing if that adds nothing. A run that is a part of a file, or of whose first
// examples none has a figure, is left out, and kept itself stays as it is.
func (kept columnMaps) saveMaps(ctx context.Context, runs []*loaders.Run) error {
	all := maps.Collect(maps.All(kept))
	for _, run := range runs {
		if c := run.Columns; c.Shape != "" && run.Part == "" && hasFigure(ctx, run) {
			all[c.Shape] = c.Map
		}
	}
	if maps.Equal(all, kept) {
		return nil
	}
	return columnMaps(all).writeFile()
}

// mostTried bounds the examples in which a figure is looked for.
const mostTried = 200

func hasFigure(ctx context.Context, run *loaders.Run) bool {
	_ = run.Wait(ctx, 1) // a followed run may never have more
	for i := range min(mostTried, run.Len()) {
		if ex, err := run.Decode(i); err == nil && (ex.Answer.Correct != loaders.Unknown || len(ex.Answer.Scores) > 0) {
			return true
		}
	}
	return false
}

func (kept columnMaps) writeFile() error {
	text, err := toml.Marshal(kept)
	if err != nil {
		return err
	}
	return writer.Save(mapsPath(), text)
}
