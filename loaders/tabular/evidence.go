package tabular

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// fillEvidence adds the sentences that evidence names and the passage lacks, so that they count.
func (d *exampleFiller) fillEvidence() {
	v := d.valueOf("passage")
	named, documents := documentsOf(v)
	switch text, isText := v.(string); {
	case isText && d.preset.Located != "":
		d.Passage = &loaders.Passage{Text: text}
	case v != nil && !documents:
		d.Passage = passageOf(v)
	}
	if d.columns.Has("sentences") {
		d.splitPassage()
	}
	if d.preset.Located != "" && d.Passage != nil {
		d.locateAnswers()
	}
	for _, c := range d.columns {
		if name, ok := strings.CutPrefix(c.Role, "rationale."); ok {
			d.fillRationale(name, d.valueOf(c.Role), &named, documents)
		}
	}
	if passage := named.Whole(); passage != nil {
		d.Passage = passage
	}
}

// missingEvidence returns an empty list for predicted evidence that a row lacks, because it counts as 0 too; nil for other
// rationales, and without the file of evidence.
func (d *exampleFiller) missingEvidence(rationaleName string) any {
	top := rows.TopOf(d.columns.PathsOf("rationale." + rationaleName)[0])
	isJoined := slices.ContainsFunc(d.preset.Beside, func(c PresetCompanion) bool { return c.As == top })
	switch {
	case rationaleName != "predicted" || isJoined && d.Values[top] == nil:
		return nil
	case !d.Answer.LacksPrediction():
		d.rec.Problem("no predicted evidence; none counts as predicted")
	}
	return []any{}
}

// fillRationale adds the rationales called rationaleName; one that ends in # has a list of groups,
// numbered from 1. Nil adds nothing, unless it is predicted evidence.
func (d *exampleFiller) fillRationale(rationaleName string, markings any, passage *record.NamedSentences, byDocument bool) {
	if markings == nil {
		if markings = d.missingEvidence(rationaleName); markings == nil {
			return
		}
	}
	if list, ok := d.readMarks(rationaleName, markings); ok {
		d.Rationales = append(d.Rationales, list...)
		return
	}
	stem, several := strings.CutSuffix(rationaleName, "#")
	groups := []any{markings}
	if list := rows.ListOf(markings); several && len(list) > 0 {
		groups = list
	}
	for i, group := range groups {
		if several {
			rationaleName = fmt.Sprintf("%s%d", stem, i+1)
		}
		list, ok := sentencesIn(group)
		if !ok {
			d.rec.Problem("%s: %.80s is not a list of documents with sentence numbers; treated as missing", rationaleName, fmt.Sprint(group))
			if list = nil; rationaleName != "predicted" {
				continue
			}
		}
		d.Rationales = append(d.Rationales, passage.Rationale(rationaleName, list, func(s record.SentenceName) {
			if !byDocument {
				passage.Add(s, s[0]+" "+s[1], s[:]...)
				return
			}
			d.rec.Problem("the %s fact %.80q (sentence %s) is not in the passage; it still counts, and is shown after the passage", rationaleName,
				s[0], s[1])
			line := s[0] + ", sentence " + s[1]
			passage.Add(s, line, record.Words(line)...)
		}))
		if len(list) == 0 {
			break // the others say the same: there is none
		}
	}
}

func documentsOf(v any) (named record.NamedSentences, ok bool) {
	for _, pair := range pairsIn(v) {
		sentences, isList := pair[1].([]any)
		if !isList {
			return record.NamedSentences{}, false
		}
		title := rows.Text(pair[0])
		named.Title(title, record.Words(title)...)
		for i, s := range sentences {
			text := strings.TrimSpace(rows.Text(s))
			named.Add(record.SentenceName{title, fmt.Sprint(i)}, text, record.Words(text)...)
		}
		ok = true
	}
	return named, ok
}

// sentencesIn returns the sentences that a value names by document and number. Pairs of nulls are
// left out, because FEVER writes them where no evidence was found. ok is false if one is something
// else.
func sentencesIn(v any) (list []record.SentenceName, ok bool) {
	pairs := pairsIn(v)
	if all, isList := v.([]any); isList && len(pairs) < len(all) {
		return nil, false
	}
	for _, pair := range pairs {
		document, _ := pair[0].(string)
		number, isNumber := pair[1].(int64)
		switch {
		case pair[0] == nil && pair[1] == nil: // no evidence was found
		case document == "" || !isNumber || number < 0:
			return nil, false
		default:
			list = append(list, record.SentenceName{document, rows.Text(number)})
		}
	}
	return list, true
}

func pairsIn(v any) (pairs [][2]any) {
	columns, _ := v.(rows.RowObject)
	list := rows.ListOf(v)
	if names := loaders.SortedKeys(columns); len(names) == 2 {
		first, second := rows.ListOf(columns[names[0]]), rows.ListOf(columns[names[1]])
		if len(first) == 0 || len(first) != len(second) {
			return nil
		}
		if _, isText := first[0].(string); !isText {
			first, second = second, first
		}
		list = loaders.Fill(len(first), func(i int) any { return []any{first[i], second[i]} })
	}
	for _, x := range list {
		pair := rows.ListOf(x)
		if len(pair) < 2 {
			return nil
		}
		pairs = append(pairs, [2]any(pair[len(pair)-2:]))
	}
	return pairs
}

func passageOf(v any) *loaders.Passage {
	p := &loaders.Passage{}
	list, ok := v.([]any)
	if !ok {
		p.Text = rows.Text(v)
		p.Tokens = strings.Fields(p.Text)
		return p
	}
	texts := loaders.Map(list, rows.Text)
	for _, text := range texts {
		p.AddSentence(strings.Fields(text)...)
	}
	p.Text = strings.Join(texts, "\n")
	return p
}
