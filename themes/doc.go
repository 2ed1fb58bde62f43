// Package themes holds what the program's colours are: styles by role, the
// colours of boxes, and ramps for heat. A theme is a value; the package keeps
// no state, reads no files and imports nothing of ours.
//
// A theme is a TOML file with a table for a dark background, one for a light
// background, or both. The built-in ones lie in this folder, and a person's
// own have the same form. What a file leaves out it takes from dark.toml or
// light.toml, so that two lines make a theme:
//
//	[dark]
//	accent = "bold #ffb000"
//
// A style is a list of words: attributes (bold, faint, italic, underline,
// reverse), a colour of the text, and after "on" a colour of the background.
// A colour is #rrggbb or one of the sixteen of the terminal (red,
// bright-red); "" is the terminal's own text.
//
// Decisions:
//
//   - A theme is adapted to the terminal in one place, [Set.On]: a terminal of
//     sixteen colours gets basic.toml, since the nearest of sixteen to a
//     palette's colours are one red for all that is orange, yellow or pink;
//     one without colours gets mono.toml, where attributes tell roles apart
//     and bars stand for heat.
//   - Ramps are straight lines in OKLab (Ottosson 2020), where equal distances
//     look about equally far apart, so that equal differences of heat do too.
//     Heat keeps one hue from end to end, also among 256 colours: grey, orange
//     and green do not read as less and more.
//   - Boxes are told apart by line style as well (hit, miss, gold, missed):
//     colour is never the only cue.
//   - The tests hold every theme to the same rules: text has a contrast of at
//     least 4.5 (WCAG 2.2) on the usual backgrounds and on the selected row, 7
//     in the high-contrast theme; boxes, right against wrong and the ends of
//     ramps stay apart under three kinds of colour blindness, as simulated by
//     Machado, Oliveira and Fernandes 2009.
//
// Adding a theme is a TOML file here and its name in the list of [Names].
package themes
