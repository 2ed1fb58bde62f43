// Package themes defines the program's colours: styles by role, the colours of boxes, and ramps for
// heat. It keeps no state, reads no files, draws nothing and imports no other package of this
// module.
//
// A theme is a TOML file with a table for a dark background, one for a light one, or both, like the
// built-in ones here. Whatever a file leaves out comes from dark.toml or light.toml, so two lines
// are enough:
//
//	[dark]
//	accent = "bold #ffb000"
//
// A style is a list of words: attributes (bold, faint, italic, underline, reverse), a text colour,
// and after "on" a background colour. A colour is #rrggbb or one of the terminal's sixteen (red,
// bright-red); "" is the terminal's own text.
//
// Decisions:
//
//   - Only [AdaptiveTheme.On] adapts a theme to the terminal. Sixteen colours get basic.toml,
//     because the nearest of sixteen would turn orange, yellow and pink all into red.
//     None get mono.toml: attributes distinguish roles, and bars show heat.
//   - Ramps are straight lines in OKLab (Ottosson 2020), where equal distances look
//     about equal. Heat keeps one hue, even in 256 colours: grey, orange and green
//     do not read as less and more.
//   - Boxes also differ by line style: colour is never the only cue.
//   - Tests check every theme. Text has a contrast of at least 4.5 (WCAG 2.2) on the
//     usual backgrounds and the selected row, 7 in the high-contrast theme. Boxes,
//     right and wrong, and the ends of ramps remain distinct under three kinds of
//     colour blindness (Machado, Oliveira and Fernandes 2009).
//
// To add a theme, put a TOML file here and its name into [Names].
package themes
