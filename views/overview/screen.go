package overview

import "faithscope/views/widget"

// screen is the overview. One number of one run is selected; the selected run
// is shown in full below the list.
type screen struct {
	board
	runs    runsPane
	modules modulePane
	free    freeTables
}

// tables are those of the panes.
func (v *screen) tables() [4]*widget.Table {
	return [...]*widget.Table{inRuns: &v.runTable, inModules: &v.modules.table, inKinds: &v.free.kinds, inFailures: &v.free.failures}
}
