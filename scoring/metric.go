package scoring

import "slices"

// Direction says which of two values of a metric is the better one.
type Direction int8

// The directions. Neither: the metric describes the data or the method, as a
// count or a deviation does, and no value of it is better than another.
const (
	Neither Direction = iota
	Higher
	Lower
)

// String returns "neither", "higher" or "lower".
func (d Direction) String() string { return [...]string{"neither", "higher", "lower"}[d] }

// Better reports whether a is a better value than b.
func (d Direction) Better(a, b float64) bool {
	return d == Higher && a > b || d == Lower && a < b
}

// Metric is what is known of a metric by its name, which means the same in
// every protocol that has it.
type Metric struct {
	Name   string // of the report: "f1"
	Better Direction
	Counts bool   // its values are whole numbers
	Source string // where it is defined
}

// MetricOf returns the metric of a name. One that nobody knows has the name
// alone.
func MetricOf(name string) Metric {
	list := metrics
	if i := slices.IndexFunc(list, func(m Metric) bool { return m.Name == name }); i >= 0 {
		return list[i]
	}
	return Metric{Name: name}
}

// metrics is the catalogue.
var metrics = []Metric{
	{"accuracy", Higher, false, "share of right answers"},
	{"unknown", Neither, true, "examples without a verdict"},
	{"em", Higher, false, "Dua et al. 2019 (DROP), exact match, as the file gives it"},

	{"precision", Higher, false, "Subramanian et al. 2020, section 3.1"},
	{"recall", Higher, false, "Subramanian et al. 2020, section 3.1"},
	{"f1", Higher, false, "Subramanian et al. 2020, section 3.1; of answers Dua et al. 2019 (DROP), as the file gives it"},
	{"loss", Lower, false, "Subramanian et al. 2020, section 3.2"},

	{"iou", Higher, false, "Rychener et al. 2020 (QUACKIE)"},
	{"hpd", Higher, false, "Rychener et al. 2020 (QUACKIE)"},
	{"snr", Higher, false, "Rychener et al. 2020 (QUACKIE)"},
	{"hpd_published", Higher, false, "QUACKIE's released code: of the selection"},
	{"snr_published", Higher, false, "QUACKIE's released code: of the selection"},
	{"iou_std", Neither, false, "the population's deviation over samples"},
	{"hpd_std", Neither, false, "the population's deviation over samples"},
	{"snr_std", Neither, false, "the population's deviation over samples"},
	{"hpd_published_std", Neither, false, "the population's deviation over samples"},
	{"snr_published_std", Neither, false, "the population's deviation over samples"},
	{"no_snr", Neither, true, "samples in which SNR is undefined"},
	{"no_snr_published", Neither, true, "samples in which published SNR is undefined"},
	{"fails", Neither, true, "samples whose scores do not fit their sentences"},
	{"iou_random", Neither, false, "expectation of a random ranking"},
	{"hpd_random", Neither, false, "expectation of a random ranking"},
	{"hpd_published_random", Neither, false, "expectation of a random ranking"},
	{"snr_published_random", Neither, false, "expectation of a random ranking"},
	{"comprehensiveness", Higher, false, "DeYoung et al. 2020 (ERASER), of the gold sentences"},
	{"sufficiency", Lower, false, "DeYoung et al. 2020 (ERASER), of the gold sentences"},
}
