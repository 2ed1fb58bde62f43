package loaders

// Scene is a picture's annotated scene graph.
type Scene struct {
	Width, Height     int // pixels, 0 unknown
	Location, Weather string
	Objects           []Object
	Relations         []Relation
}

// Object is one thing of a [Scene].
type Object struct {
	Name       string // such as "square"
	Attributes []string
	Box        Box // in pixels
}

// Relation relates two objects of a [Scene], by index.
type Relation struct {
	Name            string
	Subject, Object int
}
