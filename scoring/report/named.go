package report

import (
	"encoding/json"
	"fmt"
	"slices"

	"faithscope/scoring"
)

// named are settings by name, in their order.
type named []namedValue

type namedValue struct {
	name  string
	value any
}

// add adds settings under s, each once.
func (n named) add(s scoring.Settings, names ...string) named {
	for _, name := range names {
		if slices.ContainsFunc(n, func(v namedValue) bool { return v.name == name }) {
			continue
		}
		value := scoring.SettingOf(name).Value(s)
		if name == "negative_iou" {
			value = s.Negative()
		}
		n = append(n, namedValue{name, value})
	}
	return n
}

// thresholds names the settings that every score has. The readings among them
// are written in JSON where they are not the default.
var thresholds = []string{"average", "iou", "negative_iou", "threshold", "inclusive", "upper_bound"}

// thresholdsOf are those of s.
func thresholdsOf(s scoring.Settings) named {
	return slices.DeleteFunc(named(nil).add(s, thresholds...), func(v namedValue) bool { return v.value == false })
}

// optionsOf are the settings that move a protocol's scores beside the
// thresholds, in its order; none for nil.
func optionsOf(p *scoring.Protocol, s scoring.Settings) named {
	if p == nil {
		return nil
	}
	return named(nil).add(s, p.Settings...)
}

// MarshalJSON implements [json.Marshaler]: one object.
func (n named) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, v := range n {
		if i > 0 {
			b = append(b, ',')
		}
		value, err := json.Marshal(v.value)
		if err != nil {
			return nil, fmt.Errorf("setting %s: %w", v.name, err)
		}
		b = append(fmt.Appendf(b, "%q:", v.name), value...)
	}
	return append(b, '}'), nil
}

// csvWord writes a setting as JSON does, without quotes.
func csvWord(value any) string {
	if x, ok := value.(float64); ok {
		return digits(x)
	}
	return fmt.Sprint(value)
}
