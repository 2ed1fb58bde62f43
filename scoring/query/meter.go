package query

import (
	"errors"
	"fmt"
	"reflect"
	"time"
)

type costMeter struct {
	*queryBudgetUse
	bytes, steps int
	from         time.Time // zero before an untimed first charge
}

func (m *costMeter) chargeFor(byteCount, stepCount int) error {
	if m.from.IsZero() {
		m.from = time.Now()
	}
	m.bytes += byteCount
	m.steps += stepCount
	switch {
	case m.bytes > m.Bytes:
		return m.budgetError(fmt.Sprintf("the query creates more than %d bytes of text", m.Bytes))
	case m.steps > m.Steps:
		return m.budgetError(fmt.Sprintf("the query takes more than %d steps", m.Steps))
	}
	return m.checkTime(time.Since(m.from))
}

func (m *costMeter) appendElements(numbersSoFar []float64, listValue reflect.Value) (_ []float64, err error) {
	for listValue.Kind() == reflect.Interface {
		listValue = listValue.Elem()
	}
	switch {
	case listValue.CanInt():
		return append(numbersSoFar, float64(listValue.Int())), m.chargeFor(0, 1)
	case listValue.CanFloat():
		return append(numbersSoFar, listValue.Float()), m.chargeFor(0, 1)
	case listValue.Kind() != reflect.Slice:
		return nil, errors.New("min, max, mean and median accept numbers and lists of numbers")
	}
	for i := range listValue.Len() {
		if numbersSoFar, err = m.appendElements(numbersSoFar, listValue.Index(i)); err != nil {
			return nil, err
		}
	}
	return numbersSoFar, nil
}
