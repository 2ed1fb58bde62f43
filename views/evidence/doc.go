// Package evidence shows what one module of an example did: the boxes it
// chose, where it looked in a passage, what it returned. A [Part] is one kind
// of evidence with a state, a layout and a drawing of its own; a [Panel] stacks
// the parts that have something to show of a [Subject], and says the same in words
// below them. A new kind of evidence is one file and one entry in the list of
// parts. The pictures and the rows of tokens also have keys, which the panel asks
// them for.
//
// Decisions:
//   - Parts know neither each other nor the session. A row of the words names its subject by a number that only its part understands.
//   - Files point one way: the panel to its parts, these to what they find and draw, that to the [Subject].
//   - A panel is laid out again after every action, and drawing only draws: see
//     [Panel.Lay]. What is expensive (setting a passage in lines) is kept as
//     long as its width is the same.
//   - The program tree sets its own branches. lipgloss/tree renders whole
//     trees, and needs depth × nodes of memory for that: a file can nest a
//     hundred thousand modules, of which a screen shows forty.
//
// It asks no model, and changes no example: package example does.
package evidence
