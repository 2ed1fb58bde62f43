// Package tui is the interactive program on the terminal: a stack of views, the
// keys, the mouse, and the pictures that a terminal can show.
//
// Handling a message always ends with one frame: the views draw into it, from
// the lowest visible one up, the graphics paint its pictures, and [tea.View]
// gets the text. Nothing is drawn anywhere else.
//
// Decisions:
//
//   - [detectTerminal] asks the terminal for its capabilities before Bubble Tea starts:
//     environment variables do not survive SSH and tmux, but answers do. Every
//     question is bounded in time and every answer in size. A terminal that
//     gives no answers gets what all terminals support, and late answers still
//     count.
//   - The ways of showing pictures form a ladder: kitty's protocol, sixel,
//     iTerm2's, blocks, letters, words. [Capabilities.Verdicts] gives the reason for
//     every rung, for `faithscope doctor`.
//   - Views publish a scene. The output writer (package screen) tracks what the
//     terminal holds and paints only the differences, after the text, in tiles
//     of whole cells. The cells under a picture hold a filler, so that the text
//     layer never writes there by accident.
//   - Over a slow line text goes first. Each strip of a picture is followed by a
//     query, and the next strip waits for the answer, so that the reaction to a
//     key never waits for more than one strip.
//   - A photo is scaled and quantised once per size; marks are drawn over it
//     afterwards, so that moving a threshold quantises nothing.
//   - A key goes to a view that accepts text, then to the actions of the top
//     view, then to the global ones. esc leaves one layer and never quits;
//     ctrl+c always quits.
//   - The chosen theme is adapted in one place to the terminal's background and
//     its number of colours.
//   - The terminal is restored however the program ends, even by a panic or a
//     signal.
//
// It computes no score: package session does.
package tui
