// Package views holds what all screens share: the [View] that a screen is, the
// [Session] that they look at, and the messages by which they talk to the
// program. Each screen is a package of its own below this one, and
// views/screens knows them all. A view draws text cells and picture placements
// into a [widget.Frame]; it knows no terminal. The program that owns the
// terminal is package tui.
//
// Decisions:
//
//   - Only Update and an action's handler change state; Draw reads. Neither
//     does I/O, reads a clock or draws at random, so that a test can drive a
//     screen with messages and compare what it drew.
//   - What takes time is a command. Its reply carries the number of the request
//     that it answers; a stale reply is dropped.
//   - A view sends the program messages by [Console.Post] alone. What is posted
//     is handled before anything else: keys that were typed ahead go to the
//     screen that the key before them opened.
//   - One action table per view gives key, help text, handler and the reason
//     why it cannot run now. Footer, help, command line, the manual and the
//     configuration are made from it; nothing else handles a key.
//   - A settings change is one [RefreshViews]: every view derives again what it takes from the session.
//   - Whatever is drawn is cleaned by the frame, for it may come from a file.
//   - Colour is never the only cue: glyphs, bars, line styles and words say the
//     same.
//   - Screens import each other only along the way a person goes: Runs opens the list of examples, the list opens an example.
package views
