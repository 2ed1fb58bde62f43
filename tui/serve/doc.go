// Package serve shows runs, which its caller opens, to guests over SSH. All run in this process.
//
// A guest logs in with a key in an authorized_keys file, and may request only a terminal and the
// program on it. Requests are granted by name, so that whatever a later version of a library offers
// is refused too.
//
// No guest can lock the others out. Connections that have not logged in share a limit, and near it
// the server refuses new ones at random; others count towards the limit of their key. A timer
// closes a connection on which no program runs. The log takes at most one line a second for each
// key.
//
// Each guest has a pseudo-terminal with the size of their own, so that package tui works unchanged.
// If a guest stops reading, only their own program waits.
package serve
