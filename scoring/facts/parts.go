package facts

import "slices"

func (p *partRowStarts) partOf(rowIndex int) (example, k int) {
	example = p.Example(rowIndex)
	return example, rowIndex - int(p.begin[example])
}

// Example returns the example of a row: the row itself for nil, a table of examples.
func (p *partRowStarts) Example(rowIndex int) int {
	if p == nil {
		return rowIndex
	}
	at, found := slices.BinarySearch(p.begin, int32(rowIndex))
	for ; found && at+1 < len(p.begin) && p.begin[at+1] == int32(rowIndex); at++ {
	} // the last one has the row; those before have none
	if !found {
		at--
	}
	return at
}

// Rows returns the rows of examples, in their order: the examples themselves for nil, a table of
// examples.
func (p *partRowStarts) Rows(exampleIndices []int) []int {
	if p == nil {
		return exampleIndices
	}
	var rows []int
	for _, i := range exampleIndices {
		for row := p.begin[i]; row < p.begin[i+1]; row++ {
			rows = append(rows, int(row))
		}
	}
	return rows
}
