package tabular

import (
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Column is a column of a table that does not say by itself what it holds.
type Column struct {
	Name   string
	Sample string // of its first value that is not empty, as the file has it
	Role   string // guessed by its name, "" for none
}

// Unclear is the error of a table whose columns do not say what they hold.
type Unclear struct {
	Columns []Column
	said    error
}

func (u *Unclear) Error() string { return u.said.Error() }

// Unwrap returns the sentence that says it.
func (u *Unclear) Unwrap() error { return u.said }

// Columns are those of the table that head begins, nil for what is none.
func Columns(head []byte) []Column {
	t := sampleOf(head, nil)
	if t == nil {
		return nil
	}
	return columnsOf(t.columns, t.rows, t.columnMap)
}

func columnsOf(names []string, rows []row, guessed Map) (list []Column) {
	for _, name := range names {
		c := Column{Name: name}
		for _, a := range guessed {
			if a.paths[0] == name {
				c.Role = a.role
			}
		}
		for _, r := range rows {
			if c.Sample = textOf(r.values[name]); c.Sample != "" {
				break
			}
		}
		list = append(list, c)
	}
	return list
}

// Roles are what a column can hold by itself, in the order in which a person is
// asked.
func Roles() []string {
	return []string{"question", "gold", "predicted", "correct", "id", "passage", "image", "kind", "explanation", "probability", "score", "meta"}
}

// MapOf writes the roles of columns as [ParseMap] reads them. Scores and other
// columns of which there may be several are called as the column is. Columns
// whose names a map cannot hold are left out.
func MapOf(columns []Column) string {
	var parts []string
	taken := map[string]bool{}
	for _, c := range columns {
		role := c.Role
		if own(role) {
			role += "." + c.Name
		}
		if c.Role == "" || taken[role] || strings.ContainsAny(c.Name, ",|=") {
			continue
		}
		taken[role] = true
		parts = append(parts, role+"="+c.Name)
	}
	return strings.Join(parts, ",")
}

// unclear is the error of a table with these columns.
func unclear(columns []string, rows []row, guessed Map) error {
	return &Unclear{columnsOf(columns, rows, guessed), loaders.Errorf("a table whose columns do not say what they hold: %s; say it with --map, as in --map question=%s,predicted=…,gold=…", record.Listed(columns, mostColumns), columns[0])}
}

// mostColumns bounds the columns that a refusal lists.
const mostColumns = 20
