package facts

import (
	"math"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// tally counts the examples of a cell, and sums up an outcome over those that have one.
type tally struct {
	n, known       int
	examples, last int // with a known outcome; 1 + the last of them
	sum            float64
}

// countOutcome counts an example or one of its modules, and adds the outcome unless that is NaN, for an
// unknown one.
func (c *tally) countOutcome(outcome float64, example int) {
	if c.n++; !math.IsNaN(outcome) {
		c.known++
		c.sum += outcome
		if c.last != example+1 {
			c.examples, c.last = c.examples+1, example+1
		}
	}
}

// tallyCell returns the cell of c: without an outcome the count of examples; else, over those whose
// outcome is known, the share with its interval over the examples, for faithful and answers, or the mean. It is
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
		cell.Value, _ = stats.Share(c.sum, float64(c.known))
		_, cell.Interval = stats.Share(c.sum*float64(c.examples)/float64(c.known), float64(c.examples))
	default:
		cell.Value = scoring.Defined(c.sum / float64(c.known))
	}
	return cell
}

func outcomeColumn(outcome, name string) table.Column {
	if outcome == "" {
		return table.Count.Column(name)
	}
	c := table.Share
	c.Name, c.Percent = name, outcome == "faithful" || areAnswers(outcome)
	return c
}
