package nmn

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
)

// PassageExecutor runs programs over a passage (package comment). The zero value asks no network.
type PassageExecutor struct{ Network *executor.Network }

type passageRun struct {
	*executor.Outcome
	example *loaders.Example
	network *executor.Network
	program []loaders.Module
	changed []bool
	amounts [][]numberOrDate
}

const (
	networkReads = "its network can't be rerun on the passage"
	unknownInput = "no number or date to compute with"
)

// Run implements [executor.Executor]. It is an error if the example has no passage or program, or a
// change asks for an operator that is learned or of another kind, or for another argument of a
// module that the network doesn't offer.
func (r PassageExecutor) Run(ex *loaders.Example, outputChanges executor.OutputChanges) (*executor.Outcome, error) {
	switch n := len(ex.Program); {
	case n == 0:
		return nil, errors.New("the example has no program")
	case ex.Passage == nil:
		return nil, errors.New("no executor can run its program")
	default:
		p := &passageRun{
			executor.NewOutcome(n), ex, r.Network, outputChanges.Program(ex.Program), make([]bool, n), make([][]numberOrDate, n),
		}
		for i := n - 1; i >= 0; i-- {
			c, was, op := outputChanges[i], ex.Program[i].Op, language.Of(outputChanges[i].Op)
			alike := c.Op == "" || op.Computed() && slices.Contains(language.Of(was).Alike(), op)
			if !alike || c.Text != "" && !r.Network.Offers(was) {
				return nil, errors.New(networkReads)
			}
			p.runModule(i, c)
		}
		p.answerOf(ex.Answer.Predicted)
		return p.Outcome, nil
	}
}

// runModule keeps the run's own attention if nothing below changed, because only its network knows it.
func (p *passageRun) runModule(i int, c executor.OutputChange) {
	op, logged := language.Of(p.program[i].Op), p.example.Program[i].Output.Tokens
	moved := c.Op != "" || c.Text != "" || slices.ContainsFunc(p.program[i].Children,
		func(child int) bool { return child > i && child < len(p.changed) && p.changed[child] })
	given := !c.Silent() && (logged != nil || c.Output != nil && c.Output.Tokens != nil)
	p.changed[i] = moved || given
	out, frozen := p.recomputeOutput(i, op, moved && c.Output == nil, given)
	if given {
		out = loaders.Output{Tokens: c.Tokens(out.Tokens)}
	}
	if amounts := p.readAmounts(op, out.Tokens); amounts != nil && !frozen {
		p.amounts[i] = amounts
	}
	p.Outputs[i] = out
}

func (p *passageRun) recomputeOutput(i int, op language.ModuleOp, inputChanged, isFixed bool) (out loaders.Output, frozen bool) {
	out, frozen = p.example.Program[i].Output, inputChanged
	if !isFixed && (inputChanged || p.readAmounts(op, out.Tokens) == nil) {
		var computed loaders.Output
		p.amounts[i], computed = p.computeOutput(i, op)
		if !computed.Empty() && (inputChanged || out.Empty()) {
			out, frozen = computed, false
		}
	}
	attends := op.Signature().Returns == language.Tokens && out.Tokens == nil
	if !frozen && !(inputChanged && attends) {
		return out, frozen
	}
	asked, why := p.askNetwork(i, op)
	if p.Asked[i] = why == ""; p.Asked[i] {
		return asked, false
	}
	if frozen {
		p.Frozen[i] = why
	}
	return out, frozen
}

func (p *passageRun) readAmounts(op language.ModuleOp, attention []float64) []numberOrDate {
	switch op {
	case language.FindNum:
		return numbersIn(p.example.Passage, attention)
	case language.FindDate:
		return datesIn(p.example.Passage, attention)
	}
	return nil
}

// askNetwork says why an output is missing, because the module then keeps its logged output.
func (p *passageRun) askNetwork(i int, op language.ModuleOp) (out loaders.Output, reason string) {
	m := p.program[i]
	keeps := loaders.IfElse(op.Computed(), unknownInput, networkReads)
	if executor.Arguments(p.program, i, len(m.Children)) != nil {
		return out, keeps
	}
	length := executor.AnyLength
	if op != language.Count {
		length = len(p.example.Passage.Tokens)
	}
	arguments := loaders.Map(m.Children, func(child int) loaders.Output { return p.Outputs[child] })
	lists, reason := p.network.Run(p.example, &m, arguments, executor.ListRequirement{Lengths: []int{length}, Most: 1})
	switch {
	case lists == nil:
		return out, cmp.Or(reason, keeps)
	case op != language.Count:
		return loaders.Output{Tokens: lists[0]}, ""
	}
	amounts := normaliseShares(loaders.Fill(len(lists[0]), func(n int) numberOrDate {
		return numberOrDate{value: float64(n),
			p: lists[0][n]}
	}))
	if amounts == nil {
		return out, "the model assigns no probability to any count"
	}
	p.amounts[i] = amounts
	return loaders.Output{Options: numberOptions(amounts)}, ""
}

func (p *passageRun) computeOutput(i int, op language.ModuleOp) (amounts []numberOrDate, out loaders.Output) {
	children := p.program[i].Children
	takes := op.Signature().Takes
	if !op.Signature().Passage || executor.Arguments(p.program, i, takes) != nil {
		return nil, out
	}
	a := p.amounts[children[0]]
	b := p.amounts[children[takes-1]]
	if a == nil || b == nil || len(a)*len(b) > mostPairs {
		return nil, out
	}
	switch op {
	case language.FindNum: // an extreme is a number already; other attention only the network knows
		amounts = a
	case language.FindMaxNum, language.FindMinNum:
		amounts = extremeOf(a, op == language.FindMaxNum)
	case language.Sum, language.Difference, language.TimeDiff:
		amounts = combineAmounts(op, a, b)
	case language.CompareNumLess, language.CompareDateLess:
		out.Tokens = p.chosenEvents(children, probabilityLess(a, b), probabilityLess(b, a))
	case language.CompareNumGreater, language.CompareDateGreater:
		out.Tokens = p.chosenEvents(children, probabilityLess(b, a), probabilityLess(a, b))
	}
	if amounts != nil {
		out.Options = numberOptions(amounts)
	}
	return amounts, out
}

const mostPairs = 1 << 20

func (p *passageRun) chosenEvents(readerIndices []int, firstWeight, secondWeight float64) (tokens []float64) {
	for k, weight := range []float64{firstWeight, secondWeight} {
		of := p.program[readerIndices[k]].Children
		if len(of) != 1 || of[0] <= readerIndices[k] || of[0] >= len(p.program) {
			return nil
		}
		event := p.Outputs[of[0]].Tokens
		if event == nil || k == 1 && len(event) != len(tokens) {
			return nil
		}
		if k == 0 {
			tokens = make([]float64, len(event))
		}
		for t, x := range event {
			tokens[t] += float64(weight * x)
		}
	}
	return tokens
}

func (p *passageRun) answerOf(predictedAnswer string) {
	amounts := p.amounts[0]
	returns := language.Of(p.program[0].Op).Signature().Returns
	switch {
	case amounts != nil && returns == language.Amount:
		var best []string
		top := 0.
		for _, o := range numberOptions(amounts) {
			if o.Probability > top+1e-12 {
				best, top = nil, o.Probability
			}
			if o.Probability >= top-1e-12 {
				best = append(best, o.Name)
			}
		}
		p.Answer = strings.Join(best, " | ")
	case !p.changed[0]:
		p.Answer = predictedAnswer
	case slices.Contains(p.Frozen, networkReads): // which says why
	case returns == language.Amount:
		p.Undefined = "too few numbers or dates to compute one"
	default:
		p.Undefined = "the run's answer comes from networks that can't be rerun"
	}
}
