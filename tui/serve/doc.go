// Package serve shows runs to guests over SSH: each has a view of their own on
// their own terminal, in this process.
//
// A guest is let in by a public key of an authorized_keys file, and by nothing
// else. What a guest may ask for is a terminal and the program on it: a command
// to execute, a subsystem, the forwarding of ports, of an agent or of X11, and a
// shell without a terminal are refused, each by name, so that what a later
// version of a library offers is refused too.
//
// Nobody keeps others out. A connection that has not logged in has a place among
// others of its kind, of which some are refused at random when they are many;
// one that has counts for its key. While it has no program that runs, a timer
// closes it. The log has a line a second of each key.
//
// Each guest has a pseudo-terminal, whose size in cells and pixels is that of
// the guest's own; so all that package tui knows of terminals holds for guests.
// A guest that stops reading fills the window of its channel, then its
// pseudo-terminal, and then waits: nobody else does.
package serve
