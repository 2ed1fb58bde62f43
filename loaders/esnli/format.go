package esnli

import (
	"bytes"
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Pairs reads the parallel files, by that of the labels.
var Pairs = record.NewFormat(loaders.Format{
	Name:  "esnli",
	About: "e-SNLI as parallel files: labels.*, with s1.*, s2.* and *expl*.* beside it",
	Sign:  "lines of entailment, neutral and contradiction and nothing else, with s1.* and s2.* beside",
	Confirm: func(_ context.Context, src *loaders.Source, _ loaders.Options) bool {
		return isLabels(src.Head) && besides(src, "s1.") && besides(src, "s2.")
	},
	Beside: []loaders.Beside{{What: "labels of e-SNLI, without s1.* and s2.* beside it", Flag: "--gold", Detect: isLabels}},
}, record.Codec{Dataset: "e-SNLI", Gold: "in the files", Open: func(o *record.Opening) (err error) {
	j := &join{}
	if err = o.Lines(0, j.pair); err == nil {
		j.files, err = openParallel(o, o.Source.Path)
	}
	return err
}})

// Highlights reads a highlighter's probabilities.
var Highlights = record.NewFormat(loaders.Format{
	Name:   "esnli-highlights",
	About:  "a probability per word of e-SNLI's pairs: JSON Lines of {word, label, prob}",
	Sign:   "lists under the keys word, label and prob",
	Keys:   []string{"word", "label", "prob"},
	Detect: record.Keyed("", "word:[, prob:[, label:["),
}, perWord((*join).highlights))

// Lime reads LIME's weights.
var Lime = record.NewFormat(loaders.Format{
	Name:   "esnli-lime",
	About:  "LIME's weights per word of e-SNLI's hypotheses: JSON Lines of {word, CLASS}",
	Sign:   "lists under the keys word and one of entailment, neutral and contradiction",
	Keys:   []string{"word", "entailment"},
	Detect: record.Keyed("", "word:[, !prob, "+strings.Join(classes, ":[|")+":["),
}, perWord((*join).lime))

// besides reports whether a parallel file lies in the run's own folder.
func besides(src *loaders.Source, prefix string) bool {
	entries, err := fs.ReadDir(src.Files, filepath.Dir(src.Path))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(strings.ToLower(e.Name()), prefix) })
}

// isLabels reports whether all lines that end in head are labels. A dash is
// SNLI's label of pairs on which nobody agrees.
func isLabels(head []byte) bool {
	found := false
	for line := range bytes.Lines(head) {
		if line[len(line)-1] != '\n' && len(head) >= loaders.HeadSize {
			break
		}
		word := string(bytes.TrimSpace(line))
		switch {
		case slices.Contains(classes, word):
			found = true
		case word != "" && word != "-":
			return false
		}
	}
	return found
}

// perWord are a model's scores, with the parallel files beside them.
func perWord[T any](decode func(j *join, in *T, rec *record.Record) (*loaders.Example, error)) record.Codec {
	return record.Codec{Dataset: "e-SNLI", Open: func(o *record.Opening) error {
		j := &join{}
		if err := o.Lines(0, record.As(func(in *T, rec *record.Record) (*loaders.Example, error) { return decode(j, in, rec) })); err != nil {
			return err
		}
		path, err := o.Find(labelFiles(o.Source))
		if err != nil || path == "" {
			return err
		}
		if j.files, err = openParallel(o, path); err != nil {
			return loaders.Errorf("parallel files: %w", err)
		}
		return nil
	}}
}
