package pages

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// noFilter is the name of the filter that changes nothing.
const noFilter = "none"

// own are the top-level keys that are not metrics.
var own = strings.Fields("doc_id doc input target arguments filtered_resps filter metrics prompt_0 truth")

func prepareSample(rec *record.Record, row rows.RowObject) {
	for key := range strings.FieldsSeq("resps doc_hash prompt_hash target_hash") {
		delete(row, key)
	}
	if rows.Text(row["filter"]) == noFilter {
		delete(row, "filter")
	}
	if doc, _ := row["doc"].(rows.RowObject); doc != nil {
		maps.DeleteFunc(doc, func(key string, v any) bool {
			return slices.Contains([]string{"image", "image_path", "file_name"}, key) && !record.IsPicture(rows.Text(v))
		})
	}
	if row["prompt_0"] != nil {
		readFirstVersion(row)
	} else {
		fillAnswer(rec, row)
	}
	collectMetrics(rec, row)
}

// readFirstVersion turns a row of the harness's first versions into the present form: its response is
// the likeliest choice or, if one is not a number, that text.
func readFirstVersion(row rows.RowObject) {
	said, most := "", math.Inf(-1)
	for i := 0; ; i++ {
		logit := row[fmt.Sprintf("logit_%d", i)]
		if logit == nil {
			break
		}
		if x, err := parseNumber(logit); err != nil {
			said = rows.Text(logit)
			break
		} else if x > most {
			said, most = strconv.Itoa(i), x
		}
	}
	maps.DeleteFunc(row, func(key string, _ any) bool {
		return strings.HasPrefix(key, "logit_") || strings.HasPrefix(key, "prompt_") && key != "prompt_0"
	})
	for key, v := range row {
		if x, err := parseNumber(v); err == nil && !slices.Contains(own, key) {
			row[key] = x
		}
	}
	row["filtered_resps"] = said
}

// fillAnswer sets the row's response to the first filtered one or the likeliest choice. A single
// likelihood is removed, because it has no text.
func fillAnswer(rec *record.Record, row rows.RowObject) {
	list, _ := row["filtered_resps"].([]any)
	likelihoods := loaders.Map(list, likelihoodOf)
	switch {
	case list == nil && rows.Text(row["filtered_resps"]) != "": // lmms-eval takes a list of one apart
	case len(list) == 0:
		rec.Problem("no filtered_resps; shown without a predicted answer")
		row["filtered_resps"] = ""
	case len(list) == 1 && !math.IsNaN(likelihoods[0]):
		delete(row, "filtered_resps")
	case len(list) > 1 && !slices.ContainsFunc(likelihoods, math.IsNaN):
		chooseLikeliest(row, likelihoods)
	default:
		if inner, _ := list[0].([]any); len(inner) > 0 {
			list = inner
		}
		row["filtered_resps"] = rows.Text(list[0])
	}
}

func chooseLikeliest(row rows.RowObject, likelihoods []float64) {
	best := slices.Index(likelihoods, slices.Max(likelihoods))
	row["filtered_resps"] = strconv.Itoa(best)
	if names := choiceTexts(row, len(likelihoods)); names != nil {
		row["filtered_resps"] = names[best]
		if gold, err := strconv.Atoi(strings.TrimSpace(rows.Text(row["target"]))); err == nil && gold >= 0 && gold < len(names) {
			row["target"] = names[gold]
		}
	}
}

func likelihoodOf(modelResponse any) float64 {
	if pair, _ := modelResponse.([]any); len(pair) == 2 { // versions differ in whether these are strings
		x, err := parseNumber(pair[0])
		if greedy := strings.ToLower(rows.Text(pair[1])); err == nil && (greedy == "true" || greedy == "false") {
			return x
		}
	}
	return math.NaN()
}

func choiceTexts(row rows.RowObject, n int) []string {
	doc, _ := row["doc"].(rows.RowObject)
	if list := rows.ChoicesIn(doc, n); list != nil {
		return list
	}
	requested := loaders.Fill(n, func(i int) string { // a prompt and a choice each; in lists, of earlier versions
		of := cmp.Or(rows.Text(rows.At(row, fmt.Sprintf("arguments.gen_args_%d.arg_1", i))),
			rows.Text(rows.At(row, fmt.Sprintf("arguments[%d][1]", i))))
		return strings.TrimSpace(of)
	})
	if slices.Contains(requested, "") {
		return nil
	}
	return requested
}

// collectMetrics takes a pair of whole numbers for a prediction and its correct answer, because tasks
// like CoLA are scored as a whole, and sets agrees. Numbers and truth values move to one struct.
func collectMetrics(rec *record.Record, row rows.RowObject) {
	all := rows.RowObject{}
	named := strings.Split(rows.Text(row["metrics"]), " or ")
	var agrees any
	for key, v := range row {
		if _, isText := v.(string); isText || slices.Contains(own, key) {
			continue
		}
		if pair, _ := v.([]any); len(pair) == 2 { // of CoLA and others that are scored as a whole
			x, err := parseNumber(pair[0])
			y, err2 := parseNumber(pair[1])
			isCounted := err == nil && err2 == nil && x == math.Trunc(x) && y == math.Trunc(y)
			if isCounted {
				agrees = x == y
				continue
			}
		}
		if of, _ := v.(rows.RowObject); of["score"] != nil { // MME's
			v = of["score"]
		}
		switch v.(type) {
		case int64, float64, bool:
			all[key] = v
			delete(row, key)
		case []any, rows.RowObject:
			if slices.Contains(named, key) {
				rec.FileProblem("the metric %q is not a number; not read", key)
			}
		}
	}
	row["metrics"], row["agrees"] = all, agrees
}

func parseNumber(v any) (float64, error) {
	return strconv.ParseFloat(strings.TrimSpace(rows.Text(v)), 64)
}
