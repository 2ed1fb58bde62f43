// Package views holds the screens and their parts. A view draws text cells
// and picture placements into a [widget.Frame]; it knows no terminal, does no I/O
// and reads no clock. The program that owns the terminal is package tui.
package views
