// Package serve shows runs to guests over SSH, each on their own terminal; all run in this process.
// Its caller opens the runs.
//
// A guest logs in with a public key in an authorized_keys file, and may request only a terminal and
// the program on it. The server grants requests by name, so that whatever a later version of a
// library offers is refused too.
//
// No guest can lock the others out. Connections that have not logged in share a limit, and near it
// the server refuses new ones at random; others count towards the limit of their key. A timer
// closes a connection on which no program runs. The log takes at most one line a second for each
// key.
//
// Each guest has a pseudo-terminal with the size of their own in cells and pixels, so that package
// tui works unchanged. If a guest stops reading, only their own program waits.
package serve
