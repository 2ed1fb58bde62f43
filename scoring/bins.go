package scoring

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Bins are shares of an input's parts, in percent with commas between: "1,5,10,20,50".
type Bins string

// mostBins bounds the list.
const mostBins = 100

// Percent returns the shares, each above 0 and at most 100.
func (b Bins) Percent() []float64 {
	shares, _ := parseBins(string(b)) // which Set accepted
	return shares
}

func parseBins(text string) (shares []float64, err error) {
	for word := range strings.SplitSeq(text, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		isUnusable := err != nil || !(x > 0 && x <= 100) || slices.Contains(shares, x) || len(shares) == mostBins
		if isUnusable {
			return nil, errors.New("must be different percentages above 0, up to 100, with commas between")
		}
		shares = append(shares, x)
	}
	return shares, nil
}

// String returns the list as the flag has it.
func (b Bins) String() string { return string(b) }

// Set makes Bins a flag value.
func (b *Bins) Set(text string) error {
	_, err := parseBins(text)
	if err == nil {
		*b = Bins(text)
	}
	return err
}

// Words are none: any list will do.
func (*Bins) Words() []string { return nil }

// Type names the flag's value in help.
func (*Bins) Type() string { return "percentages" }
