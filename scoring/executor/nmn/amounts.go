package nmn

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

type numberOrDate struct {
	value, p float64
	date     loaders.Date
}

func numbersIn(passage *loaders.Passage, attention []float64) []numberOrDate {
	var list []numberOrDate
	for i, token := range passage.Tokens[:min(len(passage.Tokens), len(attention))] {
		if value, ok := numberOf(token); ok {
			list = append(list, numberOrDate{value: value, p: attention[i]})
		}
	}
	loaders.SortBy(list, numberOrDate.number)
	return normaliseShares(list)
}

func (a numberOrDate) number() float64 { return a.value }

var numerals = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
	"sixteen seventeen eighteen nineteen")

// Like the authors' code: without commas, in any case, a numeral from zero to nineteen or a finite
// decimal.
func numberOf(token string) (float64, bool) {
	token = strings.ToLower(strings.ReplaceAll(token, ",", ""))
	if k := slices.Index(numerals, token); k >= 0 {
		return float64(k), true
	}
	x, err := strconv.ParseFloat(token, 64)
	return x, err == nil && loaders.IsFinite(x)
}

func datesIn(passage *loaders.Passage, attention []float64) []numberOrDate {
	return normaliseShares(loaders.Map(passage.Dates, func(d loaders.Date) numberOrDate {
		end := min(d.End, len(attention))
		return numberOrDate{date: d, p: loaders.Sum(attention[min(d.Start, end):end])}
	}))
}

func normaliseShares(weightedAmounts []numberOrDate) []numberOrDate {
	total := loaders.Sum(loaders.Map(weightedAmounts, func(a numberOrDate) float64 { return a.p }))
	if !(total > 0) || math.IsInf(total, 0) {
		return nil
	}
	for i := range weightedAmounts {
		weightedAmounts[i].p /= total
	}
	return weightedAmounts
}

func extremeOf(weightedAmounts []numberOrDate, wantsGreatest bool) []numberOrDate {
	weightedAmounts = slices.Clone(weightedAmounts)
	loaders.SortBy(weightedAmounts, numberOrDate.number)
	below := 0.
	for i := range weightedAmounts {
		upTo := min(below+weightedAmounts[i].p, 1)
		if weightedAmounts[i].p = math.Pow(1-below, draws) - math.Pow(1-upTo, draws); wantsGreatest {
			weightedAmounts[i].p = math.Pow(upTo, draws) - math.Pow(below, draws)
		}
		below = upTo
	}
	return weightedAmounts
}

// per extreme, three in the paper
const draws = 3

// combineAmounts returns the distribution of a + b, a - b or the years from b to a, of independent a
// and b, ascending. Because the authors' code drops values below 0 and dates without a year, it may
// sum to less than 1.
func combineAmounts(op language.ModuleOp, a, b []numberOrDate) []numberOrDate {
	sums := map[float64]float64{}
	for _, x := range a {
		for _, y := range b {
			value := x.value + y.value
			switch {
			case op == language.Difference:
				value = x.value - y.value
			case op == language.TimeDiff && (x.date.Year < 0 || y.date.Year < 0):
				continue
			case op == language.TimeDiff:
				value = float64(x.date.Year - y.date.Year)
			}
			if value >= 0 {
				sums[math.Round(value*1e9)/1e9] += float64(x.p * y.p)
			}
		}
	}
	var list []numberOrDate
	for value, p := range sums {
		list = append(list, numberOrDate{value: value, p: p})
	}
	loaders.SortBy(list, numberOrDate.number)
	return list
}

func probabilityLess(a, b []numberOrDate) (less float64) {
	for _, x := range a {
		for _, y := range b {
			if x.value < y.value || isEarlier(&x.date, &y.date) {
				less += float64(x.p * y.p)
			}
		}
	}
	return less
}

// isEarlier is false if a part that decides is unknown; two dates without a year share one.
func isEarlier(a, b *loaders.Date) bool {
	for k, x := range []int{a.Year, a.Month, a.Day} {
		if y := []int{b.Year, b.Month, b.Day}[k]; x != y || k > 0 && x < 0 {
			return x >= 0 && x < y
		}
	}
	return false
}

// Equal values are added up because they are one answer.
func numberOptions(weightedAmounts []numberOrDate) (options []loaders.Option) {
	for _, a := range weightedAmounts {
		if a.p <= 0 {
			continue
		}
		name := strconv.FormatFloat(a.value, 'f', -1, 64)
		if n := len(options); n > 0 && options[n-1].Name == name {
			options[n-1].Probability += a.p
			continue
		}
		options = append(options, loaders.Option{Name: name, Probability: a.p})
	}
	return options
}
