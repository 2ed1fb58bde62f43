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

const (
	tableName      = "esnli-table"
	pairsName      = "esnli"
	highlightsName = "esnli-highlights"
	limeName       = "esnli-lime"
)

// Pairs reads the parallel files, by that of the labels.
var Pairs = loaders.Format{
	Name:   pairsName,
	About:  "e-SNLI as parallel files: labels.*, with s1.*, s2.* and *expl*.* beside it",
	Sign:   "lines of entailment, neutral and contradiction and nothing else, with s1.* and s2.* beside",
	Detect: func([]byte) bool { return false },
	Confirm: func(_ context.Context, src *loaders.Source, _ loaders.Options) bool {
		return isLabels(src.Head) && besides(src, "s1.") && besides(src, "s2.")
	},
	Beside: []loaders.Beside{{What: "labels of e-SNLI, without s1.* and s2.* beside it", Flag: "--gold", Detect: isLabels}},
	Open:   openPairs,
}

// Highlights reads a highlighter's probabilities.
var Highlights = loaders.Format{
	Name:  highlightsName,
	About: "a probability per word of e-SNLI's pairs: JSON Lines of {word, label, prob}",
	Sign:  "lists under the keys word, label and prob",
	Keys:  []string{"word", "label", "prob"},
	Detect: func(head []byte) bool {
		keys := record.Keys(head)
		return keys["word"] == '[' && keys["prob"] == '[' && keys["label"] == '['
	},
	Open: func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
		return openScores(ctx, src, o, highlightsName, (*join).highlights)
	},
}

// Lime reads LIME's weights.
var Lime = loaders.Format{
	Name:  limeName,
	About: "LIME's weights per word of e-SNLI's hypotheses: JSON Lines of {word, CLASS}",
	Sign:  "lists under the keys word and one of entailment, neutral and contradiction",
	Keys:  []string{"word", "entailment"},
	Detect: func(head []byte) bool {
		keys := record.Keys(head)
		return keys["word"] == '[' && keys["prob"] == 0 && slices.ContainsFunc(classes, func(c string) bool { return keys[c] == '[' })
	},
	Open: func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
		return openScores(ctx, src, o, limeName, (*join).lime)
	},
}

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

func openPairs(ctx context.Context, src *loaders.Source, _ loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenJSONL(ctx, src, pairsName, 0, j.pair)
	if err != nil {
		return nil, err
	}
	run.Dataset, run.Gold = "e-SNLI", "in the files"
	j.files, err = openParallel(ctx, src.Files, src.Path, run)
	return run, err
}

func openScores(ctx context.Context, src *loaders.Source, o loaders.Options, name string, decode func(*join, *record.Record) (*loaders.Example, error)) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenJSONL(ctx, src, name, 0, func(rec *record.Record) (*loaders.Example, error) { return decode(j, rec) })
	if err != nil {
		return nil, err
	}
	run.Dataset = "e-SNLI"
	path, err := labelFiles(src).Find(src, run, o.Gold)
	if err != nil || path == "" {
		return run, err
	}
	if j.files, err = openParallel(ctx, src.Files, path, run); err != nil {
		return run, loaders.Errorf("parallel files: %w", err)
	}
	run.Gold = path
	return run, nil
}
