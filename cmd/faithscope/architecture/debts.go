package architecture

import (
	"fmt"
	"strings"
)

// Debt is a saving that an issue promised; Left has not been saved yet, 0 or less if it has.
type Debt struct {
	Figure, Issue string
	Left          float64
}

// Debts are the savings that ceilings.txt enters as due, in the order of their rows.
//
// An issue saves by rows that lower a ceiling: under its title and ", begun" (or another word
// after a comma) while it is open, under its title alone once it is done. A done issue that still
// owes is an error, and so is a grant to another issue while more than the grant is due.
type Debts []Debt

// payDebts pays debts with the row's saving, which is negative if its ceiling rises.
func (d Debts) payDebts(row Ceiling, saving float64) error {
	title, _, open := strings.Cut(row.Issue, ",")
	due := 0.0
	for i := range d {
		debt := &d[i]
		if debt.Figure != row.Figure {
			continue
		}
		if debt.Issue != title {
			due += max(0, debt.Left)
			continue
		}
		debt.Left -= max(0, saving)
		if !open && debt.Left > 0 {
			return fmt.Errorf("%q is done and still owes %v %s", title, debt.Left, debt.Figure)
		}
	}
	if row.Grant > 0 && due > row.Grant {
		return fmt.Errorf("%q takes %v %s while others owe %v", title, row.Grant, row.Figure, due)
	}
	return nil
}

// borrow returns d with a rise added to what the row's issue owes, or as its debt if it owes nothing
// of the figure. It is an error for a done issue: what is borrowed must be saved before it is done.
func (d Debts) borrow(row Ceiling, rise float64) (Debts, error) {
	title, _, open := strings.Cut(row.Issue, ",")
	if !open {
		return d, fmt.Errorf("%q borrows %v %s and is done", row.Issue, rise, row.Figure)
	}
	for i := range d {
		if d[i].Figure == row.Figure && d[i].Issue == title {
			d[i].Left += max(0, rise)
			return d, nil
		}
	}
	return append(d, Debt{row.Figure, title, rise}), nil
}
