package facts

import "slices"

func (p *partRows) partOf(row int) (example, k int) {
	example = p.Example(row)
	return example, row - int(p.begin[example])
}

// Example returns the example of a row: the row itself for nil, a table of examples.
func (p *partRows) Example(row int) int {
	if p == nil {
		return row
	}
	at, found := slices.BinarySearch(p.begin, int32(row))
	for ; found && at+1 < len(p.begin) && p.begin[at+1] == int32(row); at++ {
	} // the last one has the row; those before have none
	if !found {
		at--
	}
	return at
}

// Rows returns the rows of examples, in their order: the examples themselves for nil, a table of
// examples.
func (p *partRows) Rows(examples []int) []int {
	if p == nil {
		return examples
	}
	var rows []int
	for _, i := range examples {
		for row := p.begin[i]; row < p.begin[i+1]; row++ {
			rows = append(rows, int(row))
		}
	}
	return rows
}
