package opening

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/charmbracelet/x/term"

	"faithscope/loaders/files"
	"faithscope/loaders/tabular"
	asking "faithscope/tui/columns"
)

// askColumns asks the person what the columns of a table hold that did not open
// for why, and returns that as a map; "" where it is not a table, they would
// rather not say, or nobody is there to ask.
func askColumns(ctx context.Context, from fs.FS, path string, why error) (string, error) {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return "", nil
	}
	var list []tabular.Column
	if unclear := (*tabular.Unclear)(nil); errors.As(why, &unclear) {
		list = unclear.Columns
	} else if errors.Is(why, files.ErrFormat) {
		if from == nil {
			from = files.Disk{}
		}
		if src, err := files.OpenSource(from, path); err == nil { // else a folder, or a pattern
			list = tabular.Columns(src.Head)
			src.Close()
		}
	}
	if list == nil {
		return "", nil
	}
	asked := make([]asking.Column, len(list))
	for i, c := range list {
		asked[i] = asking.Column(c)
	}
	said, ok, err := asking.Ask(ctx, os.Stdin, os.Stdout, path, asked, tabular.Roles())
	if err != nil || !ok {
		return "", err
	}
	for i, c := range said {
		list[i].Role = c.Role
	}
	return tabular.MapOf(list), nil
}
