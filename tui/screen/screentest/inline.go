package screentest

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"strconv"
	"strings"
)

// inline paints iTerm2's inline image. Partial cells, transparent pixels, damage, and a terminal
// without such images are faults.
func (t *Terminal) inline(outputBytes []byte) bool {
	_, file, ok := strings.Cut(string(outputBytes), "File=")
	head, text, _ := strings.Cut(file, ":")
	if !ok || !t.config.Inline {
		t.fault("an inline image that the terminal does not show: %.80q", outputBytes)
		return true
	}
	options := map[string]string{}
	for option := range strings.SplitSeq(head, ";") {
		name, value, _ := strings.Cut(option, "=")
		options[name] = value
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.fault("invalid inline image: %v", err)
		return true
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.fault("invalid inline image: %v", err)
		return true
	}
	size, cell := img.Bounds().Size(), t.config.Cell
	isWhole := options["width"] == strconv.Itoa(size.X/cell.X) && options["height"] == strconv.Itoa(size.Y/cell.Y)
	if options["inline"] != "1" || options["preserveAspectRatio"] != "0" || !isWhole {
		t.fault("an inline image of %v pixels with the wrong options %v", size, options)
	}
	if !opaque(img) {
		t.fault("an inline image has transparent pixels")
	}
	t.stamp(img, len(outputBytes))
	return true
}
