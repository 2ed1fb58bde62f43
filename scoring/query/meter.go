package query

import (
	"errors"
	"fmt"
	"reflect"
	"time"
)

type meter struct {
	*account
	bytes, steps int
	from         time.Time // zero before an untimed first charge
}

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
