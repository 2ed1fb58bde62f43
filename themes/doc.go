// Package themes defines the program's colours: styles by role, the colours of
// boxes, and ramps for heat. A theme is a value; the package keeps no state,
// reads no files and imports no other package of this module.
//
// A theme is a TOML file with a table for a dark background, one for a light
// background, or both. The built-in ones are in this folder, and users' own
// themes have the same form. Whatever a file leaves out comes from dark.toml or
// light.toml, so two lines are enough for a theme:
//
//	[dark]
//	accent = "bold #ffb000"
//
// A style is a list of words: attributes (bold, faint, italic, underline,
// reverse), a text colour, and after "on" a background colour. A colour is
// #rrggbb or one of the terminal's sixteen (red, bright-red); "" stands for the
// terminal's own text.
//
// Decisions:
//
//   - [Set.On] alone adapts a theme to the terminal. A terminal of sixteen
//     colours gets basic.toml, since picking the nearest of sixteen would turn
//     orange, yellow and pink all into the same red. One without colours gets
//     mono.toml, which distinguishes roles by attributes and shows heat as bars.
//   - Ramps are straight lines in OKLab (Ottosson 2020), where equal distances
//     look about equally far apart, and therefore equal differences of heat do
//     too. Heat keeps one hue from end to end, even in 256 colours: grey, orange
//     and green do not read as less and more.
//   - Boxes also differ by line style (hit, miss, gold, missed): colour is never
//     the only cue.
//   - The tests hold every theme to the same rules. Text has a contrast of at
//     least 4.5 (WCAG 2.2) on the usual backgrounds and on the selected row, or 7
//     in the high-contrast theme. Boxes, right and wrong, and the ends of ramps
//     remain distinct under three kinds of colour blindness, as simulated by
//     Machado, Oliveira and Fernandes 2009.
//
// To add a theme, put a TOML file here and its name into the list of [Names].
//
// It draws nothing.
package themes
