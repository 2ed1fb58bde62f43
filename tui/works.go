package tui

import (
	"cmp"

	"faithscope/views"
)

// placeOf returns the place that a view belongs to, the current one for a view of no place.
func (p *program) placeOf(v views.View) views.Place {
	if of, ok := v.(views.OfPlace); ok {
		return of.Place()
	}
	return p.stack.at
}

// listWorks returns what runs behind the screen, with an estimate of the time left: the work on
// runs, and that of views in any place other than the one on screen.
func (p *program) listWorks() []views.Work {
	all := p.reader.describePending()
	for _, v := range p.stack.allViews() {
		if of, ok := v.(views.Working); ok && v != p.stack.visibleViews()[0] {
			for _, w := range of.Works() {
				w.What = cmp.Or(w.What, "computing "+cmp.Or(v.Title(), p.placeOf(v).String()))
				all = append(all, w)
			}
		}
	}
	for i := range all {
		all[i].Left = cmp.Or(all[i].Left, p.reader.describeRest(all[i]))
	}
	return all
}
