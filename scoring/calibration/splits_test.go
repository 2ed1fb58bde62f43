package calibration

import (
	"testing"

	"faithscope/scoring"
)

// A split that holds out no easy question has no error on them: it is left out of the mean, whose
// cell says over how many splits it is, and counts as no 0.
func TestMeansLeaveOutUndefinedRates(t *testing.T) {
	half, none := scoring.Defined(.5), scoring.Undefined("no easy question")
	rate := []scoring.Value{half, half, half}
	measured := [][]scoring.Value{rate, rate, rate, {half, none, half}, {none, none, none}, rate}
	sheet := (&Study{}).meansOf(measured, 3)
	for row, want := range []struct {
		value scoring.Value
		n     int
	}{{half, 2}, {scoring.Undefined("no split holds out a question of this kind"), 0}, {half, 3}} {
		cell := sheet.Rows[row][4]
		if cell.Value != any(want.value) || cell.N != want.n {
			t.Errorf("%v: %v over %d splits, want %v over %d", sheet.Rows[row][0].Value, cell.Value, cell.N, want.value, want.n)
		}
	}
}
