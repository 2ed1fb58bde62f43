package alignment

import (
	"math"
	"math/rand/v2"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/stats"
)

// Protocol is "alignment".
var Protocol = scoring.Protocol{
	Name:      name,
	Source:    "Prasad et al. 2021, equations 1 to 7",
	Settings:  []string{"non_finite", "drop_punctuation", "derangement", "seed"},
	Metrics:   metrics,
	Parts:     scoring.PartColumns(others[:], "c", "c_random"),
	Prepare:   prepareAlignment,
	Aggregate: func(s scoring.Settings) scoring.Aggregate { return &aggregate{settings: s} },
	New:       scoring.New[evidence],
	Bar:       &bar,
	Version:   7,
}

const ttest = "Prasad et al. 2021, the paired t-test of C against C_R"

var metrics = []scoring.Metric{
	scoring.Higher.Metric("delta_a", "Prasad et al. 2021", "tanh of the mean of C - C_R over the pairs, where C_R is C with another "+
		"example's explanation").AsHeadline(),
	scoring.Higher.Metric("c", "Prasad et al. 2021, mean arctanh r",
		"mean of arctanh r, where r is Pearson's correlation of a model's token importance with an oracle's").AsColumn(),
	scoring.Neither.Metric("c_random", "Prasad et al. 2021, with another example's explanation",
		"like c, but with the oracle from another example's explanation (soft oracle: from a model that read that explanation)").AsColumn(),
	scoring.Neither.Metric("t", ttest, "(mean of C - C_R) / its standard error"),
	{Name: "p", Chance: true, Source: ttest, Formula: "probability beyond ±t, Student's t distribution"},
	{Name: "p_greater", Chance: true, Source: ttest, Formula: "probability above t, Student's t distribution"},
	scoring.Counting("dropped", "examples in which C or C_R is not finite"),
	scoring.Neither.Metric("spearman", "rank correlation between the model's C with one oracle and with the other",
		"Spearman's ρ over the examples"),
	{Name: "spearman_p", Chance: true, Source: "Prasad et al. 2021, section 5",
		Formula: "two-sided p of spearman: exact, over all permutations, for up to nine examples; " +
			"otherwise Student's t with n - 2 degrees of freedom"},
	scoring.Neither.Metric("oracle_spearman", "rank correlation of the two oracles",
		"Spearman's ρ over the tokens of all examples; no model is involved"),
}

const (
	whyNoC      = "C is not finite for any example"
	whyNoRandom = "C_R is not finite for any example"
)

// Any example can be a partner. Not safe for concurrent use.
type aggregate struct {
	scoring.RelatedRunEvidence[*evidence]
	settings scoring.Settings
	list     []*evidence
	partner  map[string]*evidence
	with     [given]bool
	brief    bool
}

func (a *aggregate) Brief() { a.brief = true }

func (a *aggregate) Add(e scoring.Evidence) {
	ev := e.(*evidence)
	a.list = append(a.list, ev)
	for k, o := range ev.Others {
		a.with[k] = a.with[k] || o.With
	}
	a.partner = nil
}

func (a *aggregate) Merge(otherAggregate scoring.Aggregate) {
	for _, e := range otherAggregate.(*aggregate).list {
		a.Add(e)
	}
}

// randomC returns C with the oracle of e's random partner or, for soft if any example has one, with
// e's soft_random, which is what the paper means.
func (a *aggregate) randomC(e *evidence, oracleIndex int) correlation {
	if a.partner == nil {
		a.partner = drawPartners(a.Join(a.list), a.settings.Seed, a.settings.Derangement)
	}
	other, ok := a.partner[e.Key]
	switch {
	case oracleIndex == 0 && a.with[mismatched]:
		return e.Others[mismatched].Of
	case e.Importance == nil || e.Words == nil:
		return e.Hard[0] // says why
	case !ok:
		return missingCorrelation("no other example has an explanation")
	}
	return e.correlatePartner(other, oracleIndex, a.settings.DropPunctuation)
}

// pairOf returns C and C_R with an oracle.
func (a *aggregate) pairOf(e *evidence, oracleIndex int) (c, random scoring.Value) {
	policy := a.settings.NonFinite
	return a.correlationWith(e, oracleIndex).valueUnder(policy), a.randomC(e, oracleIndex).valueUnder(policy)
}

func (a *aggregate) listPairs(oracleIndex int) (c, random []scoring.Value) {
	c, random = make([]scoring.Value, len(a.list)), make([]scoring.Value, len(a.list))
	for i, e := range a.list {
		c[i], random[i] = a.pairOf(e, oracleIndex)
	}
	return c, random
}

// Scores leaves out oracles that no example has.
func (a *aggregate) Scores() []scoring.Score {
	// One order, so that sums round the same.
	loaders.SortBy(a.list, func(e *evidence) string { return e.Key })
	c, random := a.listPairs(hard)
	contrast := compareWithRandom(c, random)
	dropped := scoring.Undefined("no example has both an attribution and an explanation")
	if len(a.list) > 0 {
		dropped = scoring.Defined(float64(contrast.Dropped))
	}
	list := a.newScores()
	list.AddScore("delta_a", "overall", contrast.DeltaA, contrast.Used)
	addMeans(list, "overall", c, random)
	addTests(list, contrast)
	list.AddScore("dropped", "overall", dropped, len(a.list))
	for k, name := range others {
		if a.with[k] {
			c, random = a.listPairs(k)
			contrast = compareWithRandom(c, random)
			addMeans(list, name, c, random)
			list.AddScore("delta_a", name, contrast.DeltaA, contrast.Used)
			list.AddScore("p_greater", name, contrast.Test.Greater, contrast.Used)
			a.addSpearman(list, "hard-"+name, hard, k)
		}
	}
	if a.with[0] && a.with[1] {
		a.addSpearman(list, others[0]+"-"+others[1], 0, 1)
	}
	return list.Scores
}

func (a *aggregate) newScores() *scoring.ScoreList {
	return &scoring.ScoreList{Protocol: Protocol.Name, Settings: a.settings}
}

func addMeans(list *scoring.ScoreList, scoreSubject string, c, randomValues []scoring.Value) {
	var own, others scoring.Mean
	for i := range c {
		own.Add(c[i])
		others.Add(randomValues[i])
	}
	list.AddScore("c", scoreSubject, own.Value(whyNoC), own.Count)
	list.AddScore("c_random", scoreSubject, others.Value(whyNoRandom), others.Count)
}

func addTests(list *scoring.ScoreList, c RandomContrast) {
	list.AddScore("t", "overall", c.Test.T, c.Used)
	list.AddScore("p", "overall", c.Test.P, c.Used)
	list.AddScore("p_greater", "overall", c.Test.Greater, c.Used)
}

// Tests counts each example once, with the mean of its C and of its C_R over the seeds: our reading
// of the paper's one t-test for five seeds.
func (a *aggregate) Tests() []scoring.Score {
	list := a.newScores()
	addTests(list, a.contrastRepeated(hard))
	for k, name := range others {
		if c := a.contrastRepeated(k); a.with[k] {
			list.AddScore("p_greater", name, c.Test.Greater, c.Used)
		}
	}
	return list.Scores
}

// contrastRepeated counts an example once, because seeds of it are not independent. Copies without
// both values aren't even counted as dropped.
func (a *aggregate) contrastRepeated(k int) RandomContrast {
	type means struct{ c, random scoring.Mean }
	of, keys := map[string]*means{}, []string(nil)
	for _, e := range a.list {
		c, random := a.pairOf(e, k)
		if !c.IsDefined() || !random.IsDefined() {
			continue
		}
		if of[e.Key] == nil {
			of[e.Key], keys = &means{}, append(keys, e.Key)
		}
		of[e.Key].c.Add(c)
		of[e.Key].random.Add(random)
	}
	slices.Sort(keys)
	return compareWithRandom(loaders.Map(keys, func(key string) scoring.Value { return of[key].c.Value("") }),
		loaders.Map(keys, func(key string) scoring.Value { return of[key].random.Value("") }))
}

func (a *aggregate) correlationWith(e *evidence, oracleIndex int) correlation {
	if oracleIndex == hard {
		return e.hardCorrelation(&a.settings)
	}
	return e.Others[oracleIndex].Of
}

func (a *aggregate) oracleOf(e *evidence, oracleIndex int) (scoring.Value, []float64) {
	r := a.correlationWith(e, oracleIndex).R
	if oracleIndex == hard {
		return r, e.markedWords(&a.settings)
	}
	return r, e.Others[oracleIndex].Scores
}

// addSpearman ranks by r, because r has the same order as C and is finite.
func (a *aggregate) addSpearman(list *scoring.ScoreList, scoreSubject string, firstOracle, secondOracle int) {
	if a.brief {
		return
	}
	var x, y, first, second []float64
	for _, e := range a.list {
		own, t := a.oracleOf(e, firstOracle)
		held, u := a.oracleOf(e, secondOracle)
		r, ok := own.Float()
		q, defined := held.Float()
		if ok && defined {
			x, y = append(x, r), append(y, q)
		}
		if t != nil && u != nil {
			first, second = append(first, t...), append(second, u...)
		}
	}
	addRanked := func(metric string, measure func(x, y []float64) scoring.Value, x, y []float64) {
		v := scoring.Undefined("no example has both oracles")
		if len(x) > 0 {
			v = measure(x, y)
		}
		list.AddScore(metric, scoreSubject, v, len(x))
	}
	addRanked("spearman", stats.Spearman, x, y)
	addRanked("spearman_p", stats.OfSpearman, x, y)
	addRanked("oracle_spearman", stats.Spearman, first, second)
}

// For the hard oracle, then each of others; at the end, whether the example is dropped.
const (
	ofC = iota
	ofCCount
	ofRandom
	ofRandomCount
	ofDifference
	ofPairs
	inBlock
	ofDropped = (1 + len(others)) * inBlock
	width     = ofDropped + 1
)

func (a *aggregate) Width() int { return width }

// Terms needs an example among the added ones or beside them, because its partner is drawn there.
func (a *aggregate) Terms(e scoring.Evidence, termRow []float64) {
	clear(termRow)
	ev := e.(*evidence)
	for k := hard; k < len(others); k++ {
		block := termRow[(1+k)*inBlock:]
		c, random := a.pairOf(ev, k)
		putValue(block, ofC, c)
		putValue(block, ofRandom, random)
		if block[ofCCount]*block[ofRandomCount] == 1 {
			putValue(block, ofDifference, scoring.Defined(block[ofC]-block[ofRandom]))
		}
	}
	termRow[ofDropped] = 1 - termRow[ofPairs]
}

func putValue(termRow []float64, termIndex int, v scoring.Value) {
	if x, ok := v.Float(); ok {
		termRow[termIndex], termRow[termIndex+1] = x, 1
	}
}

// Values leaves the t-test and rank correlations undefined, because they aren't functions of sums.
func (a *aggregate) Values(termSums []float64) []scoring.Value {
	ratio := func(place int, reason string) scoring.Value {
		return scoring.Quotient(termSums[place], termSums[place+1], reason)
	}
	deltaA := func(place int) scoring.Value { return ratio(place, whyNoPairs).Map(math.Tanh) }
	none := scoring.Undefined("can't be computed from sums over examples")
	values := []scoring.Value{deltaA(ofDifference), ratio(ofC, whyNoC), ratio(ofRandom, whyNoRandom), none, none, none,
		scoring.Defined(termSums[ofDropped])}
	for k := range others {
		if block := (1 + k) * inBlock; a.with[k] {
			values = append(values, ratio(block+ofC, whyNoC), ratio(block+ofRandom, whyNoRandom), deltaA(block+ofDifference), none, none, none, none)
		}
	}
	if a.with[0] && a.with[1] {
		values = append(values, none, none, none)
	}
	return values
}

const stream = 0xa119

// partnerIndices draws another index for each of 0..n-1, independently or as a derangement, all
// equally likely; nil for n below two, which has no other.
func partnerIndices(n int, seed uint64, isDerangement bool) []int {
	if n < 2 {
		return nil
	}
	r := rand.New(rand.NewPCG(seed, stream))
	order := loaders.Indices(n)
	partners := slices.Clone(order)
	if !isDerangement {
		for i := range partners {
			if partners[i] = r.IntN(n - 1); partners[i] >= i {
				partners[i]++
			}
		}
		return partners
	}
	// One permutation in e is a derangement, so a few tries find one.
	for slices.ContainsFunc(order, func(i int) bool { return partners[i] == i }) {
		r.Shuffle(n, func(i, j int) { partners[i], partners[j] = partners[j], partners[i] })
	}
	return partners
}

// drawPartners goes by keys, so that copies share their partner and merged runs give the same numbers.
func drawPartners(allEvidence []*evidence, seed uint64, isDerangement bool) map[string]*evidence {
	lenders := map[string]*evidence{}
	for _, e := range allEvidence {
		if e.Words != nil {
			lenders[e.Key] = e
		}
	}
	keys := loaders.SortedKeys(lenders)
	partner := make(map[string]*evidence, len(keys))
	for i, k := range partnerIndices(len(keys), seed, isDerangement) {
		partner[keys[i]] = lenders[keys[k]]
	}
	return partner
}
