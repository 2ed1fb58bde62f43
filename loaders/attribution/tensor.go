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

// tensor is an array of numbers, the last axis running fastest.
type tensor struct {
	shape []int
	data  []float64
	ended bool // the last axis is known
}

// maxTensor allows a thousand tokens by a thousand steps by twelve heads.
const maxTensor = 32 << 20

var errFloat8 = errors.New("the scores are float8, which is not read: save them with scores_precision float32 or float16")

// tensorOf reads all versions of inseq: a safetensors blob in base64, {"__ndarray__": …}, or lists
// of numbers. It is nil for null and nothing.
func tensorOf(raw json.RawMessage) (*tensor, error) {
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
// header of that length, and the numbers.
func fromSafetensors(raw []byte) (*tensor, error) {
	var blob []byte
	if err := json.Unmarshal(raw, &blob); err != nil {
		return nil, loaders.Errorf("not base64: %w", err)
	}
	if len(blob) < 8 {
		return nil, errors.New("not safetensors: shorter than its length")
	}
	n := binary.LittleEndian.Uint64(blob)
	if n > uint64(len(blob)-8) {
		return nil, errors.New("not safetensors: the header is longer than the blob")
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(blob[8:8+n], &header); err != nil {
		return nil, loaders.Errorf("not safetensors: %w", err)
	}
	var info struct {
		Type    string `json:"dtype"`
		Shape   []int  `json:"shape"`
		Offsets []int  `json:"data_offsets"`
	}
	if err := json.Unmarshal(header["attribution"], &info); err != nil {
		return nil, loaders.Errorf("the safetensors have no tensor named attribution: %w", err)
	}
	data := blob[8+n:]
	isOutside := len(info.Offsets) != 2 || info.Offsets[0] < 0 || info.Offsets[1] < info.Offsets[0] || info.Offsets[1] > len(data)
	if isOutside {
		return nil, errors.New("the tensor lies outside the safetensors")
	}
	return fromBytes(data[info.Offsets[0]:info.Offsets[1]], info.Type, info.Shape)
}

// fromArray reads __ndarray__ with lists or base64, perhaps gzipped. Fortran's order fails, because
// axes would be swapped.
func fromArray(raw []byte) (*tensor, error) {
	var in struct {
		Data  json.RawMessage `json:"__ndarray__"`
		Type  string          `json:"dtype"`
		Shape []int           `json:"shape"`
		C     *bool           `json:"Corder"`
	}
	if err := json.Unmarshal(raw, &in); err != nil || in.Data == nil {
		return nil, errors.New("an object without __ndarray__")
	}
	if in.Data[0] != '"' {
		t, err := fromLists(in.Data)
		if err == nil {
			err = sameShape(t.shape, in.Shape)
		}
		return t, err
	}
	if in.C != nil && !*in.C {
		return nil, errors.New("an array in Fortran's order")
	}
	var text string
	if err := json.Unmarshal(in.Data, &text); err != nil {
		return nil, err
	}
	kind, text, _ := strings.Cut(text, ":")
	if kind != "b64" && kind != "b64.gz" {
		return nil, errors.New("an array that has neither b64: nor b64.gz: before it")
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, loaders.Errorf("not base64: %w", err)
	}
	if kind == "b64.gz" {
		if data, err = unpackData(data); err != nil {
			return nil, err
		}
	}
	return fromBytes(data, in.Type, in.Shape)
}

func unpackData(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, loaders.Errorf("not gzip: %w", err)
	}
	return files.ReadAll(z, 8*maxTensor)
}

var errTooLarge = loaders.Errorf("more than %d million numbers", maxTensor>>20)

// fromBytes fails unless the little-endian bytes are as many as the shape needs.
func fromBytes(b []byte, kind string, shape []int) (*tensor, error) {
	size, ok := numberBytes[kind]
	if !ok && strings.HasPrefix(kind, "F8_") {
		return nil, errFloat8
	}
	if !ok {
		return nil, loaders.Errorf("scores of type %.20q", kind)
	}
	n := 1
	for _, d := range shape {
		if d < 0 || d > 0 && n > maxTensor/d {
			return nil, errTooLarge
		}
		n *= d
	}
	if n*size != len(b) {
		return nil, loaders.Errorf("%d bytes for %d numbers of %s", len(b), n, kind)
	}
	return &tensor{shape: shape, data: loaders.Fill(n, func(i int) float64 { return numberOf(b[i*size:], kind) })}, nil
}

// numberOf reads a half for any type not named here.
func numberOf(b []byte, kind string) float64 {
	switch kind {
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

func fromLists(raw []byte) (*tensor, error) {
	t := &tensor{}
	return t, t.readAxis(raw, 0)
}

var errUneven = errors.New("lists of different depth")

// maxAxes allows layers, heads, units, tokens, steps and more.
const maxAxes = 8

// readAxis appends an axis's numbers. It fails if lists of one axis differ in length or depth,
// because such a tensor has no shape.
func (t *tensor) readAxis(raw json.RawMessage, axis int) error {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil || axis >= maxAxes {
		return errors.New("not lists of numbers")
	}
	switch {
	case axis == len(t.shape) && t.ended:
		return errUneven
	case axis == len(t.shape):
		t.shape = append(t.shape, len(list))
	case t.shape[axis] != len(list):
		return loaders.Errorf("a list of %d where the others have %d", len(list), t.shape[axis])
	}
	if len(list) == 0 || list[0][0] != '[' {
		var row record.Reals
		if err := json.Unmarshal(raw, &row); err != nil {
			return err
		}
		if axis != len(t.shape)-1 {
			return errUneven
		}
		t.data, t.ended = append(t.data, row...), true
		return nil
	}
	for _, inner := range list {
		if err := t.readAxis(inner, axis+1); err != nil {
			return err
		}
	}
	return nil
}

func sameShape(found, claimed []int) error {
	if claimed != nil && !slices.Equal(found, claimed) {
		return loaders.Errorf("lists of shape %v that claim the shape %v", found, claimed)
	}
	return nil
}

// aggregateAxes keeps two axes and aggregates further ones ("vnorm", "mean", …). It fails for fewer
// than two, and for an unknown aggregation.
func (t *tensor) aggregateAxes(aggregation string) ([][]float64, error) {
	if len(t.shape) < 2 {
		return nil, loaders.Errorf("scores with %d axes", len(t.shape))
	}
	together, ok := aggregations[aggregation]
	deep := 1
	for _, d := range t.shape[2:] {
		deep *= d
	}
	if deep != 1 && !ok {
		return nil, loaders.Errorf("scores with %d axes and no known aggregation (%.40q)", len(t.shape), aggregation)
	}
	if deep == 0 {
		return nil, errors.New("scores without numbers")
	}
	rows := make([][]float64, t.shape[0])
	for i := range rows {
		rows[i] = make([]float64, t.shape[1])
		for k := range rows[i] {
			at := (i*t.shape[1] + k) * deep
			if deep == 1 {
				rows[i][k] = t.data[at]
			} else {
				rows[i][k] = together(t.data[at : at+deep])
			}
		}
	}
	return rows, nil
}

var aggregations = map[string]func([]float64) float64{
	"vnorm":  vectorNorm,
	"mean":   func(xs []float64) float64 { return loaders.Sum(xs) / float64(len(xs)) },
	"sum":    loaders.Sum[float64],
	"max":    func(xs []float64) float64 { return extremeOf(xs, func(x float64) float64 { return x }) },
	"min":    func(xs []float64) float64 { return extremeOf(xs, func(x float64) float64 { return -x }) },
	"absmax": func(xs []float64) float64 { return extremeOf(xs, math.Abs) },
}

func vectorNorm(xs []float64) float64 {
	s := 0.0
	for _, x := range xs {
		s = float64(x*x) + s
	}
	return math.Sqrt(s)
}

// extremeOf returns the first number of the greatest size; NaN if one is NaN, because inseq does
// so.
func extremeOf(xs []float64, size func(float64) float64) float64 {
	best := xs[0]
	for _, x := range xs {
		if math.IsNaN(x) {
			return x
		}
		if size(x) > size(best) {
			best = x
		}
	}
	return best
}
