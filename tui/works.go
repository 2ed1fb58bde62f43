package tui

import (
	"cmp"

	"faithscope/views"
)

// listWorks returns what runs behind the screen, with an estimate of the time left: the work on
// runs, and that of views in any place other than the one on screen.
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
