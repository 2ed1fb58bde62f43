package scoringtest

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"

	"faithscope/loaders"
)

// Hostile numbers may come from a file.
var Hostile = []float64{
	math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 1e308, -1e308, 1e154, -1e154,
	math.MaxFloat32, 4e38, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 0, math.Copysign(0, -1), 1, -1, 1 << 53,
}

// Spoil replaces one in n of an example's numbers, texts and lists: by hostile numbers, "" or stop
// words, and nil, an empty list or half of the list.
func Spoil(ex *loaders.Example, r *rand.Rand, n int) {
	id := ex.ID
	spoiler{
		number: func(x float64) float64 {
			if r.IntN(n) == 0 {
				return Hostile[r.IntN(len(Hostile))]
			}
			return x
		},
		text: func(s string) string {
			if r.IntN(n) == 0 {
				return []string{"", "the", "not the"}[r.IntN(3)]
			}
			return s
		},
		list: func(v reflect.Value) {
			if r.IntN(n) > 0 {
				return
			}
			switch r.IntN(3) {
			case 0:
				v.SetZero()
			case 1:
				v.Set(reflect.MakeSlice(v.Type(), 0, 0))
			default:
				v.Set(v.Slice(0, v.Len()/2))
			}
		},
	}.spoil(reflect.ValueOf(ex))
	ex.ID = id
}

// SpoilNumbers replaces every number.
func SpoilNumbers(ex *loaders.Example, spoilNumber func(float64) float64) {
	spoiler{number: spoilNumber}.spoil(reflect.ValueOf(ex))
}

type spoiler struct {
	number func(float64) float64
	text   func(string) string
	list   func(reflect.Value)
}

func (s spoiler) spoil(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float64:
		v.SetFloat(s.number(v.Float()))
	case reflect.String:
		if s.text != nil && v.CanSet() {
			v.SetString(s.text(v.String()))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			s.spoil(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			s.spoil(v.Field(i))
		}
	case reflect.Slice:
		if s.list != nil && !v.IsNil() {
			s.list(v)
		}
		for i := range v.Len() {
			s.spoil(v.Index(i))
		}
	case reflect.Map:
		s.spoilValues(v)
	}
}

func (s spoiler) spoilValues(v reflect.Value) {
	keys := v.MapKeys() // depends only on the seed
	slices.SortFunc(keys, func(a, b reflect.Value) int { return bytes.Compare([]byte(a.String()), []byte(b.String())) })
	for _, k := range keys {
		if v.MapIndex(k).Kind() == reflect.Float64 {
			v.SetMapIndex(k, reflect.ValueOf(s.number(v.MapIndex(k).Float())))
		}
	}
}
