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
	// Loose permits other users to own, read or write these files and the folders
	// above them.
	Loose  bool
	Limits Limits
	// Owner is the name of the person beside whose marks guests keep their own, "" if
	// they keep none. Unless it is "", Serve does not start while the comment of a key is
	// this name, or that of another line.
	Owner string
	// Visit returns the options for a guest's program, and a function to call
	// when the guest has left. id is the fingerprint of the guest's key, fit for a
	// file's name; name is what people call the guest. The server sets In, Out and
	// the other options for the terminal itself. Visit is called from several
	// goroutines.
	Visit func(ctx context.Context, id, name string) (o tui.Options, left func(), err error)
	// Ready is the first line for Log when guests are admitted, after those of keys left out.
	Ready string
	// Log receives a line for each guest that comes, goes or is refused, at most
	// one a second for each key, and for each key that is left out. It is called
	// from several goroutines.
	Log func(line string)
}

const (
	// untidy is how long after a guest has left memory is returned to the system;
	// the runtime would keep it for minutes.
	untidy = 5 * time.Second
	// garbage is how much garbage there may be before it is collected, in percent of what
	// is in use: the screens of many guests have many small parts, and while these are gone
	// through keys wait.
	garbage = 300
	// keysEach and keysFirst are how many bytes of keys a guest's program gets, per second
	// and in a first burst, before they have to wait: a wheel sends some hundred a second.
	keysEach, keysFirst = 1000, 1000
	// asksEach and asksFirst are how many sessions a connection may request, per
	// second and in a first burst, before its requests have to wait.
	asksEach, asksFirst = 5, 20
	// again is how long to wait after the listener has failed.
	again = 100 * time.Millisecond
)
