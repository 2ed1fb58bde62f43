// Package store opens the SQLite files of the program, by modernc.org/sqlite,
// which needs no C. A file has one table and says by its marks which program
// and which version of it wrote it. Whatever else is in a file is hostile: a
// schema that is not exactly the expected one is refused before a row is read.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// application marks a file as one of this program's: "fscp".
const application = 0x66736370

// Schema is what a file holds.
type Schema struct {
	// Version changes with the table, and with how its rows are written.
	Version int64
	// Table is all there is in the file, with the indices that it has by
	// itself: what follows CREATE TABLE.
	Table string
	// Objects is how many rows SQLite's own list of tables and indices has.
	Objects int64
	// Before is run on an empty file before the table is made, "" for nothing.
	Before string
}

// ErrForeign is a file of another program, or of another version of this one.
var ErrForeign = errors.New("the file has another schema")

// Open opens the file at path, and makes it where there is none. patience is
// how long one process waits for another that writes; pragmas are those of
// each connection, as "synchronous(off)". A transaction takes the right to write
// as it begins. mode is as SQLite has it: "rwc" makes
// the file, "rw" wants it to be there.
func (s Schema) Open(ctx context.Context, path, mode string, patience time.Duration, pragmas ...string) (*sql.DB, error) {
	query := url.Values{"mode": {mode}, "_txlock": {"immediate"}, "_pragma": append([]string{
		fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds()), "trusted_schema(off)", "cell_size_check(on)",
	}, pragmas...)}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: query.Encode()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := s.prepare(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// prepare makes the schema of an empty file, and fails for a file that has
// another.
func (s Schema) prepare(ctx context.Context, db *sql.DB) error {
	var app, user, objects int64
	var ours bool
	row := db.QueryRowContext(ctx, `SELECT a.application_id, u.user_version,
		(SELECT count(*) FROM sqlite_schema), EXISTS (SELECT * FROM sqlite_schema WHERE sql = ?)
		FROM pragma_application_id a, pragma_user_version u`, "CREATE TABLE "+s.Table)
	if err := row.Scan(&app, &user, &objects, &ours); err != nil {
		return err
	}
	switch {
	case app == application && user == s.Version && objects == s.Objects && ours:
		return nil
	case app != 0 || user != 0 || objects != 0:
		return ErrForeign
	}
	// One of those who find the file empty makes the table.
	_, err := db.ExecContext(ctx, fmt.Sprintf(`%s
		BEGIN IMMEDIATE;
		CREATE TABLE IF NOT EXISTS %s;
		PRAGMA application_id = %d;
		PRAGMA user_version = %d;
		COMMIT;`, s.Before, s.Table, application, s.Version))
	return err
}

// code is SQLite's number of an error, 0 for one of something else.
func code(err error) int {
	var of *sqlite.Error
	if !errors.As(err, &of) {
		return 0
	}
	return of.Code() & 0xff
}

// Damaged reports whether err says that the file is not of this program. That
// it is busy or full does not. Read only may be a wrong byte of its header, and
// where it is the disk, the file cannot be removed either.
func Damaged(err error) bool {
	switch code(err) {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_READONLY:
		return true
	}
	return errors.Is(err, ErrForeign)
}

// Unwritable reports whether err says that nothing can be written there.
func Unwritable(err error) bool {
	switch code(err) {
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return true
	}
	return false
}
