package pages

import (
	"context"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/tabular"
)

// WritePage returns the TOML of a page called pageName for tables with the columns of the one in src,
// which hold what the map in pageText says. It fails for a wrong map, for a file without rows, and for
// what no page can say.
func WritePage(ctx context.Context, src *loaders.Source, pageName, pageText string) ([]byte, error) {
	held, err := roles.ParseMap(pageText)
	if err != nil {
		return nil, err
	}
	columns, rows, ok := tabular.RowsOf(ctx, src, held)
	if !ok {
		return nil, loaders.Errorf("%s is not a table of rows; pages read only tables", src.Path)
	}
	sign := map[string]any{"columns": columns}
	p := map[string]any{"name": pageName, "about": "tables like " + loaders.Clean(src.Path), "recognised": []any{sign}}
	if rows != "" {
		at := string(record.FirstByte(src.Head)) + rows
		if p["rows"] = rows; !strings.Contains(rows, "*") {
			at += ".*"
		}
		sign["at"] = at
	}
	roles := map[string]string{}
	for role, paths := range held.Each() {
		if role == "right" {
			p[role] = paths
		} else if role != "rows" {
			roles[role] = paths
		}
	}
	p["columns"] = roles
	page, err := toml.Marshal(p)
	if err != nil {
		return nil, err
	}
	if _, flaw := readPage(pageName+".toml", page); flaw != nil {
		return nil, flaw
	}
	return page, nil
}
