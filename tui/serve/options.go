package serve

import (
	"context"
	"time"

	"faithscope/tui"
)

// Limits bounds what guests can use of the server.
type Limits struct {
	Guests   int           // sessions in all
	Sessions int           // sessions of one key, which may have twice as many connections
	Address  int           // connections of one address
	Memory   uint64        // bytes used by guests above which no more are admitted; 0 for no limit
	Idle     time.Duration // without a key pressed
	Rate     int           // bytes a second to one session
}

// Options control whom the server admits and what guests see.
type Options struct {
	Keys    string // path of the authorized_keys file
	HostKey string // path of the private key, which is made if it does not exist
	// Loose permits other users to own, read or write these files and the folders above them.
	Loose  bool
	Limits Limits
	// Owner is the person beside whose marks guests keep theirs, "" if they keep none. Otherwise
	// Serve does not start while a key's comment is this name or another key's.
	Owner string
	// Visit returns the options for a guest's program, and a function to call when the guest has
	// left. id is the fingerprint of the guest's key, fit for a file's name; name is for people.
	// The server sets the terminal's options. Visit must be safe for concurrent use.
	Visit func(ctx context.Context, id, name string) (o tui.Options, left func(), err error)
	// Ready is logged when guests are admitted, after the lines of keys left out.
	Ready string
	// Log receives a line for each guest that comes, goes or is refused, at most one a second for
	// each key, and for each key left out. It must be safe for concurrent use.
	Log func(line string)
}

const (
	// untidy is how long after a visit memory is returned to the system; the runtime would keep it
	// for minutes.
	untidy = 5 * time.Second
	// garbage is the collector's target in percent of memory in use: many guests' screens have many
	// small parts, and keys wait while these are gone through.
	garbage = 300
	// keysEach and keysFirst bound a guest's bytes of keys, per second and in a first burst: a
	// wheel sends some hundred a second.
	keysEach, keysFirst = 1000, 1000
	// asksEach and asksFirst bound session requests like keysEach and keysFirst.
	asksEach, asksFirst = 5, 20
	again               = 100 * time.Millisecond
)
