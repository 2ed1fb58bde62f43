package explain

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

// Check validates options for a model.
func (o *Options) Check(m model.Model) error {
	d := m.Declaration()
	_, differentiable := m.(model.Differentiable)
	differentiable = differentiable && d.Gradients
	isOfExample := o.Target == "predicted" || o.Target == "gold"
	switch _, executes := m.(*PictureModel); {
	case executes != (o.Over == Objects):
		return errors.New("use --over objects with executors, and --over words or sentences with models")
	case executes && o.Remove != Delete:
		return errors.New("objects can only be deleted")
	case o.Remove == Zero && !differentiable:
		return fmt.Errorf("the model %s takes no vectors, so words can't be zeroed", loaders.Clean(d.Model))
	case !isOfExample && !slices.Contains(d.Labels, o.Target) && !executes:
		return fmt.Errorf("%q is not a target: use predicted, gold or one of the model's labels (%s)", o.Target, strings.Join(d.Labels, ", "))
	case min(o.Samples, o.Steps, o.Noise) < 1 || o.Orders < 0:
		return errors.New("samples, steps and noise draws must be 1 or more, random orders 0 or more")
	}
	for _, name := range o.Texts {
		if !slices.Contains(d.Inputs, name) {
			return fmt.Errorf("%q is not one of the model's inputs (%s)", name, strings.Join(d.Inputs, ", "))
		}
	}
	return o.checkMethods(d, differentiable)
}

// Methods that lack gradients share an error, so that they can be removed at once.
func (o *Options) checkMethods(d *model.Declaration, hasGradients bool) error {
	var refused []string
	for _, name := range o.Methods {
		e := o.findExplainer(name)
		switch {
		case len(d.Inputs) == 0 && o.Over != Objects:
			return errTextless
		case e == nil:
			return fmt.Errorf("%q is not an explainer; try %s", name, strings.Join(Explainers(), ", "))
		case e.gradients && !hasGradients:
			refused = append(refused, name)
		case e.gradients && o.Over != Words && !e.sentences:
			return fmt.Errorf("%s explains words, not %s", name, o.Over)
		}
	}
	if refused != nil {
		return fmt.Errorf("the model %s has no gradients, which %s would need", loaders.Clean(d.Model), strings.Join(refused, ", "))
	}
	return nil
}
