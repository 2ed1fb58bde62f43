package loaders

// Scene is a picture as annotators describe it: a scene graph.
type Scene struct {
	Width, Height     int // pixels, 0 unknown
	Location, Weather string
	Objects           []Object
	Relations         []Relation
}

// Object is one thing of a [Scene].
type Object struct {
	ID         string
	Name       string // what it is: "square"
	Attributes []string
	Box        Box // in pixels
}

// Relation is a relation between two objects of a [Scene], by index.
type Relation struct {
	Name            string
	Subject, Object int
}
