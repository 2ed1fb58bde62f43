package widget

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
)

// Small writes a probability, above 0 never as 0: .83, .051, 3e-07.
func Small(x float64) string {
	switch abs := math.Abs(x); {
	case x == 0:
		return "0"
	case abs >= 0.0995:
		return Decimal(x)
	case abs >= 0.001:
		return scoring.WithoutZero(strconv.FormatFloat(x, 'f', 3, 64))
	}
	return strconv.FormatFloat(x, 'e', 0, 64)
}

// RoundedNumber is [Small] below 1 and [Measure] from 1 on, but <.001 for less.
func RoundedNumber(x float64) string {
	if abs := math.Abs(x); 0 < abs && abs < 0.001 {
		return loaders.IfElse(x < 0, ">-.001", "<.001")
	}
	return loaders.IfElse(math.Abs(x) < 1, Small(x), Measure(x))
}

// SixDigits writes a number in at most six digits.
func SixDigits(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// Chance writes a test's p like [table.ChanceText], in fewer characters: <.001.
func Chance(p scoring.Value) string {
	return strings.NewReplacer("< 0.", "<.", "0.", ".").Replace(table.ChanceText(p))
}

// Measure is [Decimal] without decimals from 1,000 and with an exponent from 10,000: 4.3e8.
func Measure(x float64) string {
	switch abs := math.Abs(x); {
	case abs >= 10_000:
		return strings.NewReplacer("e+0", "e", "e+", "e").Replace(strconv.FormatFloat(x, 'g', 2, 64))
	case abs >= 1000:
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return Decimal(x)
}

// Number writes a value, [table.Absent] if undefined.
func Number(x scoring.Value) string {
	f, ok := x.Float()
	if !ok {
		return table.AbsentText(x)
	}
	return Measure(f)
}

// Percent writes a rounded share, "<1 %" if it would round to 0.
func Percent(share float64) string {
	if share > 0 && share < 0.005 {
		return "<1 %"
	}
	return fmt.Sprintf("%.0f %%", math.Round(100*share))
}

func pointsOf(shareDifference float64) string {
	points := int(math.Round(100 * shareDifference))
	return If(points > 0, "+") + strconv.Itoa(points)
}

// Decimal writes a number of -1..1 without its leading 0: .50, -.31, 1.00.
func Decimal(x float64) string {
	return scoring.WithoutZero(strings.TrimPrefix(fmt.Sprintf("%.2f", x), If(math.Abs(x) < 0.005, "-")))
}

// MetricName returns a metric's heading, such as "F1".
func MetricName(metricKey string) string {
	if symbol, ok := spellings[metricKey]; ok {
		return symbol
	}
	spell := func(word string) string { return cmp.Or(spellings[word], word) }
	return strings.Join(loaders.Map(strings.Split(metricKey, "_"), spell), " ")
}

var spellings = map[string]string{
	"f1": "F1", "em": "EM", "aopc": "AOPC", "iou": "IoU", "hpd": "HPD", "snr": "SNR", "groundp": "GroundP", "mended": "fixed",
	"ap": "AP", "auc": "AUC", "bce": "BCE", "mae": "MAE", "brier": "Brier score", "coco": "COCO", "delta_a": "ΔA", "c": "C", "rmse": "RMSE",
	"l1": "L1", "l2": "L2", "ece": "ECE",
	"acc_hard": "hard accuracy", "err_easy": "easy error", "consistency_groups": "group consistency",
	"faithful_by_intervention": "model depends",
}

// MetricColumn returns the column of a metric's values.
func MetricColumn(m scoring.Metric) table.Column {
	c := table.Number.Column(m.Name)
	if m.Counts {
		c.Kind = table.Count
	}
	c.Title, c.Better, c.Help = MetricName(m.Name), m.Better, cmp.Or(m.Formula, m.Source)
	return c
}
