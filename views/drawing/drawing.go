// Package drawing draws areas, lines and text in pixels, as a PNG or an SVG.
//
// A PNG uses DejaVu Sans Mono, from github.com/go-fonts/dejavu, which has the block elements and
// signs that screens need. An SVG names fonts and leaves them to the viewer.
package drawing

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/go-fonts/dejavu/dejavusansmono"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Drawing is an image or an SVG that is being drawn.
type Drawing struct {
	Family string // the fonts of an SVG

	size   image.Point
	pixels *image.RGBA  // nil for an SVG
	markup bytes.Buffer // the elements of an SVG
}

// New returns a transparent drawing of drawingSize pixels, as an SVG or to become a PNG.
func New(drawingSize image.Point, asSVG bool) *Drawing {
	d := &Drawing{Family: "'DejaVu Sans', Verdana, sans-serif", size: drawingSize}
	if !asSVG {
		d.pixels = image.NewRGBA(image.Rectangle{Max: drawingSize})
	}
	return d
}

// Fill fills the area that the points enclose.
func (d *Drawing) Fill(c color.RGBA, outlinePoints ...image.Point) {
	if d.pixels == nil {
		fmt.Fprintf(&d.markup, `<path d="%s" fill="%s"/>`+"\n", pathOf(outlinePoints), toHex(c))
		return
	}
	d.fillOutlines(c, loaders.Map(outlinePoints, func(at image.Point) [2]float64 { return [2]float64{float64(at.X), float64(at.Y)} }))
}

// Stroke draws a line of this width through the points.
func (d *Drawing) Stroke(c color.RGBA, lineWidth float64, outlinePoints ...image.Point) {
	if d.pixels == nil {
		fmt.Fprintf(&d.markup, `<path d="%s" fill="none" stroke="%s" stroke-width="%g"/>`+"\n", openPath(outlinePoints), toHex(c), lineWidth)
		return
	}
	var outlines [][][2]float64
	middle := math.Mod(lineWidth, 2) / 2 // a line one pixel wide fills whole pixels
	for i := 1; i < len(outlinePoints); i++ {
		x, y := float64(outlinePoints[i-1].X)+middle, float64(outlinePoints[i-1].Y)+middle
		dx, dy := float64(outlinePoints[i].X-outlinePoints[i-1].X), float64(outlinePoints[i].Y-outlinePoints[i-1].Y)
		length := math.Hypot(dx, dy)
		if length == 0 {
			continue
		}
		ux, uy := dx/length*lineWidth/2, dy/length*lineWidth/2
		if i > 1 { // steps overlap at corners
			x, y, dx, dy = x-ux, y-uy, dx+ux, dy+uy
		}
		outlines = append(outlines, [][2]float64{{x - uy, y + ux}, {x + uy, y - ux}, {x + dx + uy, y + dy - ux}, {x + dx - uy, y + dy + ux}})
	}
	d.fillOutlines(c, outlines...)
}

// fillOutlines fills the union of areas whose outlines run the same way around; opposite ones would
// cancel out.
func (d *Drawing) fillOutlines(c color.RGBA, outlines ...[][2]float64) {
	var box image.Rectangle
	for _, outline := range outlines {
		for _, at := range outline {
			x, y := int(math.Floor(at[0])), int(math.Floor(at[1]))
			box = box.Union(image.Rect(x, y, x+2, y+2))
		}
	}
	box = box.Intersect(d.pixels.Rect)
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, outline := range outlines {
		for i, at := range outline {
			x, y := float32(at[0])-float32(box.Min.X), float32(at[1])-float32(box.Min.Y)
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	r.Draw(d.pixels, box, image.NewUniform(c), image.Point{})
}

// Rect fills a rectangle.
func (d *Drawing) Rect(c color.RGBA, r image.Rectangle) {
	if d.pixels == nil {
		fmt.Fprintf(&d.markup, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", r.Min.X, r.Min.Y, r.Dx(), r.Dy(), toHex(c))
		return
	}
	draw.Draw(d.pixels, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// Image lays an image over area, except over the holes.
func (d *Drawing) Image(img image.Image, area image.Rectangle, holeAreas []image.Rectangle) {
	if d.pixels != nil {
		mask := image.NewAlpha(area)
		draw.Draw(mask, area, image.Opaque, image.Point{}, draw.Src)
		for _, hole := range holeAreas {
			draw.Draw(mask, hole, image.Transparent, image.Point{}, draw.Src)
		}
		draw.DrawMask(d.pixels, area, img, img.Bounds().Min, mask, area.Min, draw.Over)
		return
	}
	var data bytes.Buffer
	_ = png.Encode(&data, img) // a buffer accepts all writes, and no area is empty
	clip := ""
	if len(holeAreas) > 0 {
		clip = fmt.Sprintf(` clip-path="url(#holes%d)"`, d.markup.Len())
		fmt.Fprintf(&d.markup, `<clipPath id="holes%d"><path clip-rule="evenodd" d="%s`, d.markup.Len(), pathOf(cornersOf(area)))
		for _, hole := range holeAreas {
			d.markup.WriteString(pathOf(cornersOf(hole.Intersect(area))))
		}
		d.markup.WriteString(`"/></clipPath>` + "\n")
	}
	fmt.Fprintf(&d.markup, `<image x="%d" y="%d" width="%d" height="%d" href="data:image/png;base64,%s"%s/>`+"\n", area.Min.X, area.Min.Y,
		area.Dx(), area.Dy(), base64.StdEncoding.EncodeToString(data.Bytes()), clip)
}

// Style is how text is written.
type Style struct {
	Color                   color.RGBA
	Size                    float64 // of letters, in pixels
	Share                   float64 // of the text's width that is left of where it is written: 0, .5 or 1
	Width                   int     // the pixels that an SVG's text takes in any font, 0 for as many as it needs
	Bold, Italic, Underline bool
}

// Text writes text on the base line through startPoint; st.Share of its width is left of startPoint.
func (d *Drawing) Text(text string, startPoint image.Point, st Style) {
	width := TextWidth(text, st.Size)
	if d.pixels == nil {
		fmt.Fprintf(&d.markup, `<text x="%d" y="%d" fill="%s" font-size="%.4g"%s%s%s%s%s>`, startPoint.X, startPoint.Y, toHex(st.Color), st.Size,
			[]string{"", ` text-anchor="middle"`, ` text-anchor="end"`}[int(2*st.Share)],
			widget.If(st.Width > 0, fmt.Sprintf(` textLength="%d" lengthAdjust="spacingAndGlyphs"`, st.Width)),
			widget.If(st.Bold, ` font-weight="bold"`), widget.If(st.Italic, ` font-style="italic"`),
			widget.If(st.Underline, ` text-decoration="underline"`))
		xml.EscapeText(&d.markup, []byte(text)) //nolint:errcheck // a buffer does not fail
		d.markup.WriteString("</text>\n")
		return
	}
	face, _ := opentype.NewFace(parseFont(), &opentype.FaceOptions{Size: st.Size, DPI: 72, Hinting: font.HintingFull})
	startPoint.X -= int(st.Share * float64(width))
	for x := range loaders.IfElse(st.Bold, 2, 1) { // a font of its own would be a hundredth of the program
		pen := font.Drawer{Dst: d.pixels, Src: image.NewUniform(st.Color), Face: face, Dot: fixed.P(startPoint.X+x, startPoint.Y)}
		pen.DrawString(text)
	}
	if st.Underline {
		d.Rect(st.Color, image.Rect(startPoint.X, startPoint.Y+2, startPoint.X+width, startPoint.Y+3))
	}
}

// Write writes the drawing as a PNG or an SVG.
func (d *Drawing) Write(w io.Writer) error {
	if d.pixels != nil {
		return png.Encode(w, d.pixels)
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="%s" `+
		`xml:space="preserve"><style>text{white-space:pre}</style>`+"\n%s</svg>\n", d.size.X, d.size.Y, d.Family, d.markup.Bytes())
	return err
}

func cornersOf(r image.Rectangle) []image.Point {
	return []image.Point{r.Min, {r.Max.X, r.Min.Y}, r.Max, {r.Min.X, r.Max.Y}}
}

func pathOf(outlinePoints []image.Point) string { return openPath(outlinePoints) + "Z" }

func openPath(outlinePoints []image.Point) string {
	var b strings.Builder
	for i, at := range outlinePoints {
		fmt.Fprintf(&b, "%c%d %d", "ML"[min(i, 1)], at.X, at.Y)
	}
	return b.String()
}

func toHex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

var parseFont = sync.OnceValue(func() *opentype.Font {
	f, _ := opentype.Parse(dejavusansmono.TTF) // embedded, as tests of pictures show
	return f
})

// TextWidth returns how many pixels a text takes in letters of a size, which are .602 as wide.
func TextWidth(text string, fontSize float64) int {
	return ansi.StringWidth(text) * int(math.Round(.602*fontSize))
}
