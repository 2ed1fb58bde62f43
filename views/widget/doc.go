// Package widget draws screens: it has the [Frame] and shared parts, which know the [Look] but
// nothing about runs and sessions.
package widget
