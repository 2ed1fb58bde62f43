package scoring

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Bins are shares of an input's parts in percent: "1,5,10,20,50".
type Bins string

const mostBins = 100

// Percent returns shares in (0, 100]; nil for an invalid list.
func (b Bins) Percent() []float64 {
	shares, _ := parseBins(string(b))
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

func (b Bins) String() string { return string(b) }

// Set accepts 1 to 100 different percentages above 0, up to 100, separated by commas; an error
// changes nothing.
func (b *Bins) Set(text string) error {
	_, err := parseBins(text)
	if err == nil {
		*b = Bins(text)
	}
	return err
}

// Words returns nil: any percentages will do.
func (*Bins) Words() []string { return nil }

// Type is the flag's value in help.
func (*Bins) Type() string { return "percentages" }
