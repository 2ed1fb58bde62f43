package example

import (
	"faithscope/views"
	"faithscope/views/widget"
)

// Works implements [views.Working]: what is being asked of a model.
func (v *screen) Works() []views.Work {
	if v.busy == "" {
		return nil
	}
	w := views.Work{What: "asking " + v.busy + " about " + v.about.ex.ID + " of " + v.about.of.Name}
	if v.model.model != nil {
		w.Done = int(v.model.model.Asked.Load())
	}
	w.Turn = widget.Do(v.stopAsking)
	return []views.Work{w}
}
