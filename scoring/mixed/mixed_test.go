package mixed

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// readCSV reads a file of testdata.
func readCSV(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	check.NoError(t, err)
	defer f.Close()
	r := csv.NewReader(f)
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(f)
		check.NoError(t, err)
		r = csv.NewReader(z)
	}
	rows, err := r.ReadAll()
	check.NoError(t, err)
	return rows
}

// runs returns the columns of the 24 runs, of one model alone if it is named.
func runs(t *testing.T, only string) map[string]*VariableColumn {
	rows := readCSV(t, "alignment.csv.gz")
	all := map[string]*VariableColumn{"delta": {}, "id": {}, "model": {}, "method": {}, "size": {}, "ig": {}}
	for _, row := range rows[1:] {
		for k, run := range rows[0][1:] {
			at := strings.LastIndex(run, "-")
			model, method := run[:at], run[at+1:]
			if only != "" && model != only {
				continue
			}
			x, err := strconv.ParseFloat(row[k+1], 64)
			if row[k+1] == "" {
				x = math.NaN()
			} else if err != nil {
				t.Fatal(err)
			}
			size, ig := "small", 0.0
			if model == "bilstm" || model == "transformer" {
				size = "large"
			}
			if method == "ig" {
				ig = 1
			}
			all["delta"].Numbers = append(all["delta"].Numbers, x)
			all["ig"].Numbers = append(all["ig"].Numbers, ig)
			for name, text := range map[string]string{"id": row[0], "model": model, "method": method, "size": size} {
				all[name].Texts = append(all[name].Texts, text)
			}
		}
	}
	return all
}

// numbers lists what lme4's file has of a fit, in its order.
func (f *Fit) numbers() (list []line) {
	singular := 0.0
	if f.Singular {
		singular = 1
	}
	list = append(list, line{"rows", "", float64(f.Rows), 0}, line{"groups", "", float64(f.Groups), 0}, line{"criterion", "", f.Criterion, 0},
		line{"singular", "", singular, 0})
	short := strings.NewReplacer(" = ", "", " : ", ":", "(intercept)", "(Intercept)")
	for _, c := range f.Coefficients {
		if x, ok := c.Estimate.Float(); ok {
			list = append(list, line{"fixed", short.Replace(c.Name), x, c.Error})
		}
	}
	var correlations []line
	for _, s := range f.Spread {
		if s.Name == "residual" {
			list = append(list, correlations...)
		}
		list = append(list, line{"sd", "", s.SD, 0})
		for _, r := range s.R {
			x, _ := r.Float()
			correlations = append(correlations, line{"r", "", x, 0})
		}
	}
	return list
}

type line struct {
	kind, name   string
	value, error float64
}

func TestFitIsLme4s(t *testing.T) {
	t.Parallel()
	wanted := map[string][]line{}
	for _, row := range readCSV(t, "fits.csv")[1:] {
		value, _ := strconv.ParseFloat(row[3], 64)
		off, _ := strconv.ParseFloat(row[4], 64)
		wanted[row[0]] = append(wanted[row[0]], line{row[1], row[2], value, off})
	}
	if len(wanted) != 3 {
		t.Fatal(len(wanted), "fits")
	}
	for text, want := range wanted {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			only := ""
			if strings.Contains(text, "ig") {
				only = "bow"
			}
			f, err := Parse(text)
			check.NoError(t, err)
			fit, err := f.Fit(t.Context(), runs(t, only))
			check.NoError(t, err)
			if !slices.EqualFunc(fit.numbers(), want, func(a, b line) bool {
				return a.kind == b.kind && a.name == b.name && math.Abs(a.value-b.value) < 1e-4 && math.Abs(a.error-b.error) < 1e-4
			}) {
				t.Errorf("%v\nlme4: %v", fit.numbers(), want)
			}
		})
	}
}

// 37 pairs have no C with a random partner, and random has no large model: both are said.
func TestFitSaysWhatItLeavesOut(t *testing.T) {
	t.Parallel()
	f, err := Parse("delta ~ size * method + (1 | id)")
	check.NoError(t, err)
	fit, err := f.Fit(t.Context(), runs(t, ""))
	check.NoError(t, err)
	check.Equal(t, "missing", fit.Missing["delta"], 37*24)
	if last := fit.Coefficients[len(fit.Coefficients)-1]; last.Name != "size = small : method = random" || last.Estimate.Why() == "" {
		t.Error(last)
	}
	check.EqualLists(t, "references", fit.References, []string{"size = large", "method = attention"})
}

// A reference moves coefficients, not the fit: the one between two levels changes its sign.
func TestReferenceMovesCoefficientsNotTheFit(t *testing.T) {
	t.Parallel()
	f, err := Parse("delta ~ size + (1 | id)")
	check.NoError(t, err)
	columns := runs(t, "")
	a, err := f.Fit(t.Context(), columns)
	check.NoError(t, err)
	columns["size"].Reference = "small"
	b, err := f.Fit(t.Context(), columns)
	check.NoError(t, err)
	x, _ := a.Coefficients[1].Estimate.Float()
	y, _ := b.Coefficients[1].Estimate.Float()
	if b.Coefficients[1].Name != "size = large" || math.Abs(x+y) > 1e-9 || math.Abs(a.Criterion-b.Criterion) > 1e-8 {
		t.Error(a.Coefficients, b.Coefficients)
	}
}

func TestNoFit(t *testing.T) {
	t.Parallel()
	columns := runs(t, "bow")
	columns["same"] = &VariableColumn{Numbers: slices.Repeat([]float64{2}, len(columns["id"].Texts))}
	columns["row"] = &VariableColumn{}
	for i := range columns["id"].Texts {
		columns["row"].Numbers = append(columns["row"].Numbers, float64(i))
	}
	for formula, why := range map[string]string{
		"delta":                              "is not a formula",
		"delta ~ method":                     "such as (1 | id)",
		"delta ~ (1 | id) + (1 | method)":    "one random term",
		"delta ~ method + (0 | id)":          "nothing varies",
		"delta ~ method + (1 | id | id)":     "is not a random term",
		"delta ~ method + + (1 | id)":        "is not a term",
		"delta ~ a * b * c * d * e + (1|id)": "more than four",
		"id ~ method + (1 | id)":             "id is not a number",
		"delta ~ same + (1 | id)":            "same is constant: 2 in all 1825 rows",
		"delta ~ model + (1 | id)":           "model is constant: bow in all 1825 rows",
		"delta ~ id + (1 | method)":          "id has 365 values",
		"delta ~ method + (1 | model)":       "too few groups",
		"delta ~ method + (method | id)":     "too few rows: 1825 for 365 groups",
		"same ~ method + (1 | id)":           "same is the same in all",
		"row ~ row + (1 | id)":               "there is no error to estimate",
	} {
		f, err := Parse(formula)
		if err == nil {
			_, err = f.Fit(t.Context(), columns)
		}
		check.Error(t, formula, err, why)
	}
	f, err := Parse("delta ~ method + (1 | id)")
	check.NoError(t, err)
	columns["method"].Reference = "saliency"
	_, err = f.Fit(t.Context(), columns)
	check.Error(t, "error", err, "saliency")
	columns["method"].Reference = ""
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = f.Fit(ended, columns)
	check.Is(t, "a cancelled fit", err, context.Canceled)
}
