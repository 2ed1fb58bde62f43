package session

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

type protocols []scoring.Protocol

// preparedExample holds what is kept of an example. It never changes.
type preparedExample struct {
	id       string             // complete; a row's is cleaned and cut
	evidence []scoring.Evidence // by protocol, nil if it says nothing
	verdict  loaders.Verdict    // of the answer
	broken   bool
	judge    scoring.Judge
	by       int                  // index of the judging protocol, -1 for none
	shape    scoring.ProgramShape // of its program, unless by is -1
}

type preparedList = []*preparedExample

func (ps protocols) prepareExample(ex *loaders.Example) *preparedExample {
	p := &preparedExample{id: strings.Clone(ex.ID), evidence: make([]scoring.Evidence, len(ps)), verdict: ex.Answer.Correct,
		broken: ex.Broken != "",
		by:     -1}
	if p.broken {
		return p
	}
	p.evidence = scoring.PrepareAll(ps, ex)
	p.judge, p.by = scoring.JudgeOf(p.evidence)
	if p.by >= 0 {
		p.shape = scoring.ShapeOf(ex.Program)
	}
	return p
}

func (p *preparedExample) scoreBy(
	settings *scoring.Settings, scoreFunc func(scoring.Judge, *scoring.Settings) scoring.ExampleScore,
) (score scoring.ExampleScore, ok bool) {
	if p == nil || p.by < 0 {
		return score, false
	}
	score = scoreFunc(p.judge, settings)
	p.shape.Grade(&score, score.Bar)
	return score, true
}

func (ps protocols) sumsOf(preparedExamples preparedList, settings scoring.Settings) []scoring.Aggregate {
	return loaders.Fill(len(ps), func(k int) scoring.Aggregate { return ps.sumOf(k, preparedExamples, settings) })
}

func (ps protocols) sumOf(protocolIndex int, preparedExamples preparedList, settings scoring.Settings) scoring.Aggregate {
	var sum scoring.Aggregate
	for _, p := range preparedExamples {
		if p == nil || p.evidence[protocolIndex] == nil {
			continue
		}
		if sum == nil {
			sum = ps[protocolIndex].Aggregate(settings)
		}
		sum.Add(p.evidence[protocolIndex])
	}
	return sum
}

func (ps protocols) versionOf() string {
	var b strings.Builder
	for _, p := range ps {
		fmt.Fprintf(&b, "%q %d %q\n", p.Name, p.Version, p.Given)
	}
	return b.String()
}

// ModuleTypes lists the module types that protocols score, in their order, each once.
func ModuleTypes(protocols []scoring.Protocol) []string {
	return loaders.Distinct(slices.Concat(loaders.Map(protocols, func(p scoring.Protocol) []string { return p.Types })...))
}
