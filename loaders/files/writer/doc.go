// Package writer is the program's only way to write to disk.
//
// A person's file appears under its name when complete, or not at all ([Beside], [PartialFile.Commit]). An
// existing file is replaced only if the caller says so and it is a regular file. A link is never
// followed or replaced, because it could lead to any file; folders above may be links, which is the
// person's choice.
package writer
