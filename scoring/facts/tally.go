package facts

import (
	"math"

	"faithscope/scoring"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

type outcomeTally struct {
	n, known       int
	examples, last int // with a known outcome; 1 + the last of them
	sum            float64
}

func (c *outcomeTally) countOutcome(outcomeValue float64, exampleIndex int) {
	if c.n++; !math.IsNaN(outcomeValue) {
		c.known++
		c.sum += outcomeValue
		if c.last != exampleIndex+1 {
			c.examples, c.last = c.examples+1, exampleIndex+1
		}
	}
}

// tallyCell returns the count of examples if there is no outcome, otherwise a mean or share. A
// share's interval is over examples, because modules of one example depend on each other.
func (c *outcomeTally) tallyCell(outcomeName, linkQuery string) table.Cell {
	cell := table.Cell{Value: c.n, Leads: linkQuery}
	if outcomeName == "" {
		return cell
	}
	cell.N = c.known
	switch share := outcomeName == "faithful" || areAnswers(outcomeName); {
	case c.n == 0:
		cell.Value, cell.Leads = scoring.Undefined("no example has both values"), ""
	case c.known == 0:
		cell.Value = scoring.Undefined("no example has a value for " + outcomeName)
	case share:
		cell.Value, _ = stats.Share(c.sum, float64(c.known))
		_, cell.Interval = stats.Share(c.sum*float64(c.examples)/float64(c.known), float64(c.examples))
	default:
		cell.Value = scoring.Defined(c.sum / float64(c.known))
	}
	return cell
}

func outcomeColumn(outcomeName, name string) table.Column {
	if outcomeName == "" {
		return table.Count.Column(name)
	}
	c := table.Share
	c.Name, c.Percent = name, outcomeName == "faithful" || areAnswers(outcomeName)
	return c
}
