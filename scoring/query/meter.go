package query

import (
	"errors"
	"fmt"
	"reflect"
	"time"
)

// meter counts what one example takes. One goroutine uses it.
type meter struct {
	*account
	bytes, steps int
	from         time.Time // zero before the first charge of an example that is not timed
}

// chargeFor adds bytes of texts and steps to what the row has used, and starts its clock if it is
// not running. It returns the account's error if the row has more than m.Bytes or m.Steps, or if
// its time and all that was spent before exceed the account's.
func (m *meter) chargeFor(bytes, steps int) error {
	if m.from.IsZero() {
		m.from = time.Now()
	}
	m.bytes += bytes
	m.steps += steps
	switch {
	case m.bytes > m.Bytes:
		return m.budgetError(fmt.Sprintf("it makes texts of more than %d bytes", m.Bytes))
	case m.steps > m.Steps:
		return m.budgetError(fmt.Sprintf("it takes more than %d steps", m.Steps))
	}
	return m.checkTime(time.Since(m.from))
}

// appendElements appends to all the numbers in list, which is a number or a slice, nested to any
// depth, in order, and charges one step for each. Anything else in it is an error, as is a meter
// that is spent.
func (m *meter) appendElements(all []float64, list reflect.Value) (_ []float64, err error) {
	for list.Kind() == reflect.Interface {
		list = list.Elem()
	}
	switch {
	case list.CanInt():
		return append(all, float64(list.Int())), m.chargeFor(0, 1)
	case list.CanFloat():
		return append(all, list.Float()), m.chargeFor(0, 1)
	case list.Kind() != reflect.Slice:
		return nil, errors.New("min, max, mean and median accept numbers and lists of numbers")
	}
	for i := range list.Len() {
		if all, err = m.appendElements(all, list.Index(i)); err != nil {
			return nil, err
		}
	}
	return all, nil
}
