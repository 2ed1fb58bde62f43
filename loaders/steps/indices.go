package steps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// none is the index of the first wrong step where no step is wrong.
const none = -1

// readIndex returns an index from 0, also of 1.0 as pandas writes it, none for N/A, nil for null and whatever else
// isn't a whole number.
func readIndex(raw json.RawMessage) *int {
	text := strings.Trim(string(bytes.TrimSpace(raw)), `"`)
	if strings.EqualFold(text, "n/a") || strings.EqualFold(text, "none") {
		return new(none)
	}
	if n, err := strconv.Atoi(strings.TrimSuffix(text, ".0")); err == nil && n >= none {
		return &n
	}
	return nil
}

// numeral matches a number, without what may follow it.
var numeral = regexp.MustCompile(`-?\d+(\.\d+)?`)

// numberIn returns the first number in a text; ok is false without one, and if it isn't whole or is below 0.
func numberIn(text string) (n int, ok bool) {
	n, err := strconv.Atoi(strings.TrimSuffix(numeral.FindString(text), ".0"))
	return n, err == nil && n >= 0
}

var boxed = regexp.MustCompile(`\\boxed\{\s*(-?\d+)\s*\}`)

// readCritiques returns the index that most critiques name last in \boxed{}, the first of equally
// common ones, with their share; nil if none names one.
func readCritiques(stepCritiques []string) (first *int, reason string) {
	votes, most := map[int]int{}, 0
	for _, text := range stepCritiques {
		all := boxed.FindAllStringSubmatch(text, -1)
		if len(all) == 0 {
			continue
		}
		n, err := strconv.Atoi(all[len(all)-1][1])
		if err != nil || n < none {
			continue
		}
		if votes[n]++; votes[n] > most {
			first, most = &n, votes[n]
		}
	}
	reason = strings.Join(stepCritiques, "\n\n")
	if len(stepCritiques) > 1 && most > 0 {
		reason = fmt.Sprintf("%d of %d votes\n\n%s", most, len(stepCritiques), reason)
	}
	return first, reason
}
