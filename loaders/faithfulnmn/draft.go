package faithfulnmn

import (
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

type recordReader struct {
	run      *loaders.Run
	explicit bool // named gold wins over gold in the file
	predicts bool // the file has predictions
	gold     func() *goldFiles
	programs func() map[string]annotatedSentence
	order    recordNumbering
}

type exampleDraft struct {
	*nmnRecord
	rec   *record.Record
	ex    *loaders.Example
	nodes []node // of the program that was run
}

func (d *exampleDraft) readBoxes(fieldName string, im *loaders.Image, boxCorners []record.LenientNumbers) []loaders.Box {
	return d.rec.Boxes(fieldName, im, loaders.Map(boxCorners, record.LenientNumbers.Corners))
}

func (d *exampleDraft) describeModule(i int) string {
	return fmt.Sprintf("module %d %s", d.nodes[i].place, d.nodes[i].name)
}

// uniqueID numbers image_ids, because the sentences of a pair share one: the second record of
// dev-788-3 is dev-788-3#2.
func (r *recordReader) uniqueID(i int, imageID string) string {
	if row, known := r.run.Peek(i); known && (row.ID == imageID || strings.HasPrefix(row.ID, imageID+"#")) {
		return row.ID
	}
	n, err := r.order.ordinalOf(i)
	if err != nil || n < 2 || imageID == "" {
		return imageID
	}
	return fmt.Sprintf("%s#%d", imageID, n)
}
