package nmn

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

type amount struct {
	value, p float64
	date     loaders.Date
}

func numbersIn(passage *loaders.Passage, attention []float64) []amount {
	var list []amount
	for i, token := range passage.Tokens[:min(len(passage.Tokens), len(attention))] {
		if value, ok := numberOf(token); ok {
			list = append(list, amount{value: value, p: attention[i]})
		}
	}
	loaders.SortBy(list, amount.number)
	return normaliseShares(list)
}

func (a amount) number() float64 { return a.value }

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

func datesIn(passage *loaders.Passage, attention []float64) []amount {
	return normaliseShares(loaders.Map(passage.Dates, func(d loaders.Date) amount {
		end := min(d.End, len(attention))
		return amount{date: d, p: loaders.Sum(attention[min(d.Start, end):end])}
	}))
}

func normaliseShares(list []amount) []amount {
	total := loaders.Sum(loaders.Map(list, func(a amount) float64 { return a.p }))
	if !(total > 0) || math.IsInf(total, 0) {
		return nil
	}
	for i := range list {
		list[i].p /= total
	}
	return list
}

func extremeOf(list []amount, greatest bool) []amount {
	list = slices.Clone(list)
	loaders.SortBy(list, amount.number)
	below := 0.
	for i := range list {
		upTo := min(below+list[i].p, 1)
		if list[i].p = math.Pow(1-below, draws) - math.Pow(1-upTo, draws); greatest {
			list[i].p = math.Pow(upTo, draws) - math.Pow(below, draws)
		}
		below = upTo
	}
	return list
}

// per extreme, three in the paper
const draws = 3

// combineAmounts returns the distribution of a + b, a - b or the years from b to a, of independent
// a and b, ascending. Values below 0 and dates without a year are dropped, like in the authors'
// code, so it may sum to less than 1.
func combineAmounts(op language.Op, a, b []amount) []amount {
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
	var list []amount
	for value, p := range sums {
		list = append(list, amount{value: value, p: p})
	}
	loaders.SortBy(list, amount.number)
	return list
}

func probabilityLess(a, b []amount) (less float64) {
	for _, x := range a {
		for _, y := range b {
			if x.value < y.value || isEarlier(&x.date, &y.date) {
				less += float64(x.p * y.p)
			}
		}
	}
	return less
}

// If a part that decides is unknown, neither is earlier; two dates without a year share one.
func isEarlier(a, b *loaders.Date) bool {
	for k, x := range []int{a.Year, a.Month, a.Day} {
		y := []int{b.Year, b.Month, b.Day}[k]
		if k == 0 && x == y {
			continue
		}
		if x < 0 || y < 0 || x != y {
			return x >= 0 && y >= 0 && x < y
		}
	}
	return false
}

// Equal values are added up because they are one answer.
func numberOptions(list []amount) (options []loaders.Option) {
	for _, a := range list {
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
