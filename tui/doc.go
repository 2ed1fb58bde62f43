// Package tui is the interactive program on the terminal: a stack of views, keys, the mouse, and
// pictures. It computes no score; package session does.
//
// Decisions:
//
//   - [detectTerminal] asks the terminal for its capabilities before Bubble Tea starts,
//     because environment variables do not survive SSH and tmux. Every question is
//     bounded in time and every answer in size. Late answers still count.
//   - The ways of showing pictures form a ladder: kitty's protocol, sixel, iTerm2's,
//     blocks, letters, words. [Capabilities.Verdicts] explains every rung.
//   - Every message ends with one frame, the only thing that is drawn on. The output
//     writer (package screen) tracks what the terminal holds and paints only the
//     differences, after the text, in tiles of whole cells. The cells under a picture
//     hold a filler, so that text is never written there by accident.
//   - Over a slow line text goes first. Each strip of a picture waits for the
//     terminal's answer to the last one, so that a key waits for one strip at most.
//   - A photo is scaled and quantised once per size and marks are drawn over it, so
//     that moving a threshold quantises nothing.
//   - A key goes to a view that accepts text, then to the top view's actions, then to
//     the global ones. esc leaves one layer and never quits; ctrl+c always quits.
//   - The theme is adapted in one place to the terminal's background and colours.
//   - The terminal is restored even after a panic or a signal.
package tui
