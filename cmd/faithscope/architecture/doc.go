// Package architecture measures the program's form and holds it under ceilings.
//
// [MeasureProgram] counts, for every package that ./cmd/faithscope depends on and for the
// files of all platforms: tokens, arrows between the files of a package that point back,
// files that lie in circles of such arrows, names of one word, and state. ceilings.txt has a
// row a figure and issue; [ReadCeilings] reads it. The tests hold the program under these
// ceilings, and hold what cannot be counted by a figure: the direction of imports, what files
// and types may have, the words of comments, what may create files.
//
// Uses are resolved by go/types, so that an arrow is a name of the package or a method that
// another file declares, never a field or a local. Calls through an interface or a field that
// holds a function are not seen: such a detour around an arrow is for the reader to refuse.
//
// The program does not import this package, and no figure includes it.
package architecture
