package attribution

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// numberArray is an array of numbers, the last axis running fastest.
type numberArray struct {
	shape []int
	data  []float64
	ended bool // the last axis is known
}

// maxTensor allows a thousand tokens by a thousand steps by twelve heads.
const maxTensor = 32 << 20

var errFloat8 = errors.New("float8 scores are not supported: save them with scores_precision float32 or float16")

// tensorOf reads a safetensors blob in base64, {"__ndarray__": …}, or lists of numbers, because
// inseq's versions wrote each. It is nil for null and nothing.
func tensorOf(raw json.RawMessage) (*numberArray, error) {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return nil, nil
	case raw[0] == '"':
		return fromSafetensors(raw)
	case raw[0] == '{':
		return fromArray(raw)
	case raw[0] == '[':
		return fromLists(raw)
	}
	return nil, errors.New("not an array of numbers")
}

// numberBytes are sizes by safetensors' and numpy's names.
var numberBytes = map[string]int{"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "float64": 8, "float32": 4, "float16": 2}

// fromSafetensors reads "attribution" of a base64 blob: eight bytes of little-endian length, a JSON
// header of that length, and the numbers. All three come from a file, so each bound is checked.
func fromSafetensors(rawBytes []byte) (*numberArray, error) {
	var blob []byte
	if err := json.Unmarshal(rawBytes, &blob); err != nil {
		return nil, loaders.Errorf("invalid base64: %w", err)
	}
	if len(blob) < 8 {
		return nil, errors.New("the safetensors data is shorter than its length field")
	}
	n := binary.LittleEndian.Uint64(blob)
	if n > uint64(len(blob)-8) {
		return nil, errors.New("the safetensors header is longer than the data")
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(blob[8:8+n], &header); err != nil {
		return nil, loaders.Errorf("invalid safetensors header: %w", err)
	}
	var info struct {
		Type    string `json:"dtype"`
		Shape   []int  `json:"shape"`
		Offsets []int  `json:"data_offsets"`
	}
	if err := json.Unmarshal(header["attribution"], &info); err != nil {
		return nil, loaders.Errorf("no tensor named attribution in the safetensors data: %w", err)
	}
	data := blob[8+n:]
	isOutside := len(info.Offsets) != 2 || info.Offsets[0] < 0 || info.Offsets[1] < info.Offsets[0] || info.Offsets[1] > len(data)
	if isOutside {
		return nil, errors.New("the tensor's data_offsets lie outside the data")
	}
	return fromBytes(data[info.Offsets[0]:info.Offsets[1]], info.Type, info.Shape)
}

// fromArray reads __ndarray__ with lists or base64, perhaps gzipped. Fortran's order fails, because
// axes would be swapped.
func fromArray(rawBytes []byte) (*numberArray, error) {
	var in struct {
		Data  json.RawMessage `json:"__ndarray__"`
		Type  string          `json:"dtype"`
		Shape []int           `json:"shape"`
		C     *bool           `json:"Corder"`
	}
	if err := json.Unmarshal(rawBytes, &in); err != nil || in.Data == nil {
		return nil, errors.New("the object has no __ndarray__")
	}
	if in.Data[0] != '"' {
		t, err := fromLists(in.Data)
		if err == nil && in.Shape != nil && !slices.Equal(t.shape, in.Shape) {
			err = loaders.Errorf("the lists have shape %v, but the declared shape is %v", t.shape, in.Shape)
		}
		return t, err
	}
	if in.C != nil && !*in.C {
		return nil, errors.New("arrays in Fortran order are not supported")
	}
	var text string
	if err := json.Unmarshal(in.Data, &text); err != nil {
		return nil, err
	}
	kind, text, _ := strings.Cut(text, ":")
	if kind != "b64" && kind != "b64.gz" {
		return nil, errors.New("the array has no b64: or b64.gz: prefix")
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, loaders.Errorf("invalid base64: %w", err)
	}
	if kind == "b64.gz" {
		if data, err = unpackData(data); err != nil {
			return nil, err
		}
	}
	return fromBytes(data, in.Type, in.Shape)
}

func unpackData(packedData []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packedData))
	if err != nil {
		return nil, loaders.Errorf("invalid gzip data: %w", err)
	}
	return files.ReadAll(z, 8*maxTensor)
}

var errTooLarge = loaders.Errorf("more than %d million numbers", maxTensor>>20)

// fromBytes compares the length with the shape's, because a hostile shape could ask for any memory.
func fromBytes(b []byte, numberType string, arrayShape []int) (*numberArray, error) {
	size, ok := numberBytes[numberType]
	if !ok && strings.HasPrefix(numberType, "F8_") {
		return nil, errFloat8
	}
	if !ok {
		return nil, loaders.Errorf("unsupported score type %.20q", numberType)
	}
	n := 1
	for _, d := range arrayShape {
		if d < 0 || d > 0 && n > maxTensor/d {
			return nil, errTooLarge
		}
		n *= d
	}
	if n*size != len(b) {
		return nil, loaders.Errorf("%d bytes don't match %d numbers of type %s", len(b), n, numberType)
	}
	return &numberArray{shape: arrayShape, data: loaders.Fill(n, func(i int) float64 { return numberOf(b[i*size:], numberType) })}, nil
}

func numberOf(b []byte, numberType string) float64 {
	switch numberType {
	case "F64", "float64":
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	case "F32", "float32":
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	case "BF16":
		return float64(math.Float32frombits(uint32(binary.LittleEndian.Uint16(b)) << 16))
	}
	return fromHalf(binary.LittleEndian.Uint16(b))
}

// fromHalf moves IEEE 754's 16 bits to a float32's places, whose exponent counts from 127 instead
// of 15.
func fromHalf(b uint16) float64 {
	bits := uint32(b>>15)<<31 | uint32(b&0x7fff)<<13
	if b&0x7c00 == 0x7c00 { // infinite or NaN
		return float64(math.Float32frombits(bits | 0x7f800000))
	}
	return math.Ldexp(float64(math.Float32frombits(bits)), 127-15)
}

func fromLists(rawBytes []byte) (*numberArray, error) {
	t := &numberArray{}
	return t, t.readAxis(rawBytes, 0)
}

var errUneven = errors.New("the lists have different depths")

// maxAxes allows layers, heads, units, tokens, steps and more.
const maxAxes = 8

// readAxis appends an axis's numbers. It fails if lists of one axis differ in length or depth,
// because such a tensor has no shape.
func (t *numberArray) readAxis(raw json.RawMessage, axisIndex int) error {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil || axisIndex >= maxAxes {
		return errors.New("not lists of numbers")
	}
	switch {
	case axisIndex == len(t.shape) && t.ended:
		return errUneven
	case axisIndex == len(t.shape):
		t.shape = append(t.shape, len(list))
	case t.shape[axisIndex] != len(list):
		return loaders.Errorf("a list has length %d, but the others have length %d", len(list), t.shape[axisIndex])
	}
	if len(list) == 0 || list[0][0] != '[' {
		var row record.LenientNumbers
		if err := json.Unmarshal(raw, &row); err != nil {
			return err
		}
		if axisIndex != len(t.shape)-1 {
			return errUneven
		}
		t.data, t.ended = append(t.data, row...), true
		return nil
	}
	for _, inner := range list {
		if err := t.readAxis(inner, axisIndex+1); err != nil {
			return err
		}
	}
	return nil
}

// aggregateAxes keeps two axes and aggregates further ones, of layers or dimensions, as the file says.
// It fails for fewer than two, and for an unknown aggregation.
func (t *numberArray) aggregateAxes(aggregationName string) ([][]float64, error) {
	if len(t.shape) < 2 {
		return nil, loaders.Errorf("scores need at least two axes, not %d", len(t.shape))
	}
	together, ok := aggregations[aggregationName]
	deep := 1
	for _, d := range t.shape[2:] {
		deep *= d
	}
	if deep != 1 && !ok {
		return nil, loaders.Errorf("the scores have %d axes, but no known aggregation (%.40q)", len(t.shape), aggregationName)
	}
	if deep == 0 {
		return nil, errors.New("scores contain no numbers")
	}
	if deep == 1 {
		together = func(xs []float64) float64 { return xs[0] }
	}
	return loaders.Fill(t.shape[0], func(i int) []float64 {
		return loaders.Fill(t.shape[1], func(k int) float64 {
			at := (i*t.shape[1] + k) * deep
			return together(t.data[at : at+deep])
		})
	}), nil
}

var aggregations = map[string]func([]float64) float64{
	"vnorm":  vectorNorm,
	"mean":   func(xs []float64) float64 { return loaders.Sum(xs) / float64(len(xs)) },
	"sum":    loaders.Sum[float64],
	"max":    slices.Max[[]float64],
	"min":    slices.Min[[]float64],
	"absmax": farthestFromZero,
}

func vectorNorm(numbers []float64) float64 {
	s := 0.0
	for _, x := range numbers {
		s = float64(x*x) + s
	}
	return math.Sqrt(s)
}

// farthestFromZero returns the first of equals; NaN if one is NaN, like inseq.
func farthestFromZero(numbers []float64) float64 {
	best := numbers[0]
	for _, x := range numbers {
		if math.IsNaN(x) {
			return x
		}
		if math.Abs(x) > math.Abs(best) {
			best = x
		}
	}
	return best
}
