package cache

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	fileName = "cache.sqlite"
	// application and version mark the file as ours; one with other marks is
	// made again. A change of the schema, or of how any entry is written,
	// changes the version.
	application = 0x66736370
	version     = 1
	// patience is how long one process waits for another that writes.
	patience = 500 * time.Millisecond
)

// table is all there is in the store, with the index that it has by itself.
const table = `entry (
		kind TEXT NOT NULL,
		path TEXT NOT NULL,
		of BLOB NOT NULL,
		used INTEGER NOT NULL,
		size INTEGER NOT NULL,
		sum INTEGER NOT NULL,
		beside BLOB,
		body BLOB,
		UNIQUE (kind, path)
	)`

// schema is made at once, by one of those who find the file empty.
const schema = `
	PRAGMA page_size = 32768;
	PRAGMA auto_vacuum = INCREMENTAL;
	BEGIN IMMEDIATE;
	CREATE TABLE IF NOT EXISTS ` + table + `;
	PRAGMA application_id = %d;
	PRAGMA user_version = %d;
	COMMIT;`

// errForeign is a store of another program, or of another version of this one.
var errForeign = errors.New("the store has another schema")

// open calls f with the store of a folder, making it where there is none. Where the store
// is damaged or foreign it is made again, once.
func open(dir string, f func(ctx context.Context, db *sql.DB) error) error {
	path := filepath.Join(dir, fileName)
	if info, err := os.Lstat(path); err == nil {
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s is not a file", path)
		}
		if err := private(info); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	err := use(path, f)
	if !damaged(err) {
		return err
	}
	for _, name := range []string{path, path + "-journal"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return use(path, f)
}

func use(path string, f func(ctx context.Context, db *sql.DB) error) (err error) {
	pragmas := url.Values{"_pragma": {
		fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds()), "synchronous(off)", "mmap_size(1073741824)", "trusted_schema(off)", "cell_size_check(on)",
	}}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: pragmas.Encode()}).String())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	ctx := context.Background()
	if err := prepare(ctx, db); err != nil {
		return err
	}
	return f(ctx, db)
}

// prepare makes the schema of an empty file, and fails for a file that has
// another.
func prepare(ctx context.Context, db *sql.DB) error {
	var app, user, tables int64
	var ours bool
	row := db.QueryRowContext(ctx, `SELECT a.application_id, u.user_version,
		(SELECT count(*) FROM sqlite_schema), EXISTS (SELECT * FROM sqlite_schema WHERE sql = ?)
		FROM pragma_application_id a, pragma_user_version u`, "CREATE TABLE "+table)
	if err := row.Scan(&app, &user, &tables, &ours); err != nil {
		return err
	}
	switch {
	case app == application && user == version && tables == 2 && ours:
		return nil
	case app != 0 || user != 0 || tables != 0:
		return errForeign
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf(schema, application, version))
	return err
}

// damaged reports whether err says that the file is not a store of ours. That
// it is busy or full does not. Read only may be a wrong byte of its header, and
// where it is the disk, the file cannot be removed either.
func damaged(err error) bool {
	if errors.Is(err, errForeign) {
		return true
	}
	var of *sqlite.Error
	if !errors.As(err, &of) {
		return false
	}
	switch of.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_READONLY:
		return true
	}
	return false
}

// private fails for a file or folder that is not this person's alone to
// write.
func private(info os.FileInfo) error {
	switch uid, known := owner(info); {
	case !known:
		return nil
	case uid != os.Getuid():
		return errors.New("it belongs to somebody else")
	case info.Mode().Perm()&0o022 != 0:
		return errors.New("others may write to it")
	}
	return nil
}
