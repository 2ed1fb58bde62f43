// Package rows has the rows of a table and their values, whatever file they come from: texts,
// numbers, lists and structs at a path within a row. Nothing here knows what a column holds.
package rows
