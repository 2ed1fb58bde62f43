package scoring

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// PercentShares are shares of an input's parts in percent: "1,5,10,20,50".
type PercentShares string

const mostBins = 100

// Percent returns shares in (0, 100]; nil for an invalid list.
func (b PercentShares) Percent() []float64 {
	shares, _ := parseBins(string(b))
	return shares
}

func parseBins(sharesText string) (shares []float64, err error) {
	for word := range strings.SplitSeq(sharesText, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		isUnusable := err != nil || !(x > 0 && x <= 100) || slices.Contains(shares, x) || len(shares) == mostBins
		if isUnusable {
			return nil, errors.New("must be distinct percentages above 0 and up to 100, separated by commas")
		}
		shares = append(shares, x)
	}
	return shares, nil
}

func (b PercentShares) String() string { return string(b) }

// Set accepts 1 to 100 different percentages above 0, up to 100, separated by commas; an error
// changes nothing.
func (b *PercentShares) Set(sharesText string) error {
	_, err := parseBins(sharesText)
	if err == nil {
		*b = PercentShares(sharesText)
	}
	return err
}

// Words returns nil: any percentages will do.
func (*PercentShares) Words() []string { return nil }

// Type is the flag's value in help.
func (*PercentShares) Type() string { return "percentages" }
