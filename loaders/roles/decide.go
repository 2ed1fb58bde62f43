package roles

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// Decide returns how a table with these columns and rows, a sample if partial is set, is read.
// otherRoles has the roles besides answers.
func Decide(nameList []string, rows []rows.Row, otherRoles RoleMap, partial bool) RoleDecision {
	d := newDecider(nameList, rows, otherRoles)
	if d.partial = partial; d.further == nil {
		otherRoles = otherRoles.Without("references")
	}
	by := d.addSigned(d.addConfidence(d.offerFigure(d.decideReading(otherRoles), otherRoles)))
	if by = d.byWord(by); !by.Words {
		by = d.bySystem(by)
	}
	by.Offers = d.withRules(by.Offers)
	loaders.SortBy(by.Offers, func(m RoleMap) int { return loaders.IfElse(m.makesFigure(), 0, 1) })
	offers := by.Offers
	if by.Doubt == "" {
		return by
	}
	// What would make a figure, because a person decides it.
	by.Map = by.Map.Without("correct", "right", "probability", loaders.IfElse(by.Map.Has("gold"), "predicted", ""))
	if !by.Map.marksSteps() {
		return by
	}
	by.Doubt, by.Offers = "", nil // people marked the steps, whatever the answers are
	if len(offers) == 1 && !by.Map.Has("predicted") && offers[0].Has("correct") {
		by.Map = by.Map.WithPaths("correct", offers[0].PathsOf("correct")...)
	}
	by = d.addSigned(by)
	by.Map = d.addSuccess(by.Map)
	return by
}

// offerFigure offers verdicts where no pair makes a figure.
func (d *roleDecider) offerFigure(by RoleDecision, otherRoles RoleMap) RoleDecision {
	p := by.Map.PathsOf("predicted")
	if by.Doubt != "" && by.Readings != nil && p != nil && !slices.ContainsFunc(by.Offers, RoleMap.makesFigure) {
		_, verdicts := d.offerVerdicts(otherRoles.WithPaths("predicted", p...), nil, nil)
		by.Offers = append(verdicts, by.Offers...)
	}
	return by
}

// withRules offers a map of a prediction and correct answers by each rule that finds other right answers.
func (d *roleDecider) withRules(offers []RoleMap) (list []RoleMap) {
	for _, m := range offers {
		each := []RoleMap{m}
		if m.lacksRule() {
			if ruled := d.readingBy(m).offerRules(m); len(ruled) > 1 {
				each = ruled
			}
		}
		list = append(list, each...)
	}
	return list
}

// decideReading takes the only reading that passes the checks, or several whose names tell their
// systems. Those that judge all rows alike are one, because no figure would differ.
func (d *roleDecider) decideReading(otherRoles RoleMap) RoleDecision {
	list := d.listReadings()
	out := RoleDecision{Map: otherRoles}
	if len(list) == 0 {
		if out = d.describeMissing(otherRoles); out.Offers != nil && !slices.ContainsFunc(out.Offers, RoleMap.isJudging) {
			out.Doubt = NoGold
		}
		return out
	}
	if counts := list[0].findPairCount(); counts != "" {
		out.Doubt = counts + " says how often each answer was given, so rows aren't examples"
		return out
	}
	for _, r := range list {
		out.Readings = append(out.Readings, CandidateReading{r.fillMap(otherRoles), r.listChecks()})
	}
	if judging := loaders.Filter(list, answerColumns.isJudging); judging != nil { // whatever passes without a verdict
		list = judging
	}
	left := slices.CompactFunc(loaders.Filter(list, answerColumns.passes), answerColumns.judgesAlike)
	together, needing := offerTogether(list, otherRoles)
	if needing != "" && len(left) > 0 { // or a system would be missing
		out.Doubt, out.Offers, out.Map = needing+": "+anotherRule, together, together[0]
		return out
	}
	switch {
	case len(left) == 0:
		left, out.Doubt = withVerdicts(list), list[0].firstFailure()
	case len(left) == 1:
		out.Map, out.Why = left[0].fillMap(otherRoles), left[0].why
		return out
	default:
		if out.Models = nameModels(left, otherRoles); out.Models != nil {
			out.Map, out.Why = out.Models[0].Map, left[0].why
			return out
		}
		out.Doubt = describeSeveral(left)
	}
	if !slices.ContainsFunc(left, answerColumns.isJudging) {
		out.Offers = offerMaker{d, otherRoles}.offerOnlyFlag()
	}
	together, _ = offerTogether(left, otherRoles)
	out.Offers = append(out.Offers, together...)
	for _, r := range left {
		out.Offers = append(out.Offers, r.listOffers(otherRoles)...)
	}
	out.Map = append(out.Offers, left[0].fillMap(otherRoles))[0]
	return out
}

// withVerdicts puts other verdicts in place of what fails, and other columns that agree with a prediction before correct
// answers that never do.
func withVerdicts(failed []answerColumns) (list []answerColumns) {
	golds := loaders.Map(failed, func(r answerColumns) *column { return r.gold })
	for _, r := range failed {
		if r.correct == nil && r.gold.mayJudge(r.predicted) {
			judged := r
			judged.correct, judged.gold = r.gold, nil
			list = append(list, judged, r)
			continue
		}
		if r.rule == rules.None && r.gold.told == aHumanAnswer && r.gold.isVaried() { // on prose
			judged := r
			judged.correct, judged.gold = r.gold, nil
			list = append(list, judged)
		}
		graded := r.gradings()
		if graded[0].correct != r.correct && graded[0].correct.isMereFlag() {
			list = append(list, r)
		}
		list = append(list, graded...)
		if graded[0].correct != nil || slices.Contains(r.outcomesBy(r.base), loaders.Right) {
			continue
		}
		others := loaders.Without(r.predicted.alikeIn(r.roleDecider), golds)
		list = append(loaders.Map(others, func(gold *column) answerColumns {
			r.gold, r.rule = gold, r.base
			return r
		}), list...)
	}
	return list
}

func (r answerColumns) judgesAlike(other answerColumns) bool {
	return len(r.ownColumn().stem) == 0 && len(other.ownColumn().stem) == 0 && slices.Equal(r.rowVerdicts(), other.rowVerdicts())
}

func (d *roleDecider) describeMissing(otherRoles RoleMap) RoleDecision {
	m, doubt, offers := otherRoles, "no column of predictions", []RoleMap(nil)
	predicted := d.candidatesFor("predicted")
	golds := onFirstList(d.candidatesFor("gold"))
	if submission := labelsAlone(d.columns, otherRoles); submission != nil {
		return RoleDecision{Map: m.WithPaths("predicted", submission.name), Doubt: NoGold}
	}
	switch {
	case len(predicted) > 0:
		p, alike := predicted[0], []*column(nil)
		for _, candidate := range predicted {
			if alike = candidate.alikeIn(d); alike != nil {
				p = candidate
				break
			}
		}
		m, doubt = m.WithPaths("predicted", p.name), NoGold
		if len(golds) > 0 {
			doubt = "no correct answers for " + p.name
		}
		if offers = (offerMaker{d, m}).offerAlike(predicted, alike); offers == nil {
			offers = offerMaker{d, otherRoles}.offerExpected(golds)
		}
	case len(golds) > 0:
		isAnswered := d.question != nil && hasWord(golds[0].words, "answer", "ans") // by yes or no, as BoolQ
		if golds[0].list > 1 && golds[0].isVaried() && golds[0].isOf("true", "false") && !isAnswered {
			offers = append(offers, d.withVerdict(m, golds[0]))
		}
		offers = append(offers, namedColumns(d.columns).offerTwins(m)...)
		m = m.WithPaths("gold", d.withFallbacks(golds[0], "gold")...)
		first, last := d.newReading(nil, golds[0]), d.newReading(nil, golds[len(golds)-1])
		offers = slices.Concat(offers, last.offerUnnamed(otherRoles), first.offerProbabilities(m), first.offerListed(otherRoles))
	}
	offers = slices.Concat(offerMaker{d, otherRoles}.offerKeyed(), offerModels(d.columns, otherRoles), offers)
	m, offers = d.offerVerdicts(m, offers, golds)
	if offers == nil && len(predicted)+len(golds) == 0 {
		offers = offerMaker{d, m}.offerWithoutNames()
	}
	return offerMaker{d, otherRoles}.unlessSummary(RoleDecision{Map: m, Doubt: doubt, Offers: offers})
}

// offerExpected offers what may answer, whatever is named as a prediction, beside an expressly correct answer.
func (o offerMaker) offerExpected(golds []*column) []RoleMap {
	if len(golds) == 0 || golds[0].list > 1 {
		return nil
	}
	return o.newReading(nil, golds[0]).offerUnnamed(o.otherRoles)
}

func (o offerMaker) offerWithoutNames() []RoleMap {
	offers := slices.Concat(namedColumns(o.columns).offerTwins(o.otherRoles), offerNamedAfter(o.columns, o.otherRoles))
	if !o.areRuns() {
		offers = append(offers, o.offerPairs()...)
	}
	return append(offers, o.offerTexts()...)
}

func (m RoleMap) makesFigure() bool {
	return m.Has("correct") || m.Has("gold") && !slices.Contains([]string{rules.None, rules.Error}, m.RightRole())
}

// isJudging reports whether the map has more than predictions.
func (m RoleMap) isJudging() bool { return !m.Has("predicted") || m.Has("gold") || m.Has("correct") }

// labelsAlone returns the labels of a table that has only them and their ids, as what is handed in to SuperGLUE: nothing
// says that they are correct. It is nil for other tables.
func labelsAlone(columns []*column, otherRoles RoleMap) *column {
	rest := loaders.Filter(columns, func(c *column) bool { return !slices.Contains(otherRoles.PathsOf("id"), c.name) })
	isNamed := otherRoles.Has("id") || len(columns) == 1 // by keys
	if len(rest) == 1 && isNamed && rest[0].role == "gold" && hasWord(rest[0].words, "label", "answer") {
		return rest[0]
	}
	return nil
}

// alikeIn returns the columns, or folders of files, that agree with a prediction in some rows, in most first; nil for none.
func (c *column) alikeIn(d *roleDecider) (alike []*column) {
	agreeing := func(gold *column) int { return d.newReading(c, gold).countAgreeing() }
	for _, gold := range d.columns {
		mayBeGold := gold.role == "" || gold.role == "gold" || gold.role == c.role && gold.list > c.list
		if mayBeGold && !hasWord(gold.words, "voting") {
			alike = append(alike, gold, d.columnAt(gold.name+rows.Folder))
		}
	}
	alike = loaders.Filter(alike, func(gold *column) bool { return agreeing(gold) > 0 })
	loaders.SortBy(alike, func(gold *column) int { return -agreeing(gold) })
	return alike
}

// offerUnnamed offers a run for each column that equals the correct answer in a third of the rows.
func (r answerColumns) offerUnnamed(otherRoles RoleMap) []RoleMap {
	gold, m := r.gold, otherRoles
	if isOneRater(r.gold, r.columns) {
		return nil
	}
	for _, c := range r.columns {
		answer := c
		if 2*c.repeated > c.lists { // samples
			answer = r.columnAt(c.name + "[0]")
		}
		both, equal := r.newReading(answer, gold).countBy(rules.Equal)
		isCopy := c == gold || equal == both && both == gold.filled
		isCandidate := !isCopy && c.mayAnswer(gold) && !r.mayJudge(c, []*column{gold})
		if isCandidate && equal >= fewestNumbers && 3*equal >= both {
			m = m.WithPaths("predicted."+c.name, c.name)
		}
	}
	switch runs := m.SplitPredictions(); {
	case runs[0].Name == "":
		return r.offerOptions(otherRoles)
	case len(runs) == 1:
		m = runs[0].Map
	}
	return []RoleMap{m.WithPaths("gold", gold.name)}
}

// mayAnswer reports whether a column without a name for it may have predictions.
func (c *column) mayAnswer(gold *column) bool {
	areAnswers := gold.fractions == 0 || gold.numbers < gold.filled
	isAttribute := hasWord(attributeWords, loaders.Without(c.words, []string{"name"})...) // a tool's name may answer
	return areAnswers && !c.isAnnotator() && !isAttribute && c.told != aClass && (c.role == "" || c.role == "gold")
}

// isOneRater reports whether objects beside the one with the correct answer have the same key, as engines' verdicts do:
// nothing says which is correct.
func isOneRater(gold *column, columns []*column) bool {
	at := strings.LastIndexByte(gold.name, '.')
	return at > 0 && loaders.CountFunc(columns, func(c *column) bool { return strings.HasSuffix(c.name, gold.name[at:]) }) > 2
}

// offerOptions offers columns without a name for it that name options, as the correct answers do otherwise.
func (r answerColumns) offerOptions(otherRoles RoleMap) (offers []RoleMap) {
	for _, c := range r.columns {
		r.predicted = c
		_, equal := r.countBy(rules.Equal)
		if options, exact := r.optionRules(); c.role == "" && c.lists+c.fractions == 0 && exact && equal == 0 {
			offers = append(offers, otherRoles.WithPaths("predicted", c.name).WithPaths("right", options[0]).WithPaths("gold", r.gold.name))
		}
	}
	return offers
}

// pattern matches the columns of all options or classes, of which c may be one; of a list it is the list's own name.
func (c *column) pattern() string {
	stem := strings.TrimRight(c.name, "0123456789")
	if stem == c.name {
		stem = stem[:strings.LastIndexByte(stem, '_')+1]
	}
	return loaders.IfElse(c.lists > 0, c.name, stem+"*")
}

func (r answerColumns) offerProbabilities(otherRoles RoleMap) (offers []RoleMap) {
	for _, pattern := range loaders.Distinct(loaders.Map(r.columns, (*column).pattern)) {
		if r.newReading(r.columnAt(pattern), r.gold).isIndexed() {
			offers = append(offers, otherRoles.WithPaths("predicted", pattern).WithPaths("right", rules.Greatest))
		}
	}
	for _, c := range r.columns {
		isProbability := c.hasWord(confidenceWords) || foldName(c.name) == "y_score"
		if isProbability && c.fractions > 0 && c.isNumeric() && r.gold.isOf("0", "1") {
			m := slices.DeleteFunc(slices.Clone(otherRoles), func(a RoleAssignment) bool { return a.Paths[0] == c.name })
			offers = append(offers, m.WithPaths("predicted", c.name).WithPaths("right", rules.Half))
		}
	}
	return offers
}

// offerPairs offers the columns with the same few values, those that agree most first. Of many, as features and questions
// are, it offers the last two if they are classes, as TiMBL writes them behind its features.
func (o offerMaker) offerPairs() (offers []RoleMap) {
	agreements, numbers := map[string]int{}, []RoleMap(nil)
	for i, g := range o.columns {
		for _, p := range o.columns[i+1:] {
			if g.isAnnotator() || p.isAnnotator() || g.fractions+p.fractions > 0 { // classes have none
				continue
			}
			areFlags := p.isOf("true", "false") && g.isOf("true", "false") // of which any two agree somewhere
			if equal := o.newReading(p, g).countAgreeing(); equal > 0 && !areFlags {
				m := o.otherRoles.WithPaths("gold", g.name).WithPaths("predicted", p.name)
				agreements[m.String()] = -equal
				if g.numbers > 0 {
					numbers = append(numbers, m)
				} else {
					offers = append(offers, m)
				}
			}
		}
	}
	if len(offers) > mostPairs {
		last := o.columns[len(o.columns)-2:]
		offers = loaders.Filter(offers, func(m RoleMap) bool {
			return m.uses(last[0].name) && m.uses(last[1].name) && len(last[0].times) == last[0].countShared(last[1])
		})
	}
	if len(numbers) <= mostOfNumbers {
		areClasses := func(m RoleMap) bool { // and not scales
			p, g := o.columnAt(m.FirstOf("predicted")), o.columnAt(m.FirstOf("gold"))
			return 2*p.countShared(g) >= max(len(p.times), len(g.times))
		}
		offers = append(offers, loaders.Filter(numbers, areClasses)...)
	}
	loaders.SortBy(offers, func(m RoleMap) int { return agreements[m.String()] })
	return offers[:min(len(offers), 3)]
}

const mostPairs, mostOfNumbers = 6, 2

func (o offerMaker) offerTexts() []RoleMap {
	text := o.findColumn(func(c *column) bool {
		asks := c.hasWord(slices.Concat(attributeWords, strings.Fields(columnNames["question"]))) || strings.Contains(c.name, ".") ||
			o.otherRoles.uses(c.name)
		return !asks && (c.isProse() || hasWord(strings.Fields("result output response"), foldName(c.name)))
	})
	if text == nil {
		return nil
	}
	return []RoleMap{o.otherRoles.WithPaths("predicted", text.name)}
}

func describeSeveral(answerReadings []answerColumns) string {
	first := answerReadings[0]
	names := strings.Join(loaders.Distinct(namesOf(loaders.Map(answerReadings, answerColumns.ownColumn))), ", ")
	if first.correct != nil {
		return "several verdict columns: " + names
	}
	golds := loaders.Distinct(namesOf(loaders.Map(answerReadings, func(r answerColumns) *column { return r.gold })))
	switch {
	case len(golds) == 1:
		return "several predictions for " + first.gold.name + ": " + names
	case !strings.Contains(names, ", "):
		return "several columns of correct answers: " + strings.Join(golds, ", ")
	}
	return "several predictions, each with its own correct answers"
}

// DecideJoined is [DecideMapped] for correct answers of another file, where nobody has confirmed the rule.
func DecideJoined(nameList []string, rows []rows.Row, roleMap RoleMap, partial bool) RoleDecision {
	by := DecideMapped(nameList, rows, RoleDecision{Map: roleMap}, "", partial)
	d := newDecider(nil, rows, roleMap)
	r := d.readingBy(roleMap)
	r.rule = by.Map.RightRole()
	doubt := r.doubtNumbers()
	if r.rule, r.why = r.judgeAsked(); r.why == anotherRule {
		doubt = anotherRule
	}
	p := r.predicted
	switch {
	case by.Doubt != "":
	case doubt != "":
		by.Doubt, by.Offers = doubt, r.listOffers(roleMap)
	case r.rule == rules.None && p.fractions > 0 && p.unit == p.filled && r.gold.isOf("0", "1"):
		by.Doubt, by.Offers = "the predictions may be probabilities", []RoleMap{roleMap.WithPaths("right", rules.Half)}
	}
	return by
}

// DecideMapped completes a decision whose map says what the columns hold: how answers are judged,
// the models, and whether rows are words. If modelName is one of the models, the map is that model's.
func DecideMapped(nameList []string, rows []rows.Row, decision RoleDecision, modelName string, partial bool) RoleDecision {
	d := newDecider(nameList, rows, decision.Map)
	d.partial = partial
	if models := decision.Map.SplitPredictions(); len(models) > 1 {
		for i, m := range models {
			models[i].Map = d.completeMap(RoleDecision{Map: m.Map}, answerColumns.judgeAsked).Map
		}
		decision.Map, decision.Models = models[0].Map, models
	}
	decision = d.bySystem(d.byWord(d.completeMap(decision, answerColumns.judgeAsked)))
	if at := decision.PartIndex(modelName); at >= 0 {
		decision.Map = decision.Models[at].Map
	}
	if slices.ContainsFunc(decision.Offers, func(m RoleMap) bool { return m.String() == decision.Map.String() }) {
		decision.Doubt = "" // which the map has settled
	}
	return decision
}
