package views

// Place is one of the five places of the program, each one digit away. Every place
// keeps the views that were opened in it.
type Place uint8

// The places: the runs, the examples of one, what groups of them share, two runs
// side by side, and figures and tables of all.
const (
	PlaceRuns Place = iota
	PlaceExamples
	PlaceGroups
	PlaceCompare
	PlaceResults
	Places // how many there are
)

// String is the place's name in the first row.
func (p Place) String() string {
	return [...]string{"Runs", "Examples", "Groups", "Compare", "Results"}[p]
}

// Verb is the verb that goes there.
func (p Place) Verb() string {
	return [...]string{"runs", "examples", "groups", "compare", "results"}[p]
}

// Scope is what Examples, Groups and Compare are about: a run, by its index in
// the session, a query, "" for all examples, and the run that Compare is to compare
// it with: one more than its index, 0 where the person marked none.
type Scope struct {
	Run     int
	Where   string
	Against int
}

// OfPlace is a view that belongs to a place, wherever it was opened from.
type OfPlace interface {
	View
	Place() Place
}

// Scoped is a view that says by itself what it is about, at the end of the first
// row.
type Scoped interface {
	View
	Scope() string
}

// Go shows a place: as it was left; its first view, where it is shown already; with
// Root, a first view of its own and nothing on it.
type Go struct {
	Place Place
	Root  View
}
