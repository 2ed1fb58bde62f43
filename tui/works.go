package tui

import (
	"cmp"

	"faithscope/views"
)

// listWorks leaves out the visible view, which shows its own work.
func (p *terminalProgram) listWorks() []views.BackgroundWork {
	all := p.reader.describePending()
	for _, v := range p.allViews() {
		if of, ok := v.(views.WorkingView); ok && v != p.visibleViews()[0] {
			all = append(all, of.Works()...)
		}
	}
	for i := range all {
		all[i].Left = cmp.Or(all[i].Left, p.reader.describeRest(all[i]))
	}
	return all
}
