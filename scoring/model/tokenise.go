package model

import (
	"regexp"
	"slices"
	"strings"
)

var (
	demoToken = regexp.MustCompile(`[\p{L}\p{N}]+(?:[-.,&/][\p{L}\p{N}]+)*|\S`)
	clitics   = []string{"n't", "'s", "'m", "'re", "'ve", "'ll", "'d"}
	demoWhole = append([]string{"''", "``"}, clitics...)
)

func tokenise(text string) []string {
	words := []string{}
	for _, piece := range strings.Fields(strings.ReplaceAll(text, "’", "'")) {
		words = append(words, cutPiece(piece)...)
	}
	return words
}

// A clitic such as n't, and each mark after it, is a token.
func cutPiece(piece string) []string {
	if slices.Contains(demoWhole, piece) {
		return []string{piece}
	}
	var tail []string
	core := strings.TrimRight(piece, `.,!?;:"`)
	for _, end := range clitics {
		if len(core) > len(end) && strings.HasSuffix(strings.ToLower(core), end) {
			tail = []string{core[len(core)-len(end):]}
			for _, mark := range piece[len(core):] {
				tail = append(tail, string(mark))
			}
			piece = core[:len(core)-len(end)]
			break
		}
	}
	return append(demoToken.FindAllString(piece, -1), tail...)
}
