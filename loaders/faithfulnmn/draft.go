package faithfulnmn

import (
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

type reader struct {
	run      *loaders.Run
	explicit bool // named gold wins over gold in the file
	predicts bool // the file has predictions
	gold     func() *goldFiles
	programs func() map[string]annotated
	order    order
}

type draft struct {
	*wire
	rec   *record.Record
	ex    *loaders.Example
	nodes []node // of the program that was run
}

func (d *draft) readBoxes(what string, im *loaders.Image, list []record.Reals) []loaders.Box {
	return d.rec.Boxes(what, im, loaders.Map(list, record.Reals.Corners))
}

func (d *draft) describeModule(i int) string {
	return fmt.Sprintf("module %d %s", d.nodes[i].place, d.nodes[i].name)
}

// uniqueID makes image_id unique: the second record of dev-788-3 is dev-788-3#2.
func (r *reader) uniqueID(i int, imageID string) string {
	if row, known := r.run.Peek(i); known && (row.ID == imageID || strings.HasPrefix(row.ID, imageID+"#")) {
		return row.ID
	}
	n, err := r.order.ordinalOf(i)
	if err != nil || n < 2 || imageID == "" {
		return imageID
	}
	return fmt.Sprintf("%s#%d", imageID, n)
}
