package facts

import (
	"math"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

type outcomeTally struct {
	n, known       int
	examples, last int // with a known outcome; 1 + the last of them
	sum            float64
}

func (c *outcomeTally) countOutcome(outcome float64, example int) {
	if c.n++; !math.IsNaN(outcome) {
		c.known++
		c.sum += outcome
		if c.last != example+1 {
			c.examples, c.last = c.examples+1, example+1
		}
	}
}

// tallyCell returns the count of examples if there is no outcome, otherwise a mean or share. A
// share's interval is over examples, because modules of one example depend on each other.
func (c *outcomeTally) tallyCell(outcome, leads string) table.Cell {
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
