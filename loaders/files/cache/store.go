package cache

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"faithscope/loaders/files/store"
)

const (
	fileName = "cache.sqlite"
	// patience is how long one process waits for another that writes.
	patience = 500 * time.Millisecond
)

// schema is all there is in the store, with the index that it has by itself. A
// change of it, or of how any entry is written, changes the version.
var schema = store.Schema{Version: 2, Objects: 2, Before: "PRAGMA page_size = 32768; PRAGMA auto_vacuum = INCREMENTAL;", Table: `entry (
		kind TEXT NOT NULL,
		path TEXT NOT NULL,
		of BLOB NOT NULL,
		used INTEGER NOT NULL,
		size INTEGER NOT NULL,
		sum INTEGER NOT NULL,
		beside BLOB,
		body BLOB,
		UNIQUE (kind, path)
	)`}

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
	if !store.Damaged(err) {
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
	ctx := context.Background()
	db, err := schema.Open(ctx, path, "rwc", patience, "synchronous(off)", "mmap_size(1073741824)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return f(ctx, db)
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
