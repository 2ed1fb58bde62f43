// Package writer is the program's one way to write to disk: nothing else in it creates,
// opens for writing or renames a file, or makes a folder.
//
//   - A file of a person's appears under its name when it is whole, or not at all
//     ([Beside], [Part.Commit]).
//   - What has a name already is replaced only where the caller says so, and only if it is
//     a regular file. A link is never followed, nor replaced: it could lead to any file.
//   - A book that the program adds to ([Open]) is a regular file with one name.
//
// Folders above what is named may be links: where they lead is the person's own choice.
//
// It does not decide what is written.
package writer
