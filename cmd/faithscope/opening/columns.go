package opening

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/pelletier/go-toml/v2"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/writer"
	"faithscope/loaders/roles"
	"faithscope/loaders/tabular"
	asking "faithscope/tui/columns"
)

// savedColumnMaps are a person's answers about tables: maps by columns, for the next file with the same
// columns.
type savedColumnMaps map[string]string

func mapsPath() string { return Config.File("maps.toml") }

// readMaps returns nil if the file can't be read, because a table is then simply asked about again.
func readMaps() (kept savedColumnMaps) {
	text, err := files.ReadOwn(mapsPath())
	if err != nil || toml.Unmarshal(text, &kept) != nil {
		return nil
	}
	return kept
}

// noMap is the value of [loaders.ColumnMap] that ignores saved maps.
const noMap = "none"

func (o *Options) useMaps() (kept savedColumnMaps) {
	kept = readMaps()
	if o.Maps = kept; o.Of(loaders.ColumnMap) == noMap {
		o.Options, o.Maps = o.With(loaders.ColumnMap, ""), nil
	}
	return kept
}

func (kept savedColumnMaps) forget(runs []*loaders.Run, openError error) {
	for _, run := range runs {
		delete(kept, run.Columns.Shape)
	}
	if unclear, ok := errors.AsType[*tabular.UnclearTableError](openError); ok {
		delete(kept, unclear.Shape)
	}
	_ = kept.writeFile()
}

// saveMaps skips parts of files, and runs without a figure in their first examples, because their
// map may be wrong.
func (kept savedColumnMaps) saveMaps(ctx context.Context, runs []*loaders.Run) error {
	all := maps.Collect(maps.All(kept))
	for _, run := range runs {
		if c := run.Columns; c.Shape != "" && run.Part == "" && hasFigure(ctx, run) {
			all[c.Shape] = c.Map
		}
	}
	if maps.Equal(all, kept) {
		return nil
	}
	return savedColumnMaps(all).writeFile()
}

// mostTried bounds the examples searched for a figure.
const mostTried = 200

func hasFigure(ctx context.Context, run *loaders.Run) bool {
	_ = run.Wait(ctx, 1) // a followed run may never have more
	for i := range min(mostTried, run.Len()) {
		ex, err := run.Decode(i)
		isMarked := func(m loaders.Module) bool { return m.Gold != nil } // as steps are
		if err == nil && (ex.Answer.Correct != loaders.Unknown || len(ex.Answer.Scores) > 0 || slices.ContainsFunc(ex.Program, isMarked)) {
			return true
		}
	}
	return false
}

func (kept savedColumnMaps) writeFile() error {
	text, err := toml.Marshal(kept)
	if err != nil {
		return err
	}
	return writer.Save(mapsPath(), text)
}

// askColumns doesn't ask without a terminal, where a script would wait forever, or if openError isn't
// about columns. It returns "" without an answer.
func (o Options) askColumns(ctx context.Context, path string, openError error) (string, error) {
	unclear, ok := errors.AsType[*tabular.UnclearTableError](openError)
	if !ok || unclear.Known.Columns == nil || !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return "", nil
	}
	mapOf := func(r loaders.TableReading) string { return strings.Trim(roles.MapOf(r.Columns)+","+r.Rest, ",") }
	answer, keep, err := asking.Ask(ctx, os.Stdin, os.Stdout, asking.ColumnQuestion{
		File: path, Doubt: unclear.Doubt, Known: unclear.Known, Readings: unclear.Readings, Roles: roles.Roles(),
		Outlook: func(r loaders.TableReading) []string { return unclear.Outlook(mapOf(r)) },
	})
	text := mapOf(answer)
	switch {
	case err != nil || keep == asking.Nothing:
		return "", err
	case keep == asking.Page:
		_, err = o.SavePage(ctx, "", path, text)
	}
	return text, err
}
