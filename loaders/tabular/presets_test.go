package tabular

import "testing"

// What the columns of a preset hold can be read, and is what its files are recognised by.
func TestPresets(t *testing.T) {
	for _, p := range presets {
		m, err := ParseMap(p.columnMap)
		if err != nil || m.paths("gold") == nil || m.String() != p.holds().String() {
			t.Errorf("%s: %v, %v", p.Name, m, err)
		}
	}
}
