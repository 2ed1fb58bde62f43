package explain

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

// ExternalModule is the module that a process offers to be an explainer. Its argument is the class to
// explain, its inputs are the texts by the model's inputs and the parts; it returns a score per part.
const ExternalModule = "explain"

// askExternal hides model.ErrGone, because the model still answers.
func askExternal(s *explainedExample) ([]float64, error) {
	texts := map[string]model.Text{}
	for i, name := range s.m.Declaration().Inputs {
		texts[name] = s.it.input[i]
	}
	parts := loaders.Map(s.it.parts, func(p inputPart) string {
		return strings.Join(loaders.Fill(p.end-p.start, func(u int) string { return s.it.unitText(p.text, p.start+u) }), " ")
	})
	call, err := json.Marshal(model.ModuleCall{
		Module: ExternalModule, Argument: s.labels[s.target], Inputs: []any{texts, parts}, Example: sceneOf(s.ex),
	})
	if err != nil {
		return nil, err
	}
	lists, err := s.o.External.Return(s.ctx, call)
	switch {
	case err != nil:
		return nil, errors.New(err.Error())
	case len(lists) != 1:
		return nil, fmt.Errorf("it must return one list of scores, not %d", len(lists))
	case len(lists[0]) != len(parts):
		return nil, fmt.Errorf("it returned the wrong number of scores: %d for %s", len(lists[0]), loaders.Count(len(parts), "part"))
	}
	return lists[0], nil
}
