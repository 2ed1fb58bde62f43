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

func tokenise(rawText string) []string {
	words := []string{}
	for _, piece := range strings.Fields(strings.ReplaceAll(rawText, "’", "'")) {
		words = append(words, cutPiece(piece)...)
	}
	return words
}

// A clitic such as n't, and each mark after it, is a token.
func cutPiece(textPiece string) []string {
	if slices.Contains(demoWhole, textPiece) {
		return []string{textPiece}
	}
	var tail []string
	core := strings.TrimRight(textPiece, `.,!?;:"`)
	for _, end := range clitics {
		if len(core) > len(end) && strings.HasSuffix(strings.ToLower(core), end) {
			tail = []string{core[len(core)-len(end):]}
			for _, mark := range textPiece[len(core):] {
				tail = append(tail, string(mark))
			}
			textPiece = core[:len(core)-len(end)]
			break
		}
	}
	return append(demoToken.FindAllString(textPiece, -1), tail...)
}
