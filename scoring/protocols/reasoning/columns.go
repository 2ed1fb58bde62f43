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

func termPlace(base int, s scope, group int) int { return base + 2*(int(s)*len(groups)+group) }

const (
	sets = "Amizadeh et al. 2020, section 4"
	gqa  = "Hudson and Manning 2019 (GQA)"
)

var higher = scoring.Higher.Metric

var columns = layColumns()

var inGroups = meanColumn(
	higher("consistency_groups", "Suhr et al. 2019 (NLVR2), of unique sentences",
		"groups whose answers are all right / groups with at least two answers that have a verdict").AsHeadline(),
	"overall", grouping, "no group has two examples with a verdict")

var notInBase = scoring.Counting("not_in_base", "examples without a verdict in the base run").
	Sum("overall", missing, missing+1, "no example")

func meanColumn(m scoring.Metric, subject string, place int, reason string) scoring.Column {
	m.Share = true
	return m.Ratio(subject, place, place+1, reason)
}

var scoped = []struct {
	metric scoring.Metric
	base   int
	scope  scope
	reason string
}{
	{accuracy, accuracies, overall, whyUnjudged},
	{higher("acc_hard", sets, "right answers / questions of the hard set, which the base model answers wrong").AsHeadline(),
		accuracies, hard, "no such question is in the hard set"},
	{scoring.Lower.Metric("err_easy", sets, "1 - right answers / questions of the easy set, which the base model answers right").AsHeadline(),
		accuracies, easy, "no such question is in the easy set"},
	{higher("consistency", gqa, "mean, over the questions answered right, of the accuracy on the questions that they entail").
		AsHeadline(), consistencies, overall, whyInconsistent},
	{higher("consistency_hard", gqa+", of the hard set", "as consistency, of the questions of the hard set answered right"),
		consistencies, hard, whyInconsistent + " in the hard set"},
	{higher("consistency_easy", gqa+", of the easy set", "as consistency, of the questions of the easy set answered right"),
		consistencies, easy, whyInconsistent + " in the easy set"},
	{
		higher(
			"accuracy_shared",
			"Amizadeh et al. 2020, the authors' code",
			"as accuracy, but a right answer that ties with n - 1 others counts 1/n",
		),
		shared,
		overall,
		whyUnjudged,
	},
}

var accuracy = higher(
	"accuracy",
	"share of right answers",
	"right answers / answers with a verdict; one that ties with others is wrong",
).AsHeadline()

func layColumns() (list []scoring.Column) {
	for _, x := range scoped {
		x.metric.Column = x.metric.Name
		for g, group := range groups {
			list = append(list, meanColumn(x.metric, group, termPlace(x.base, x.scope, g), x.reason))
		}
	}
	list = append(list, scoring.WithoutVerdict.Sum("overall", unknowns, unknowns+1, "no question"))
	for i, subject := range structural {
		list = append(list, meanColumn(accuracy, subject, structurals+2*i, "no question of this structural type"))
	}
	for i, subject := range semantic {
		list = append(list, meanColumn(accuracy, subject, semantics+2*i, "no question of this semantic type"))
	}
	return list
}

var ofOwnSets = layOwnColumns()

// Sets made from a run's own answers make the accuracies 0 by construction.
func layOwnColumns() []scoring.Column {
	list := layColumns()
	for i := range list {
		if at := list[i].Sum; at >= termPlace(accuracies, hard, 0) && at < consistencies {
			list[i].Value = func([]float64) scoring.Value {
				return scoring.Undefined("0 by construction: the hard and the easy set are of these very answers")
			}
		}
	}
	return list
}

const whyUnjudged = "no such question has a verdict"

const whyInconsistent = "no such question is answered right and entails another of the run"
