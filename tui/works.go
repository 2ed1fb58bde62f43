package tui

import (
	"cmp"

	"faithscope/views"
)

// listWorks returns the work on runs, and the work of views in other places, with the time left.
func (p *program) listWorks() []views.Work {
	all := p.reader.describePending()
	for _, v := range p.allViews() {
		if of, ok := v.(views.Working); ok && v != p.visibleViews()[0] {
			all = append(all, of.Works()...)
		}
	}
	for i := range all {
		all[i].Left = cmp.Or(all[i].Left, p.reader.describeRest(all[i]))
	}
	return all
}
