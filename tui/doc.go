// Package tui is the program that owns the terminal: a stack of views, the
// keys, the mouse, and the pictures that a terminal can show.
//
// Every message ends with one frame: the views draw into it from the lowest
// visible one up, the graphics paint its pictures, and [tea.View] gets the
// text. Nothing is drawn anywhere else.
//
// Decisions:
//
//   - The terminal is asked what it can do before Bubble Tea starts ([Detect]):
//     environment variables do not survive SSH and tmux, answers do. Every
//     question is bounded in time and every answer in size; a terminal that
//     answers nothing gets what all terminals have, and answers that come late
//     still count.
//   - Pictures climb a ladder: kitty's protocol, sixel, iTerm2's, blocks,
//     letters, words. [Findings.Verdicts] gives the reason for every rung, for
//     `faithscope doctor`.
//   - Views publish a scene; the output writer (package screen) knows what the
//     terminal holds and paints only what differs, after the text, in tiles
//     that end at cells. The cells under a picture carry a filler, so that the
//     text layer never writes there by chance.
//   - Over a slow line text goes first. Each strip of a picture is followed by
//     a question, and the next one waits for the answer: a key is never behind
//     more than one strip.
//   - A photo is scaled and quantised once per size; marks are drawn over it
//     afterwards, so that moving a threshold quantises nothing.
//   - Keys go, innermost first, to a view that accepts text, to the actions of
//     the view on top, to the global ones. esc leaves one layer and never
//     quits; ctrl+c always does.
//   - The chosen theme is adapted in one place to the terminal's background and
//     to how many colours it shows.
//   - The terminal is restored on every way out, panics and signals included.
package tui
