package marks

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"faithscope/loaders/files/store"
)

// FileName is the file beside the runs of a folder. It begins with a dot so
// that nobody takes it for one of them.
const FileName = ".faithscope-marks.sqlite"

const (
	// patience is how long one program waits for another that writes.
	patience = 5 * time.Second
	// leaving is how long a file waits for its companion to go.
	leaving = time.Second
	// mostRows bounds the rows of one run: a file from elsewhere may have any
	// number.
	mostRows = 2_000_000
)

var schema = store.Schema{Version: 1, Objects: 1, Table: `change (
		seq INTEGER PRIMARY KEY,
		at INTEGER NOT NULL,
		run TEXT NOT NULL,
		id TEXT NOT NULL,
		module INTEGER NOT NULL,
		kind TEXT NOT NULL,
		text TEXT NOT NULL,
		off INTEGER NOT NULL
	)`}

// Location says where the marks of a run are kept.
type Location struct {
	// Folder is the run's, "" where it is not on this machine; Name is the run
	// in it, the same for whoever sees the folder.
	Folder, Name string
	// Own is a file of the person's own, for what cannot be written beside the
	// run, "" for none; Path is the run in it.
	Own, Path string
}

// file is one of the files that a book rests on.
type file struct {
	path, run string
	db        *sql.DB     // nil while it is not open
	of        os.FileInfo // the file that db is of
	last      int64       // the last row that was read
}

// row is a change as a file has it.
type row struct {
	Change
	at int64
}

// replaced reports whether the open file is no longer the one at its path.
func (f *file) replaced() bool {
	if f.db == nil {
		return false
	}
	info, err := os.Lstat(f.path)
	return err != nil || !os.SameFile(info, f.of)
}

// open opens the file unless it is open; make also makes it. It stays closed
// where there is none.
func (f *file) open(ctx context.Context, make bool) error {
	if f.db != nil {
		return nil
	}
	if err := f.alone(); err != nil {
		return err
	}
	mode := "rw"
	info, err := os.Lstat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !make:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		mode = "rwc"
		if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
			return err
		}
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("is not a regular file")
	}
	db, err := schema.Open(ctx, f.path, mode, patience, "journal_mode(delete)", "synchronous(full)")
	if err != nil {
		return err
	}
	if f.of, err = os.Lstat(f.path); err != nil {
		return errors.Join(err, db.Close())
	}
	f.db = db
	return nil
}

// errCompanion says that SQLite would do what another file says: roll back, map
// memory, delete a file that is named there.
var errCompanion = errors.New("lies beside the file of marks, which is not opened")

// alone fails where the file has a companion, which travels with it and may be
// of anybody's making. That of a program that is writing is soon gone.
func (f *file) alone() error {
	for _, suffix := range []string{"-journal", "-wal", "-shm"} {
		for end := time.Now().Add(leaving); ; time.Sleep(time.Millisecond) {
			if _, err := os.Lstat(f.path + suffix); errors.Is(err, fs.ErrNotExist) {
				break
			}
			if time.Now().After(end) {
				return fmt.Errorf("%s%s %w", f.path, suffix, errCompanion)
			}
		}
	}
	return nil
}

func (f *file) close() error {
	if f.db == nil {
		return nil
	}
	err := f.db.Close()
	f.db, f.of = nil, nil
	return err
}

// querier is a database or a transaction on it.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// news reads the rows behind the last that was read.
func (f *file) news(ctx context.Context) ([]row, error) {
	if err := f.open(ctx, false); err != nil || f.db == nil {
		return nil, err
	}
	return f.read(ctx, f.db)
}

func (f *file) read(ctx context.Context, from querier) (news []row, err error) {
	rows, err := from.QueryContext(ctx, "SELECT seq, at, id, module, kind, text, off FROM change WHERE seq > ? AND run = ? ORDER BY seq LIMIT ?", f.last, f.run, mostRows)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // only read
	last := f.last
	for rows.Next() {
		var r row
		if err := rows.Scan(&last, &r.at, &r.ID, &r.Module, &r.Kind, &r.Text, &r.Off); err != nil {
			return nil, err
		}
		news = append(news, r)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	f.last = last
	return news, nil
}

// append writes changes, and returns the rows that others wrote before them
// since the last that was read.
func (f *file) append(ctx context.Context, changes []Change, at int64) (between []row, err error) {
	if err := f.open(ctx, true); err != nil {
		return nil, err
	}
	tx, err := f.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	before := f.last
	defer func() {
		if err != nil {
			f.last = before
			err = errors.Join(err, tx.Rollback())
		}
	}()
	if between, err = f.read(ctx, tx); err != nil {
		return nil, err
	}
	for i := range changes {
		c := &changes[i]
		result, err := tx.ExecContext(ctx, "INSERT INTO change (at, run, id, module, kind, text, off) VALUES (?, ?, ?, ?, ?, ?, ?)",
			at, f.run, c.ID, c.Module, string(c.Kind), c.Text, c.Off)
		if err != nil {
			return nil, err
		}
		if f.last, err = result.LastInsertId(); err != nil {
			return nil, err
		}
	}
	return between, tx.Commit()
}
