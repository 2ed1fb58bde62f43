package gqa

import (
	"encoding/json"
	"regexp"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
)

// programOf keeps GQA's name as Name if the Op that an executor knows differs.
func programOf(rec *record.Record, semanticSteps []semanticStep) []loaders.Module {
	return rec.Tree("semantic", len(semanticSteps), func(i int) (loaders.Module, []int) {
		s := semanticSteps[i]
		m := loaders.Module{Op: s.Operation}
		m.Text, _, _ = splitIDs(s.Argument)
		m.SetOp(language.FromGQA(m.Op))
		return m, s.Dependencies
	})
}

// program is DFOL-VQA's: branches of select, filter and relate, and the operator that joins them.
type program struct {
	Branches [][]operation `json:"branches"`
	Last     *operation    `json:"last_op"`
}

type operation struct {
	Operator  string             `json:"operator"`
	Arguments operationArguments `json:"arguments"`
}

// operationArguments are strings, lists of strings, and whether the argument is the relation's subject.
type operationArguments []string

// UnmarshalJSON implements [json.Unmarshaler]: it joins the texts of an inner list with bars. It
// never fails: what isn't a list has no arguments.
func (a *operationArguments) UnmarshalJSON(b []byte) error {
	var list []record.LenientTexts
	_ = json.Unmarshal(b, &list)
	*a = loaders.Map(list, func(argument record.LenientTexts) string { return strings.Join(argument, "|") })
	return nil
}

// writeModules returns the program as modules in pre-order, its places in post-order; nil and a
// problem without a last operator, because nothing joins the branches.
func (p *program) writeModules(rec *record.Record) []loaders.Module {
	if p.Last == nil || p.Last.Operator == "" {
		rec.Problem("the program has no last_op; shown without a program")
		return nil
	}
	var steps []operation
	var reads [][]int
	var ends []int // of the branches
	for _, branch := range p.Branches {
		var last []int // step of the branch
		for _, o := range branch {
			reads, last = append(reads, last), []int{len(steps)}
			steps = append(steps, o)
		}
		ends = append(ends, last...)
	}
	steps, reads = append(steps, *p.Last), append(reads, ends)
	return rec.Tree("program", len(steps), func(i int) (loaders.Module, []int) { return steps[i].asModule(), reads[i] })
}

func (o *operation) asModule() loaders.Module {
	m := loaders.Module{Op: o.Operator, Text: strings.Join(o.Arguments, ",")}
	m.SetOp(language.FromDFOL(m.Op))
	return m
}

type semanticStep struct {
	Operation    string `json:"operation"`
	Argument     string `json:"argument"`
	Dependencies []int  `json:"dependencies"`
}

// namesObjects matches the object ids that end an argument: (17), (3,5), (-).
var namesObjects = regexp.MustCompile(`\s*\(((?:\d+(?:\s*,\s*\d+)*)|-)\)\s*$`)

// splitIDs splits an argument from the object ids at its end. "(-)" names none, so ids is empty, while
// without parentheses named is false.
func splitIDs(stepArgument string) (rest string, ids []string, named bool) {
	at := namesObjects.FindStringSubmatchIndex(stepArgument)
	if at == nil {
		return strings.TrimSpace(stepArgument), nil, false
	}
	ids = []string{}
	for id := range strings.SplitSeq(stepArgument[at[2]:at[3]], ",") {
		if id = strings.TrimSpace(id); id != "-" {
			ids = append(ids, id)
		}
	}
	return strings.TrimSpace(stepArgument[:at[0]]), ids, true
}
