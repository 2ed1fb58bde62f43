package architecture

import (
	"fmt"
	"strings"
)

// PromisedSaving is a saving that an issue promised; Left has not been saved yet, 0 or less if it has.
type PromisedSaving struct {
	Figure, Issue string
	Left          float64
}

// PromisedSavings are the savings that ceilings.txt enters as due, in the order of their rows.
//
// An issue saves by rows that lower a ceiling: under its title and ", begun" (or another word
// after a comma) while it is open, under its title alone once it is done. A done issue that still
// owes is an error, and so is a grant to another issue while more than the grant is due.
type PromisedSavings []PromisedSaving

// payDebts lets no done issue owe, and no other issue take a grant while more is due, because grants
// are paid by these savings. saving is negative if a ceiling rises.
func (d PromisedSavings) payDebts(ceilingRow Ceiling, saving float64) error {
	title, _, open := strings.Cut(ceilingRow.Issue, ",")
	due := 0.0
	for i := range d {
		debt := &d[i]
		if debt.Figure != ceilingRow.Figure {
			continue
		}
		if debt.Issue != title {
			due += max(0, debt.Left)
			continue
		}
		debt.Left -= max(0, saving)
		if !open && debt.Left > 0 {
			return fmt.Errorf("%q is done but still owes %v %s", title, debt.Left, debt.Figure)
		}
	}
	if ceilingRow.Grant > 0 && due > ceilingRow.Grant {
		return fmt.Errorf("%q takes %v %s while others owe %v", title, ceilingRow.Grant, ceilingRow.Figure, due)
	}
	return nil
}

// borrow adds a rise to what the row's issue owes. A done issue can't borrow, because nothing would
// pay it back.
func (d PromisedSavings) borrow(ceilingRow Ceiling, rise float64) (PromisedSavings, error) {
	title, _, open := strings.Cut(ceilingRow.Issue, ",")
	if !open {
		return d, fmt.Errorf("%q borrows %v %s but is already done", ceilingRow.Issue, rise, ceilingRow.Figure)
	}
	for i := range d {
		if d[i].Figure == ceilingRow.Figure && d[i].Issue == title {
			d[i].Left += max(0, rise)
			return d, nil
		}
	}
	return append(d, PromisedSaving{ceilingRow.Figure, title, rise}), nil
}
