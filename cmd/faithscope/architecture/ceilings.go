package architecture

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Ceiling is a row of ceilings.txt: how high a figure may be, the grant by which an issue let it
// rise over the row before, and the title of that issue.
type Ceiling struct {
	Figure     string
	Max, Grant float64
	Issue      string
}

// room is how far over what an issue reached its ceiling may lie, as a share.
const room = .002

// ReadCeilings reads the rows of ceilings.txt with white space between, "figure max grant issue"
// or, for a promised saving, "figure saving due issue", or "figure max borrowed issue" for a rise that
// an open issue owes beside what it promised. Empty lines and comments (#) are skipped.
// Malformed rows, unknown figures, and a rise by more than the row's grant are errors. So is a
// broken promise: see [PromisedSavings].
func ReadCeilings(ceilingsText string) (rows []Ceiling, debts PromisedSavings, err error) {
	last := map[string]float64{}
	for line := range strings.Lines(ceilingsText) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if len(words) < 4 {
			return nil, nil, fmt.Errorf("%q: expected figure, ceiling, grant and issue", strings.TrimSpace(line))
		}
		row := Ceiling{Figure: words[0], Issue: strings.Join(words[3:], " ")}
		if _, ok := (CodeMetrics{}).Value(row.Figure); !ok && row.Figure != testTokens {
			return nil, nil, fmt.Errorf("%q: no such figure", row.Figure)
		}
		if row.Max, err = strconv.ParseFloat(words[1], 64); err != nil {
			return nil, nil, err
		}
		if words[2] == "due" {
			debts = append(debts, PromisedSaving{row.Figure, row.Issue, row.Max})
			continue
		}
		before, ok := last[row.Figure]
		if !ok {
			before = row.Max
		}
		if words[2] == "borrowed" {
			if debts, err = debts.borrow(row, row.Max-before); err != nil {
				return nil, nil, err
			}
			last[row.Figure] = row.Max
			rows = append(rows, row)
			continue
		}
		if row.Grant, err = strconv.ParseFloat(words[2], 64); err != nil {
			return nil, nil, err
		}
		if row.Max > before+row.Grant {
			return nil, nil, fmt.Errorf("%s rises from %v to %v, but %q grants only %v", row.Figure, before, row.Max, row.Issue, row.Grant)
		}
		if err := debts.payDebts(row, before-row.Max); err != nil {
			return nil, nil, err
		}
		last[row.Figure] = row.Max
		rows = append(rows, row)
	}
	return rows, debts, nil
}

// LastCeilings returns the rows in force, by figure: of each figure the last.
func LastCeilings(ceilingRows []Ceiling) map[string]Ceiling {
	last := map[string]Ceiling{}
	for _, row := range ceilingRows {
		last[row.Figure] = row
	}
	return last
}

// LowestCeiling returns the value that a ceiling falls to when an issue has reached a figure, with
// a little room above: shares of one-word names rounded up to a tenth, whole numbers rounded down.
func LowestCeiling(figureName string, reachedFigure float64) float64 {
	if strings.HasPrefix(figureName, "one-word") {
		return math.Ceil(reachedFigure*(1+room)*10) / 10
	}
	return math.Floor(reachedFigure * (1 + room))
}
