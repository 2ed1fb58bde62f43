package example

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring/executor/nmn"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
	"faithscope/views/viewtest"
)

// counter is a model whose count is the boxes that are likelier than not, unless it fails.
type counter struct{ fails error }

func (*counter) Declaration() *model.Declaration {
	return &model.Declaration{Faithscope: 1, Model: "counter", Modules: []string{"count"}}
}

func (*counter) Ask(context.Context, []model.Input) ([][]float64, error) {
	return nil, errors.New("it reads no texts")
}

func (*counter) Close() error { return nil }

func (c *counter) Return(_ context.Context, call json.RawMessage) ([][]float64, error) {
	var of struct{ Inputs [][][]float64 }
	if err := json.Unmarshal(call, &of); err != nil || c.fails != nil {
		return nil, errors.Join(err, c.fails)
	}
	n := 0.
	for _, image := range of.Inputs[0] {
		n += float64(loaders.CountFunc(image, func(p float64) bool { return p > .5 }))
	}
	return [][]float64{{n}}, nil
}

// offered names a model in a session, or says why it does not start.
func offered(sc *viewtest.Screen, c *counter, why error) {
	sc.Session.Model, sc.Session.Given = "python3 model.py", true
	sc.Session.StartModel = func(context.Context, string, *loaders.Run) (*explain.ExplainedModel, error) {
		return &explain.ExplainedModel{Asker: &model.Asker{Model: c}}, why
	}
}

// A learned count follows a change where a model offers it: what asks it is a command, so that
// no key waits, and an answer to an earlier change is dropped.
func TestModelsAreAskedForModules(t *testing.T) {
	sc, v := tried(t, 80, 24, nmn.Network, towers())
	v.selectNode(2)
	sc.Act("set-gold")
	sc.Want("✗ False", "count: its network")
	sc.Undo()
	c := &counter{}
	offered(sc, c, nil)
	sc.Act("what-if")
	sc.Want("No changes yet.")
	first := v.changes.changeModule(func(node int) error { return v.changes.trial.Output(node, "none") })()
	v.layOut()
	sc.Draw()
	sc.Want("asking the model …", "find[black towers] = none")
	second := v.changes.changeModule(func(node int) error { return v.changes.trial.Output(node, "gold") })()
	sc.Run(second)
	sc.Draw()
	sc.Want("✓ True", "the model returned count", "3.0*")
	sc.Run(first)
	sc.Draw()
	sc.Want("✓ True", "the model returned count", "find[black towers] = gold")
	sc.Undo()
	sc.Want("find[black towers] = none", "0.0*")
	c.fails = errors.New("out of memory")
	sc.Redo()
	sc.Want("count: the model failed")
	v.selectNode(1)
	sc.Draw()
	sc.Want("count: the model failed: out of memory.")
}

// A model that does not start leaves what if as it is without one, and says why.
func TestModelsThatDoNotStart(t *testing.T) {
	sc, v := tried(t, 120, 24, nmn.Network, towers())
	offered(sc, nil, errors.New("no such program"))
	sc.Act("what-if")
	v.selectNode(2)
	sc.Act("set-gold")
	v.selectNode(1)
	sc.Draw()
	sc.Want("count: couldn't ask the model: no such program.")
}
