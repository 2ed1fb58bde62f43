package serve

import (
	"context"
	"time"

	"faithscope/tui"
)

// Limits are what guests may have of the server.
type Limits struct {
	Guests   int           // sessions in all
	Sessions int           // sessions of one key, which may have twice as many connections
	Address  int           // connections of one address
	Memory   uint64        // bytes that guests take, above which no other comes in; 0 for any
	Idle     time.Duration // without a key pressed
	Rate     int           // bytes a second to one session
}

// Options say whom the server lets in and what they see.
type Options struct {
	Keys    string // path of the authorized_keys file
	HostKey string // path of the private key; it is made where it is not there
	// Loose: others than this user may own or write these files and the folders
	// they are in.
	Loose  bool
	Limits Limits
	// Visit returns what a guest sees on their terminal, and what to call when
	// they have left. It is called from several goroutines. In and Out of the
	// options, and what belongs to the terminal, are set by the server.
	Visit func(ctx context.Context, name string) (o tui.Options, left func(), err error)
	// Log is told a line about each guest that comes, goes or is refused, one a
	// second of each key, and about each key that is left out. It is called from
	// several goroutines.
	Log func(line string)
}
