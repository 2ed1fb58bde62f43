package results

import (
	"image"
	"math"
)

// cutDashes returns the pieces of a line that a pattern draws, in pixels drawn and skipped by
// turns; the whole line without a pattern. The pattern continues over points, because steps may be
// shorter than a dash.
func cutDashes(linePoints []image.Point, dashPattern []float64) (pieces [][]image.Point) {
	if len(dashPattern) == 0 || len(linePoints) == 0 {
		return [][]image.Point{linePoints}
	}
	dash, left, piece := 0, dashPattern[0], linePoints[:1:1]
	for _, to := range linePoints {
		for {
			from := piece[len(piece)-1]
			step := to.Sub(from)
			length := math.Hypot(float64(step.X), float64(step.Y))
			if length <= left {
				left -= length
				piece = append(piece, to)
				break
			}
			share := left / length
			piece = append(piece, from.Add(image.Pt(int(math.Round(share*float64(step.X))), int(math.Round(share*float64(step.Y))))))
			if dash%2 == 0 {
				pieces = append(pieces, piece)
			}
			dash, piece = dash+1, piece[len(piece)-1:]
			left = dashPattern[dash%len(dashPattern)]
		}
	}
	if dash%2 == 0 {
		pieces = append(pieces, piece)
	}
	return pieces
}
