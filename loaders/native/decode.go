package native

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
)

// decodeExample returns a line's example. It is Broken if the line isn't JSON, is a header, has too
// many modules, or says so. A missing prediction counts as unanswered only if the file has
// predictions, because a data set has none.
func (d *decoder) decodeExample(rec *record.Record) *loaders.Example {
	if bytes.Contains(rec.Bytes, []byte(`"faithscope"`)) && record.Keys(rec.Bytes)["faithscope"] != 0 {
		return rec.Broken(errors.New("the header must be the first line"))
	}
	var in example
	texts := extractTexts(rec)
	if err := rec.DecodeKnown(&in); err != nil {
		return rec.Broken(err)
	}
	in.Program = joinSteps(in.Program, in.Steps)
	if max(len(in.Program), len(in.Gold)) > language.MaxModules {
		return rec.Broken(language.ErrTooLong)
	}
	ex := &loaders.Example{ID: string(in.ID), Question: in.Question, Tokens: in.Tokens}
	if in.Broken != "" {
		rec.Problem("the writer could not read this example: %s; kept without scores", in.Broken)
		return &loaders.Example{ID: ex.ID, Broken: in.Broken}
	}
	if in.ID == "" {
		rec.Problem(`the key "id" is missing; the example is identified by its position`)
	}
	if in.Question == "" {
		rec.Problem(`the key "question" is missing; shown without a question`)
	}
	ex.Logical, ex.Kind = cmp.Or(in.Logical, texts.code), in.Kind
	ex.Explanation, ex.ExplanationTokens, ex.Explanations = in.Explanation, in.ExplanationTokens, in.Explanations
	ex.Pair, ex.Tags, ex.Groups, ex.Entailed, ex.Meta = in.Pair, in.Tags, in.Groups, in.Entailed, textsAs[string](in.Meta)
	l := exampleLine{decoder: d, Record: rec, ex: ex}
	l.readAnswer(in.Answer)
	l.readPassage(in.Passage)
	if l.sentenceTexts(texts.sentences); len(in.Images) > 0 {
		l.readImages(in.Images)
		l.addDetected(in.Program)
	}
	l.ex.Program = l.readProgram("program", in.Program)
	l.ex.Annotate(l.readProgram("gold_program", in.Gold))
	l.readCounts(in.Answer)
	a := in.Answer
	isAnswered := a != nil && (a.Predicted != nil || d.predicts && string(a.Correct) != "null")
	if isAnswered {
		l.CountMissing(&ex.Answer)
	}
	l.readAttributions(in.Attributions)
	l.putScoredFirst()
	l.readRationales(in.Rationales)
	return ex
}

// readAnswer judges by the answers only without correct, because a writer may know better, such as
// another spelling. Correct answers are joined by " or ".
func (l *exampleLine) readAnswer(wireAnswer *answer) {
	if wireAnswer == nil {
		return
	}
	a := &l.ex.Answer
	a.Predicted, a.Gold = asAnswer(wireAnswer.Predicted), strings.Join(wireAnswer.Gold, " or ")
	switch correct := string(wireAnswer.Correct); correct {
	case "true", "false":
		a.Correct = loaders.VerdictOf(correct == "true")
	case "null":
	case "":
		switch kind := compoundOf(wireAnswer.Predicted); {
		case wireAnswer.Credit != nil: // which counts instead
		case kind != "":
			l.Problem("can't tell if answer.predicted is right, because it is %s; set answer.correct", kind)
		default:
			a.Correct = sameAnswer(a.Predicted, wireAnswer.Gold...)
		}
	case `"unanswered"`:
		a.Correct = loaders.Unanswered
	default:
		l.Problem("answer.correct is neither true nor false; judged by comparing answers")
		a.Correct = sameAnswer(a.Predicted, wireAnswer.Gold...)
	}
	l.readCredit(wireAnswer.Credit)
	if wireAnswer.Probability != nil {
		a.Probability = l.Probability("answer.probability", float64(*wireAnswer.Probability))
	}
	if wireAnswer.Classes != nil {
		a.Classes = l.readOptions("answer.classes", wireAnswer.Classes)
	}
	for name, score := range wireAnswer.Scores {
		if score.Missing() {
			l.Problem("answer.scores[%q] is not a number; left out", name)
			continue
		}
		a.Score(name, float64(score))
	}
}

// compoundOf names the kind of a JSON value whose parts can't be compared as an answer; "" for others.
func compoundOf(jsonValue []byte) string {
	switch {
	case bytes.HasPrefix(jsonValue, []byte("{")):
		return "an object"
	case bytes.HasPrefix(jsonValue, []byte("[")) && string(jsonValue) != "[]":
		return "a list"
	}
	return ""
}

// readCredit makes credit of 0 or 1 the verdict. Beside a verdict it doesn't count.
func (l *exampleLine) readCredit(wireCredit *record.LenientNumber) {
	a := &l.ex.Answer
	if wireCredit == nil {
		return
	}
	switch credit := l.Probability("answer.credit", float64(*wireCredit)); {
	case credit == nil:
	case a.Correct != loaders.Unknown:
		if a.Credit = credit; *credit != loaders.IfElse(a.Correct == loaders.Right, 1.0, 0) {
			l.Problem("answer.credit is %g, but answer.correct says otherwise; answer.correct is used", *credit)
		}
	case *credit == 0 || *credit == 1:
		a.Correct = loaders.VerdictOf(*credit == 1)
	default:
		a.Credit = credit
	}
}

// readCounts does nothing unless the root counts on pictures. A missing prediction is the root's
// output, and numbers are compared rounded, so that 3.0 is 3. A correct answer that isn't a count is a
// problem.
func (l *exampleLine) readCounts(wireAnswer *answer) {
	a := &l.ex.Answer
	if l.ex.Passage != nil || len(l.ex.Program) == 0 || l.ex.Program[0].Op != "count" {
		return
	}
	if a.Predicted == "" {
		a.Predicted = totalCount(&l.ex.Program[0].Output)
	}
	gold, isCount := asCount(a.Gold)
	switch {
	case a.Gold == "":
		return
	case isCount:
		a.Gold = gold
	default:
		l.Problem("answer.gold %.80q is not a count; not scored as a count", a.Gold)
	}
	if wireAnswer.Correct == nil {
		predicted, _ := asCount(a.Predicted)
		a.Correct = sameAnswer(predicted, append(wireAnswer.Gold, a.Gold)...)
	}
}

// totalCount rounds half to even, as Python does, so that a run without answer.predicted has an
// answer; "" for outputs that aren't counts.
func totalCount(moduleOutput *loaders.Output) string {
	sum := 0.0
	switch {
	case moduleOutput.Number != nil:
		sum = moduleOutput.Number.Mean
	case moduleOutput.Boxes != nil:
		sum = loaders.Sum(slices.Concat(moduleOutput.Boxes...))
	default:
		return ""
	}
	return strconv.FormatFloat(math.RoundToEven(sum), 'f', -1, 64)
}

func asCount(countText string) (count string, ok bool) {
	x, err := strconv.ParseFloat(strings.TrimSpace(countText), 64)
	if err != nil || math.IsNaN(x) {
		return countText, false
	}
	return strconv.FormatFloat(math.RoundToEven(x), 'f', -1, 64), x >= 0 && x == math.Trunc(x) && x < 1<<31
}

// readPassage keeps the places of broken sentences and documents, because evidence refers to them by
// number. A malformed date is left out.
func (l *exampleLine) readPassage(wirePassage *passage) {
	if wirePassage == nil {
		return
	}
	p, n := &loaders.Passage{Text: wirePassage.Text, Tokens: wirePassage.Tokens}, len(wirePassage.Tokens)
	l.ex.Passage = p
	spans := loaders.Map(wirePassage.Documents, func(d document) []int { return d.Tokens })
	for i, span := range l.readSentences("documents", spans, n) {
		p.Documents = append(p.Documents, loaders.Document{Name: wirePassage.Documents[i].Name, Span: span})
	}
	p.Sentences = l.readSentences("sentences", wirePassage.Sentences, n)
	for i, d := range wirePassage.Dates {
		span, ok := record.SpanOf(d[:min(len(d), 2)], n)
		if !ok || len(d) != 5 || span.Start == span.End {
			l.Problem("passage.dates[%d]: %v is not [start, end, year, month, day] in a text of %d tokens; left out", i, d, n)
			continue
		}
		p.Dates = append(p.Dates, loaders.Date{Span: span, Year: d[2], Month: d[3], Day: d[4]})
	}
}

// readSentences returns the spans of a passage's sentences or documents. A malformed one becomes an
// empty span in its place, because others name them by place.
func (l *exampleLine) readSentences(fieldName string, startEndPairs [][]int, n int) []loaders.Span {
	if startEndPairs == nil {
		return nil
	}
	last := 0
	return loaders.Fill(len(startEndPairs), func(i int) loaders.Span {
		span, ok := record.SpanOf(startEndPairs[i], n)
		if !ok {
			l.Problem("passage.%s[%d]: %v is not a span within the %d tokens; kept without tokens", fieldName, i, startEndPairs[i], n)
			span = loaders.Span{Start: last, End: last}
		}
		last = span.End
		return span
	})
}

// readImages leaves out labels that don't match the proposals, because nothing tells which belong
// together. Unknown units are read as the file's.
func (l *exampleLine) readImages(imageList []image) {
	for i, in := range imageList {
		what := fmt.Sprintf("images[%d]", i)
		im := loaders.Image{Width: max(in.Width, 0), Height: max(in.Height, 0), Labels: in.Labels}
		units, ok := unitsOf(in.Units, l.units)
		if !ok {
			l.Problem("%s: box_units is %q; read as %s", what, in.Units, units.String())
		}
		im.Units = units
		if in.Path != "" {
			im.Path = l.Picture(in.Path)
		}
		im.Proposals = l.readBoxes(what+".proposals", &im, in.Proposals)
		im.Gold = l.readBoxes(what+".gold", &im, in.Gold)
		if in.Labels != nil && len(in.Labels) != len(in.Proposals) {
			l.Problem("%s: %d labels for %d proposals; the labels are left out", what, len(in.Labels), len(in.Proposals))
			im.Labels = nil
		}
		im.Likelihoods = l.readLikelihoods(what+".likelihoods", in.Likely, len(in.Proposals))
		l.ex.Images = append(l.ex.Images, im)
	}
}

// readLikelihoods leaves out a whole relation if one row is bad, because the rows after it would
// belong to other proposals. It wants n per attribute and n by n per relation.
func (l *exampleLine) readLikelihoods(fieldName string, wireLikelihoods *likelihoods, n int) *loaders.Likelihoods {
	if wireLikelihoods == nil {
		return nil
	}
	out := &loaders.Likelihoods{}
	for _, name := range loaders.SortedKeys(wireLikelihoods.Attributes) {
		if p := l.Probabilities(fieldName+" "+name, wireLikelihoods.Attributes[name], n); p != nil {
			putValue(&out.Attributes, name, p)
		}
	}
	for _, name := range loaders.SortedKeys(wireLikelihoods.Relations) {
		rows := make([][]float64, 0, n)
		for _, row := range wireLikelihoods.Relations[name] {
			if p := l.Probabilities(fieldName+" "+name, row, n); p != nil {
				rows = append(rows, p)
			}
		}
		switch had := len(wireLikelihoods.Relations[name]); {
		case had != n:
			l.Problem("%s %s: %d rows for %d proposals; the relation is left out", fieldName, name, had, n)
		case len(rows) == n:
			putValue(&out.Relations, name, rows)
		}
	}
	return out
}

// putScoredFirst moves the attribution that the run scores to the front. If the example lacks it,
// an empty one goes there, so that no other is scored instead.
func (l *exampleLine) putScoredFirst() {
	if l.scored == "" {
		return
	}
	list := l.ex.Attributions
	at := slices.IndexFunc(list, func(a loaders.Attribution) bool { return a.Name == l.scored })
	scored := loaders.Attribution{Name: l.scored, Over: loaders.OverTokens}
	if at >= 0 {
		scored = list[at]
		list = slices.Delete(list, at, at+1)
	} else if l.Problem("the attribution %q is missing; the example still counts", l.scored); len(list) > 0 {
		scored.Over, scored.Tokens = list[0].Over, list[0].Tokens
	}
	l.ex.Attributions = slices.Insert(list, 0, scored)
}

func (l *exampleLine) readRationales(rationaleList []rationale) {
	for i, in := range rationaleList {
		what := fmt.Sprintf("rationales[%d] %s", i, in.Name)
		n := l.lengthOver(in.Over)
		if in.Tokens != nil {
			n = len(in.Tokens)
		} else if question := l.lengthOver(loaders.OverQuestion); in.Over == loaders.OverTokens && len(in.Scores) == question {
			n = question
		}
		r := loaders.Rationale{Name: in.Name, Over: in.Over, Answer: in.Answer, Tokens: in.Tokens, Sentence: in.Sentence}
		if p := l.ex.Passage; in.Sentence != nil && p != nil && (*in.Sentence < 0 || *in.Sentence >= len(p.Sentences)) {
			l.Problem("%s: invalid sentence %d of %d (0-based); counted as a failure", what, *in.Sentence, len(p.Sentences))
		}
		if in.Scores != nil {
			r.Scores = l.Weights(what, in.Scores, n)
		}
		if n < 0 {
			n = math.MaxInt // not known, so only the order of a span can be wrong
		}
		r.Spans = l.Pairs(what, in.Spans, n)
		l.ex.Rationales = append(l.ex.Rationales, r)
	}
}
