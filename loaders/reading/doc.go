// Package reading splits texts into sentences.
//
// It does not score sentences: package sentences does.
package reading
