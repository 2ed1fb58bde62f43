package reasoning

import "faithscope/scoring"

// Each is the first of a pair: a sum, then a count.
const (
	accuracies    = 0
	consistencies = accuracies + 2*int(scopes)*len(groups)
	structurals   = consistencies + 2*int(scopes)*len(groups)
	semantics     = structurals + 2*len(structural)
	unknowns      = semantics + 2*len(semantic)
	grouping      = unknowns + 2
	missing       = grouping + 2
	shared        = missing + 2
	width         = shared + 2*len(groups)
)

func termPlace(firstTerm int, s questionScope, groupIndex int) int {
	return firstTerm + 2*(int(s)*len(groups)+groupIndex)
}

const (
	sets = "Amizadeh et al. 2020, section 4"
	gqa  = "Hudson and Manning 2019 (GQA)"
)

var higher = scoring.Higher.Metric

var columns = layColumns()

var inGroups = meanColumn(
	higher("consistency_groups", "Suhr et al. 2019 (NLVR2), for unique sentences",
		"groups whose judged answers are all right / groups with a judged answer; undefined unless a group has two").AsHeadline(),
	"overall", grouping, "no group has two examples with a verdict")

var notInBase = scoring.Counting("not_in_base", "examples without a verdict in the base run").
	Sum("overall", missing, missing+1, "no examples")

func meanColumn(m scoring.Metric, columnSubject string, termIndex int, undefinedReason string) scoring.Column {
	m.Share = true
	return m.Ratio(columnSubject, termIndex, termIndex+1, undefinedReason)
}

var scoped = []struct {
	metric scoring.Metric
	base   int
	scope  questionScope
	reason string
}{
	{accuracy, accuracies, overall, whyUnjudged},
	{higher("acc_hard", sets, "right answers / questions in the hard set, which the base model gets wrong").AsHeadline(),
		accuracies, hard, "no question of this kind is in the hard set"},
	{scoring.Lower.Metric("err_easy", sets, "1 - right answers / questions in the easy set, which the base model gets right").AsHeadline(),
		accuracies, easy, "no question of this kind is in the easy set"},
	{higher("consistency", gqa, "mean, over correctly answered questions, of the accuracy on the questions they entail").
		AsHeadline(), consistencies, overall, whyInconsistent},
	{higher("consistency_hard", gqa+", on the hard set", "like consistency, but only over the correctly answered questions in the hard set"),
		consistencies, hard, whyInconsistent + " (hard set)"},
	{higher("consistency_easy", gqa+", on the easy set", "like consistency, but only over the correctly answered questions in the easy set"),
		consistencies, easy, whyInconsistent + " (easy set)"},
	{
		higher(
			"accuracy_shared",
			"Amizadeh et al. 2020, the authors' code",
			"like accuracy, but a right answer that ties with n - 1 others counts as 1/n",
		),
		shared,
		overall,
		whyUnjudged,
	},
}

var accuracy = higher(
	"accuracy",
	"share of right answers",
	"right answers / answers with a verdict, for questions that have a GQA type, entail others or are in the hard or easy set; "+
		"ties count as wrong",
).AsHeadline()

func layColumns() (list []scoring.Column) {
	for _, x := range scoped {
		x.metric.Column = x.metric.Name
		for g, group := range groups {
			list = append(list, meanColumn(x.metric, group, termPlace(x.base, x.scope, g), x.reason))
		}
	}
	list = append(list, scoring.WithoutVerdict.Sum("overall", unknowns, unknowns+1, "no questions"))
	for i, subject := range structural {
		list = append(list, meanColumn(accuracy, subject, structurals+2*i, "no questions of this structural type"))
	}
	for i, subject := range semantic {
		list = append(list, meanColumn(accuracy, subject, semantics+2*i, "no questions of this semantic type"))
	}
	return list
}

var ofOwnSets = layOwnColumns()

// layOwnColumns leaves accuracies undefined, because sets made from a run's own answers make them 0 by
// construction.
func layOwnColumns() []scoring.Column {
	list := layColumns()
	for i := range list {
		if at := list[i].Sum; at >= termPlace(accuracies, hard, 0) && at < consistencies {
			list[i].Value = func([]float64) scoring.Value {
				return scoring.Undefined("0 by construction: the hard and easy sets come from these very answers")
			}
		}
	}
	return list
}

const whyUnjudged = "no question of this kind has a verdict"

const whyInconsistent = "no correctly answered question of this kind entails another in the run"
