package heat

import (
	"math"

	"faithscope/views/widget"
)

// Scale maps numbers from 0 up to heat in 0..1.
type Scale struct {
	log  bool
	most float64
}

const decades = 4

// Linear is a scale without logarithms.
const Linear = false

// NewScale scales the numbers' distances from 0. Infinite numbers don't count.
func NewScale(scores []float64, logScale bool) Scale {
	s := Scale{log: logScale}
	for _, x := range scores {
		if abs := math.Abs(x); abs > s.most && !math.IsInf(abs, 1) {
			s.most = abs
		}
	}
	return s
}

// Heat returns x's share of the greatest number or, on a log scale, of the decades; 0 unless x is
// positive.
func (s Scale) Heat(x float64) float64 {
	if !(x > 0) || s.most == 0 {
		return 0
	}
	share := min(1, x/s.most)
	if !s.log {
		return share
	}
	return max(0, 1+math.Log10(share)/decades)
}

// DrawLegend draws the heat of tokens, from the least on, or of both signs.
func (s Scale) DrawLegend(pen *widget.Pen, look widget.Look, signed bool) {
	low, most := widget.Small(s.most*widget.LeastToken), widget.Small(s.most)
	pen.Put(look.Theme.Faint, " "+widget.If(s.log, "log "))
	switch {
	case signed:
		low = "-" + most
	case s.log:
		low = widget.Small(s.most * math.Pow(10, decades*(widget.LeastToken-1)))
	}
	pen.Heat(look, low, most, signed)
}
