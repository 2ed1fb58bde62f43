// Package serve shows runs to guests over SSH. Each guest has their own view on
// their own terminal; all run in this process.
//
// A guest can log in only with a public key in an authorized_keys file, and may
// request only a terminal and the program on it. Everything else is refused:
// commands, subsystems, the forwarding of ports, agents or X11, and a shell
// without a terminal. The server grants requests by name, so whatever a later
// version of a library offers is refused too.
//
// No guest can lock the others out. Connections that have not logged in share a
// limit, and near it the server refuses new ones at random; connections that
// have logged in count towards the limit of their key. A timer closes a
// connection on which no program runs. The log takes at most one line a second
// for each key.
//
// Each guest has a pseudo-terminal with the size in cells and pixels of the
// guest's own terminal, so everything in package tui works for guests as well.
// A guest that stops reading fills the window of its channel, then its
// pseudo-terminal, and then only its own program waits.
//
// It does not open runs: its caller does.
package serve
