package opening

import (
	"context"
	"errors"
	"os"

	"github.com/charmbracelet/x/term"

	"faithscope/loaders/roles"
	"faithscope/loaders/tabular"
	asking "faithscope/tui/columns"
)

// askColumns asks the person, on the terminal, what the columns of the table at path hold, which did
// not open because of refusal, and returns the answer as a map of columns. If the person wants a page of
// a format, it also saves one. It returns "" without an answer, and without asking if refusal does not
// name a table's columns or there is no terminal.
func (o Options) askColumns(ctx context.Context, path string, refusal error) (string, error) {
	unclear, ok := errors.AsType[*tabular.Unclear](refusal)
	if !ok || unclear.Columns == nil || !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return "", nil
	}
	said, keep, err := asking.Ask(ctx, os.Stdin, os.Stdout,
		asking.Question{File: path, Columns: unclear.Columns, Roles: roles.Roles(), Outlook: unclear.Outlook})
	text := roles.MapOf(said)
	switch {
	case err != nil || keep == asking.Nothing:
		return "", err
	case keep == asking.Page:
		_, err = o.SavePage(ctx, "", path, text)
	}
	return text, err
}
