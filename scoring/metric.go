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

// Label is the name for people, who should not have to know where lower is
// better: "f1", "rmse ↓".
func (m Metric) Label() string {
	if m.Better == Lower {
		return m.Name + " ↓"
	}
	return m.Name
}

// Headline reports whether the metric stands for its protocol where there is
// room for few numbers.
func (m Metric) Headline() bool { return slices.Contains(headlines, m.Name) }

// headlines are the metrics of the papers' own tables.
var headlines = []string{
	"accuracy", "f1", "loss", "rmse", "groundp", "ap", "delta_a", "iou", "hpd", "snr", "comprehensiveness", "sufficiency", "acc_hard", "err_easy", "consistency", "consistency_groups",
}

// Sources of several metrics.
const (
	modules  = "Subramanian et al. 2020, section 3.1"
	counts   = "Dancette et al. 2020, section 5"
	released = "Dancette et al. 2020, released code"
	coco     = "COCO's definition over the same detections"
	ttest    = "Prasad et al. 2021, the paired t-test of C against C_R"
	quackie  = "Rychener et al. 2020 (QUACKIE)"
	eraser   = "DeYoung et al. 2020 (ERASER), of the gold sentences in QUACKIE"
	gqa      = "Hudson and Manning 2019 (GQA)"
	causes   = "scoring.Cause of this program"
	selected = "QUACKIE's released code, of the selected sentences"
)

// metrics is the catalogue, in the order of the protocols.
var metrics = []Metric{
	{"accuracy", Higher, false, "share of right answers"},
	{"unknown", Neither, true, "examples of which the run does not say"},
	{"em", Higher, false, "Dua et al. 2019 (DROP), as the file gives it"},

	{"precision", Higher, false, modules},
	{"recall", Higher, false, modules},
	{"f1", Higher, false, modules + "; of answers as the file gives it"},
	{"loss", Lower, false, "Subramanian et al. 2020, section 3.2"},
	{"unscored", Neither, true, "modules with gold of which the run has no output"},

	{"wrong", Lower, true, causes},
	{"predicting", Neither, true, causes},
	{"nothing_wanted", Neither, true, causes},
	{"no_proposal", Lower, true, causes},
	{"low_p", Lower, true, causes},
	{"elsewhere", Lower, true, causes},
	{"too_many", Lower, true, causes},
	{"empty", Lower, true, causes},
	{"from_nothing", Lower, true, causes},
	{"diffuse", Lower, true, causes},
	{"partial", Lower, true, causes},

	{"accuracy_clamped", Higher, false, released},
	{"accuracy_threshold", Higher, false, released},
	{"l1", Lower, false, released},
	{"l2", Lower, false, released},
	{"rmse", Lower, false, counts},

	{"groundp", Higher, false, "Dancette et al. 2020, equations 3 and 4"},
	{"groundp_mean", Higher, false, released},
	{"ap", Higher, false, released},
	{"ap_coco", Higher, false, coco},
	{"ap_coco_50", Higher, false, coco},
	{"ap_coco_75", Higher, false, coco},

	{"delta_a", Higher, false, "Prasad et al. 2021"},
	{"c", Higher, false, "Prasad et al. 2021, mean arctanh r"},
	{"c_random", Neither, false, "Prasad et al. 2021, of another example's explanation"},
	{"t", Neither, false, ttest},
	{"p", Neither, false, ttest},
	{"p_greater", Neither, false, ttest},
	{"dropped", Neither, true, "examples in no pair"},
	{"spearman", Neither, false, "rank correlation of two oracles"},

	{"iou", Higher, false, quackie},
	{"hpd", Higher, false, quackie},
	{"snr", Higher, false, quackie},
	{"hpd_published", Higher, false, selected},
	{"snr_published", Higher, false, selected},
	{"iou_std", Neither, false, quackie},
	{"hpd_std", Neither, false, quackie},
	{"snr_std", Neither, false, quackie},
	{"hpd_published_std", Neither, false, selected},
	{"snr_published_std", Neither, false, selected},
	{"no_snr", Neither, true, quackie},
	{"no_snr_published", Neither, true, selected},
	{"fails", Neither, true, quackie},
	{"iou_random", Neither, false, "QUACKIE's random baseline, in closed form"},
	{"hpd_random", Neither, false, "QUACKIE's random baseline, in closed form"},
	{"hpd_published_random", Neither, false, selected + ", of a random ranking"},
	{"snr_published_random", Neither, false, selected + ", of a random ranking"},
	{"comprehensiveness", Higher, false, eraser},
	{"sufficiency", Lower, false, eraser},

	{"acc_hard", Higher, false, "Amizadeh et al. 2020, section 4"},
	{"err_easy", Lower, false, "Amizadeh et al. 2020, section 4"},
	{"consistency", Higher, false, gqa},
	{"consistency_hard", Higher, false, gqa + ", of the hard set"},
	{"consistency_easy", Higher, false, gqa + ", of the easy set"},
	{"consistency_groups", Higher, false, "Suhr et al. 2019 (NLVR2), of unique sentences"},
}
