package widget

import (
	"math"

	"faithscope/loaders"
)

// LeastHeat is the least number with a background.
const LeastHeat = 0.05

// Heat returns the style for x, 0..1: zero near 0, and without colours, because bars show heat
// then.
func (l Look) Heat(x float64) Style {
	if l.NoHeat || !(x >= LeastHeat) {
		return Style{}
	}
	ramp := loaders.IfElse(l.OfGold, l.Theme.GoldHeat, l.Theme.Heat)
	if l.OfPositive && !l.OfGold {
		ramp, x = l.Theme.Signed, (x+1)/2
	}
	bg, text := ramp.At(x)
	return Style{Bg: bg, Fg: text}
}

// LeastToken is the least heat of a token with a background: weaker ones would hide the strong.
const LeastToken = 0.25

// TokenHeat is [Look.Heat] in the colours on which text keeps its own, from [LeastToken] on.
func (l Look) TokenHeat(x float64) Style {
	const faintest, fullest, shades = 0.14, 0.85, 4
	if !(x >= LeastToken) {
		return Style{}
	}
	if len(l.Theme.Heat) >= shades {
		share := (min(x, 1) - LeastToken) / (1 - LeastToken)
		x = faintest + (fullest-faintest)*share*share // so that only the hottest change their text's colour
	}
	return l.Heat(x)
}

// HeatCell returns a cell for heatValue, -1..1: a faint dot near 0 or without heat, a bar without
// colours, otherwise a blank on the ramp of [Look.Heat] or, if signed, of two directions.
func (l Look) HeatCell(heatValue float64, signed bool) (Style, string) {
	abs := math.Abs(heatValue)
	switch {
	case l.NoHeat || !(abs >= LeastHeat):
		return l.Theme.Faint, "·"
	case len(l.Theme.Heat) == 0:
		return Style{}, levelBar(abs)
	case !signed:
		return l.Heat(abs), " "
	}
	bg, text := l.Theme.Signed.At((heatValue + 1) / 2)
	return Style{Bg: bg, Fg: text}, " "
}

// HeatSuffix returns a bar without colours, "" near 0.
func (l Look) HeatSuffix(x float64) string {
	return If(!l.NoHeat && len(l.Theme.Heat) == 0 && x >= LeastHeat, levelBar(x))
}

// Levels are bars of one cell, ascending.
var Levels = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

func levelBar(x float64) string {
	if !(x > 0) {
		x = 0
	}
	return Levels[min(len(Levels)-1, int(min(x, 1)*float64(len(Levels))))]
}

// Unsigned heat has one direction.
const Unsigned = false

// Heat writes a legend of tokens from lowLabel to highLabel: a cell per level, twice as many with a minus
// first if signed; bars without colours, and "heat off" if heat is off.
func (p *Pen) Heat(l Look, lowLabel, highLabel string, signed bool) {
	faint := l.Theme.Faint
	if l.NoHeat {
		p.Put(faint, "heat off")
		return
	}
	p.Put(faint, lowLabel+" ")
	n, first := len(Levels), 2 // the first with a token's heat
	if signed {
		first = -n
	}
	for i := first; i <= n; i++ {
		share := float64(i) / float64(n)
		st, content := l.HeatCell(share, signed)
		switch {
		case signed && i == first && len(l.Theme.Heat) == 0:
			content = "-"
		case math.Abs(share) < LeastToken:
			st, content = faint, "·"
		case !signed && len(l.Theme.Heat) == 0:
			content = levelBar(share - LeastHeat)
		case !signed:
			st = l.TokenHeat(share)
		}
		p.Put(st, content)
	}
	p.Put(faint, " "+highLabel)
}
