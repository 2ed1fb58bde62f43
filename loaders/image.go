package loaders

import "encoding/json"

// Box is a rectangle in the image's [Units]: left, top, right, bottom.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Area returns width times height, 0 if empty or inside out.
func (b Box) Area() float64 {
	if b.X1 <= b.X0 || b.Y1 <= b.Y0 {
		return 0
	}
	return (b.X1 - b.X0) * (b.Y1 - b.Y0)
}

// Corners returns left, top, right, bottom, like JSON.
func (b Box) Corners() [4]float64 { return [4]float64{b.X0, b.Y0, b.X1, b.Y1} }

// MarshalJSON implements [json.Marshaler].
func (b Box) MarshalJSON() ([]byte, error) { return json.Marshal(b.Corners()) }

// UnmarshalJSON implements [json.Unmarshaler].
func (b *Box) UnmarshalJSON(jsonText []byte) error {
	return json.Unmarshal(jsonText, &[...]*float64{&b.X0, &b.Y0, &b.X1, &b.Y1})
}

// Units are the units of box coordinates.
type Units uint8

// Fraction is 0..1 of the image's width and height.
const (
	Fraction Units = iota
	Pixels
)

// String returns "fraction" or "pixels".
func (u Units) String() string { return [...]string{"fraction", "pixels"}[u] }

// Image is a picture with a detector's proposals.
type Image struct {
	// Path is relative to the image folder, "" for a blank image of a pair.
	Path          string
	Width, Height int // pixels, 0 unknown
	Units         Units
	Proposals     []Box    // zero boxes are padding
	Labels        []string // per proposal, nil if absent
	// Gold boxes are for the question, in the image's units; modules have their own [Gold].
	Gold []Box
	// Likelihoods may be nil.
	Likelihoods *Likelihoods
}

// Likelihoods are probabilities, 0..1, of proposals' properties and relations, for first-order
// logic.
type Likelihoods struct {
	Attributes map[string][]float64   // by name, one per proposal
	Relations  map[string][][]float64 // by name, a row per subject with one per object
}

// Pixels converts b from the image's units; ok is false for fractions of an unknown size.
func (im *Image) Pixels(b Box) (_ Box, ok bool) {
	if im.Units == Pixels {
		return b, true
	}
	w, h := float64(im.Width), float64(im.Height)
	return Box{b.X0 * w, b.Y0 * h, b.X1 * w, b.Y1 * h}, im.Width > 0 && im.Height > 0
}

// Fractions converts b from the image's units; ok is false for pixels of an unknown size.
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
