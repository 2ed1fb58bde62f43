package tabular

import "faithscope/loaders/record"

// Beside is a file that comes with a preset's table.
type Beside struct {
	As string
	// Done is what is done about a row without an entry, which is then a problem; "" if it is not.
	Done string
	record.Companion
}

// joined is a file that comes with a table, nil where there is none.
type joined struct {
	Beside
	table *record.Table
}

// add gives a row its entry.
func (j joined) add(rec *record.Record, r *row) {
	id := j.Asks(rec)
	if found := j.table.Read(id, func(entry *record.Record) error {
		of, err := rowOf(entry)
		r.values[j.As] = of.values
		return err
	}); !found && j.Done != "" {
		j.table.Misses(rec, j.Left, id, j.Done)
	}
}
