// Package widget draws screens: it has the [Frame] of cells, pictures and click areas, and parts
// that several screens share. Parts know the [Look] but nothing about runs and sessions.
package widget
