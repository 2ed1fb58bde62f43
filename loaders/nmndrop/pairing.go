package nmndrop

// Pairing says which module outputs answer one gold list.
type Pairing struct {
	Gold int // index into module_output_annotations
	// Outputs are indices into module_outputs. Several are merged by
	// elementwise maximum before they are compared with the gold.
	Outputs []int
}

// Pairings returns the comparisons that the authors make for a question type,
// nil for one that they do not know. Outputs and gold lists beyond them are
// not compared.
func Pairings(qtype string) []Pairing {
	switch supervisions[qtype] {
	case findTwoSymbols:
		return []Pairing{{0, []int{0}}, {1, []int{1, 2}}}
	case twoFindsTwoSymbols:
		return []Pairing{{0, []int{0, 1}}, {1, []int{2, 3}}}
	}
	var pairs []Pairing
	for i := range supervisions[qtype] {
		pairs = append(pairs, Pairing{i, []int{i}})
	}
	return pairs
}

// The supervisions of question types that are not a plain number of pairs.
const (
	findTwoSymbols     = -1
	twoFindsTwoSymbols = -2
)

// supervisions gives per question type how many gold lists and outputs are
// compared one to one, or one of the constants above (the authors' ONE to
// FIVE, FIND_TWO_SYMBOL and TWO_FINDS_TWO_SYMBOL).
var supervisions = map[string]int{
	"date_comparison":              twoFindsTwoSymbols,
	"number_comparison":            twoFindsTwoSymbols,
	"yeardiff_find2_qtype":         twoFindsTwoSymbols,
	"yeardiff_find_qtype":          findTwoSymbols,
	"count_find_qtype":             1,
	"num_find_qtype":               2,
	"relocate_find_qtype":          2,
	"count_filterfind_qtype":       2,
	"max_find_qtype":               3,
	"min_find_qtype":               3,
	"num_filterfind_qtype":         3,
	"relocate_filterfind_qtype":    3,
	"max_filterfind_qtype":         4,
	"min_filterfind_qtype":         4,
	"relocate_maxfind_qtype":       4,
	"relocate_minfind_qtype":       4,
	"relocate_maxfilterfind_qtype": 5,
	"relocate_minfilterfind_qtype": 5,
}

// expected holds the programs that the authors accept for a question type, as
// [expression.String] writes them.
var expected = map[string][]string{
	"date_comparison":              {"(span (compare-date-lt find find))", "(span (compare-date-gt find find))"},
	"number_comparison":            {"(span (compare-num-lt find find))", "(span (compare-num-gt find find))"},
	"num_find_qtype":               {"(find-num find)"},
	"num_filterfind_qtype":         {"(find-num (filter find))"},
	"min_find_qtype":               {"(find-num (find-min-num find))"},
	"min_filterfind_qtype":         {"(find-num (find-min-num (filter find)))"},
	"max_find_qtype":               {"(find-num (find-max-num find))"},
	"max_filterfind_qtype":         {"(find-num (find-max-num (filter find)))"},
	"count_find_qtype":             {"(count find)"},
	"count_filterfind_qtype":       {"(count (filter find))"},
	"relocate_find_qtype":          {"(span (relocate find))"},
	"relocate_filterfind_qtype":    {"(span (relocate (filter find)))"},
	"relocate_maxfind_qtype":       {"(span (relocate (find-max-num find)))"},
	"relocate_maxfilterfind_qtype": {"(span (relocate (find-max-num (filter find))))"},
	"relocate_minfind_qtype":       {"(span (relocate (find-min-num find)))"},
	"relocate_minfilterfind_qtype": {"(span (relocate (find-min-num (filter find))))"},
	"yeardiff_find_qtype":          {"(time-diff find)"},
	"yeardiff_find2_qtype":         {"(time-diff find find)"},
}
