package scoring

// Direction says which of two values of a metric is the better one.
type Direction int8

// The directions. Neither: the metric describes the data or the method, as a
// count or a deviation does, and no value of it is better than another.
const (
	Neither Direction = iota
	Higher
	Lower
)

// String returns "neither", "higher" or "lower".
func (d Direction) String() string { return [...]string{"neither", "higher", "lower"}[d] }

// Better reports whether a is a better value than b.
func (d Direction) Better(a, b float64) bool {
	return d == Higher && a > b || d == Lower && a < b
}

// Metric is a metric of a protocol.
type Metric struct {
	Name   string // of the report: "f1"
	Better Direction
	Counts bool // its values are whole numbers that describe the data
	// Undirected says that the metric is a score although nobody knows which of
	// two values is the better one: one of a file's own.
	Undirected bool
	// Untested says that a few examples rule it, as they do a mean of what has no
	// bound: a difference of two runs, or a p, would be theirs.
	Untested bool
	Headline bool // it stands for its protocol where there is room for few numbers
	Chance   bool // its values are of tests' p, see [Chance]
	// Column names the column of the table of examples whose mean it is, over the
	// examples that have a number there: what one example scores by itself. Where
	// several protocols have the name, theirs stands before it. It is "" for a
	// metric that is neither a mean nor a share.
	Column string
	Source string // where it is defined
	// Formula says in a line how it is computed, with the reading where paper
	// and code differ; "" where the source says it as shortly.
	Formula string
}

// Label is the name for people, who should not have to know where lower is
// better: "f1", "rmse ↓".
func (m Metric) Label() string {
	if m.Better == Lower {
		return m.Name + " ↓"
	}
	return m.Name
}
