package loaders

import "encoding/json"

// Box is a rectangle: left, top, right, bottom. Its unit is the image's
// [Units].
type Box struct{ X0, Y0, X1, Y1 float64 }

// Area returns width times height in the box's unit, or 0 for an empty box and one turned inside
// out.
func (b Box) Area() float64 {
	if b.X1 <= b.X0 || b.Y1 <= b.Y0 {
		return 0
	}
	return (b.X1 - b.X0) * (b.Y1 - b.Y0)
}

// Corners returns the box as left, top, right, bottom, as JSON has it.
func (b Box) Corners() [4]float64 { return [4]float64{b.X0, b.Y0, b.X1, b.Y1} }

// MarshalJSON implements [json.Marshaler].
func (b Box) MarshalJSON() ([]byte, error) { return json.Marshal(b.Corners()) }

// UnmarshalJSON implements [json.Unmarshaler].
func (b *Box) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[...]*float64{&b.X0, &b.Y0, &b.X1, &b.Y1})
}

// Units says what box coordinates count.
type Units uint8

// The box units. Fraction: 0..1 of the image's width and height.
const (
	Fraction Units = iota
	Pixels
)

// String returns "fraction" or "pixels".
func (u Units) String() string { return [...]string{"fraction", "pixels"}[u] }

// Image is one picture of an example with a detector's proposals.
type Image struct {
	// Path is relative to the run's image folder, "" if no picture belongs to it (a blank
	// image of a pair).
	Path          string
	Width, Height int // pixels, 0 unknown
	Units         Units
	Proposals     []Box    // zero boxes are padding
	Labels        []string // per proposal, nil where absent
	// Gold are boxes that an annotator drew for the question as a whole, in
	// the image's units; those for a module are in its [Gold].
	Gold []Box
	// Likelihoods say what the model sees in the proposals, nil if the file does not say.
	Likelihoods *Likelihoods
}

// Likelihoods say how likely proposals have a property, and are in a relation
// to one another: what first-order logic runs on. Probabilities are in 0..1.
type Likelihoods struct {
	Attributes map[string][]float64   // by name, one per proposal
	Relations  map[string][][]float64 // by name, a row per subject with one per object
}

// Pixels returns b, which is in the image's units, in pixels; ok is false if it is in fractions and
// the image's size is unknown.
func (im *Image) Pixels(b Box) (_ Box, ok bool) {
	if im.Units == Pixels {
		return b, true
	}
	w, h := float64(im.Width), float64(im.Height)
	return Box{b.X0 * w, b.Y0 * h, b.X1 * w, b.Y1 * h}, im.Width > 0 && im.Height > 0
}

// Fractions returns b, which is in the image's units, in 0..1 of its width and height; ok is false
// if it is in pixels and the image's size is unknown.
func (im *Image) Fractions(b Box) (_ Box, ok bool) {
	if im.Units == Fraction {
		return b, true
	}
	if im.Width <= 0 || im.Height <= 0 {
		return Box{}, false
	}
	w, h := float64(im.Width), float64(im.Height)
	return Box{b.X0 / w, b.Y0 / h, b.X1 / w, b.Y1 / h}, true
}
