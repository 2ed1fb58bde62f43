package facts

import (
	"math"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// tally counts the examples or modules of a cell, and sums up an outcome over those that have one.
type tally struct {
	n, known int
	sum      float64
	examples int // with a known outcome
	last     int // 1 + the one counted last
}

// countOutcome counts an example, once, or each of its modules, and adds the outcome unless that is NaN,
// for an unknown one.
func (c *tally) countOutcome(outcome float64, example int, each bool) {
	isNew := c.last != example+1
	if !isNew && !each {
		return
	}
	if c.n++; !math.IsNaN(outcome) {
		c.known++
		c.sum += outcome
		c.examples += int(bitOf(isNew))
	}
	if !each || !math.IsNaN(outcome) {
		c.last = example + 1
	}
}

// tallyCell returns the cell of c: without an outcome the count of examples; else, over those whose
// outcome is known, the share with its interval, which rests on the examples, for faithful and answers, or the mean. It is
// undefined if there are none, with the reason. It leads to the examples by the query leads, but
// nowhere if c has no example.
func (c *tally) tallyCell(outcome, leads string) table.Cell {
	cell := table.Cell{Value: c.n, Leads: leads}
	if outcome == "" {
		return cell
	}
	cell.N = c.known
	switch share := outcome == "faithful" || areAnswers(outcome); {
	case c.n == 0:
		cell.Value, cell.Leads = scoring.Undefined("no example has both values"), ""
	case c.known == 0:
		cell.Value = scoring.Undefined("none of " + loaders.Count(c.n, "example") + " has the outcome " + outcome)
	case share:
		cell.Value = scoring.Defined(c.sum / float64(c.known))
		_, cell.Interval = stats.Share(c.sum*float64(c.examples)/float64(c.known), float64(c.examples))
	default:
		cell.Value = scoring.Defined(c.sum / float64(c.known))
	}
	return cell
}

// outcomeColumn returns the column, called name, for cells of tallyCell: of counts if outcome is
// "", else of numbers that rest on a count, as percent for shares.
func outcomeColumn(outcome, name string) table.Column {
	if outcome == "" {
		return table.Count.Column(name)
	}
	c := table.Share
	c.Name, c.Percent = name, outcome == "faithful" || areAnswers(outcome)
	return c
}
