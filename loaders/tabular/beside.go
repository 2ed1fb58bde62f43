package tabular

import (
	"cmp"

	lru "github.com/hashicorp/golang-lru/v2"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// PresetCompanion is a file that comes with a preset's table.
type PresetCompanion struct {
	// As is the column that a row's entry becomes, or "." where it completes the row: what the row
	// lacks becomes its own.
	As string
	// Done says what is done about a row without an entry, which is then a problem; "" if it is not.
	Done string
	// IDs are the columns of a row that may name its entry, where Asks reads no record of
	// cells.
	IDs []string
	// Around is the column of an entry with what is around it; "" leaves that.
	Around string
	// Own says that the entries are in the table's own file: a row without one has an empty
	// list, if any has one.
	Own bool
	// Unless reports by the first bytes of the table that it has itself what the file has;
	// nil for a table that never has.
	Unless loaders.FormatDetector
	record.CompanionFile
}

// openTable opens the companion, nil if there is none or the run's file needs none. With forCells,
// entries that no row asks for aren't examples, because which ones rows ask for is only known once
// they are read.
func (b PresetCompanion) openTable(o *record.RunBuilder, forCells bool) joinedFile {
	if forCells {
		b.Left = ""
	}
	switch {
	case b.Own:
		path, _ := b.Entries(nil)
		return joinedFile{PresetCompanion: b, table: o.Table(o.Source.Path, path, nil)}
	case b.Unless != nil && b.Unless(o.Source.Head):
		o.Run.Gold = "in the file"
		return joinedFile{PresetCompanion: b}
	}
	t := o.Join(b.CompanionFile)
	if t != nil && o.Run.Dataset == "" {
		o.Run.Dataset = t.Path
	}
	return joinedFile{b, t, newRowContext()}
}

// joinedFile is a file that comes with a table, nil where there is none.
type joinedFile struct {
	PresetCompanion
	table *record.CompanionTable
	contextCache
}

// contextCache caches the values around rows, by their place, and the words of passages, by their
// text.
type contextCache struct {
	kept  *lru.Cache[int, rows.RowObject]
	words *lru.Cache[string, passageTokens]
}

// passageTokens are the tokens of a text, and where they are in it, in code points.
type passageTokens struct {
	text   []rune
	tokens []string
	places []loaders.Span
}

// mostAround is how many of either are kept: rows in one are next to each other.
const mostAround = 64

func newRowContext() contextCache {
	kept, _ := lru.New[int, rows.RowObject](mostAround) // it fails for a size below 1
	words, _ := lru.New[string, passageTokens](mostAround)
	return contextCache{kept, words}
}

func (s contextCache) surroundRow(rec *record.Record) (rows.RowObject, error) {
	e, err := rec.Enclosing()
	if of, known := s.kept.Get(e.Index); err != nil || known {
		return of, err
	}
	r, err := rows.FromRecord(&record.Record{Bytes: e.Bytes})
	if r.Values[rows.OwnKey] = e.Key; err == nil {
		s.kept.Add(e.Index, r.Values)
	}
	return r.Values, err
}

// addEntry adds the row's entry in the companion as the column As, or as "." the values that the row
// lacks. If the table's own file has other entries, a row without one gets an empty list, so that it
// counts as unanswered.
func (j joinedFile) addEntry(rec *record.Record, r *rows.Row) {
	id := j.Asks(rec)
	for _, column := range j.IDs {
		id = cmp.Or(id, r.TextAt(column))
	}
	found := j.table.Read(id, func(entry *record.Record) error {
		of, err := rows.FromRecord(entry)
		if err != nil {
			return err
		}
		if j.Around != "" {
			of.Values[j.Around], _ = j.surroundRow(entry) // nothing is around a row of another form
		}
		if j.As != "." {
			r.Values[j.As] = of.Values
			return nil
		}
		for name, v := range of.Values {
			if r.Values[name] == nil {
				r.Values[name] = v
			}
		}
		return nil
	})
	switch {
	case found:
	case j.Own && j.table.Len() > 0:
		rec.Problem("no %s; %s", j.What, j.Done)
		r.Values[j.As] = rows.RowObject{rows.Sole: []any{}}
	case j.Done != "" && !j.Own:
		j.table.Misses(rec, j.Left, id, j.Done)
	}
}
