package calibration

import (
	"fmt"

	"faithscope/scoring"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/figure"
	"faithscope/scoring/table"
)

// DrawCurves returns a figure of the curve C(α) of the common calibration, and of one for each row
// of the table called predicates, if it is among the tables.
func DrawCurves(parameterTables []*table.Table, commonCalibration dfol.Calibration) *figure.Figure {
	axis := func(label string) figure.Axis { return figure.Axis{Label: label, Ticks: []float64{0, .25, .5, .75, 1}} }
	fig := figure.Figure{Name: "calibration", Title: "How calibration changes attention (∇-FOL, eq. 16)"}
	add := func(name string, c dfol.Calibration) {
		s := figure.Series{Name: name}
		for i := range 101 {
			x := float64(i) / 100
			s.Points = append(s.Points, figure.Point{X: x, Y: scoring.Defined(c.Of(x))})
		}
		fig.Panels = append(fig.Panels, figure.Panel{Title: name, X: axis("α"), Y: axis("C(α)"), Series: []figure.Series{s}})
	}
	add("common", commonCalibration)
	for _, t := range parameterTables {
		for _, row := range t.Rows {
			if t.Name == "predicates" {
				number := func(k int) float64 { return row[k].Value.(float64) }
				add(fmt.Sprint(row[0].Value, " ", row[1].Value), dfol.Calibration{A: number(2), B: number(3), C: number(4), D: number(5)})
			}
		}
	}
	return &fig
}
