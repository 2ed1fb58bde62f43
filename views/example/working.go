package example

import (
	"faithscope/views"
	"faithscope/views/widget"
)

// Works implements [views.WorkingView]: the question to the model.
func (v *exampleScreen) Works() []views.BackgroundWork {
	if v.busy == "" {
		return nil
	}
	w := views.BackgroundWork{What: "asking " + v.busy + " about " + v.about.ex.ID + " of " + v.about.of.Name}
	if v.model.model != nil {
		w.Done = int(v.model.model.Asked.Load())
	}
	w.Turn = widget.Do(v.stopAsking)
	return []views.BackgroundWork{w}
}
