package whatif

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/executor"
)

// Steps are the words of every change in force, which [Trial.Read] reads.
func (t *Trial) Steps() (steps [][]string) {
	for _, node := range slices.Sorted(maps.Keys(t.Now)) {
		e := t.Now[node]
		if node == Picture {
			away := loaders.Map(e.Switches, func(s executor.Switch) string { return fmt.Sprintf("%d/%d", s.Image, s.Box) })
			steps = append(steps, append([]string{"without"}, away...))
			continue
		}
		_, words := e.parts(false)
		steps = append(steps, append([]string{strconv.Itoa(node)}, words...))
	}
	return steps
}

// Read puts in force the change that the words of a step describe: a module's
// number and what is done to it, or "without" and objects. Gold boxes are covered at an IoU.
func (t *Trial) Read(words []string, iou float64) error {
	switch {
	case len(words) == 0:
		return errors.New("which module?")
	case words[0] == "without":
		return t.readAway(words[1:])
	}
	node, err := strconv.Atoi(words[0])
	if err != nil || node < 0 || node >= len(t.Logged.Program) {
		return fmt.Errorf("the program has no module %s", words[0])
	}
	return t.Edit(node, func(e *Edit) (err error) {
		*e = Edit{}
		for rest := words[1:]; len(rest) > 0 && err == nil; {
			name := rest[0]
			rest = rest[1:]
			switch {
			case name == "gold" || name == "none":
				err = t.output(node, e, name == "gold", iou)
			case name == "text":
				e.Text, rest = strings.Join(rest, " "), nil
			case len(rest) == 0:
				err = fmt.Errorf("%s of what?", name)
			default:
				err = e.read(name, rest[0])
				rest = rest[1:]
			}
		}
		return err
	})
}

// readAway takes objects away, and only these: IMAGE/BOX.
func (t *Trial) readAway(words []string) error {
	return t.Edit(Picture, func(e *Edit) error {
		e.Switches = nil
		for _, word := range words {
			var s executor.Switch
			if _, err := fmt.Sscanf(word, "%d/%d", &s.Image, &s.Box); err != nil || !t.isObject(s.Image, s.Box) {
				return fmt.Errorf("%s is not IMAGE/BOX of an object", word)
			}
			e.Switches = append(e.Switches, s)
		}
		return nil
	})
}

// read reads a change with a value.
func (e *Edit) read(name, value string) error {
	switch name {
	case "op":
		e.Op = value
		return nil
	case "set":
		return e.set(value)
	}
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || x-x != 0 {
		return fmt.Errorf("%s is not a number", value)
	}
	switch {
	case name == "scale" && x > 0:
		e.Scale = &x
	case name == "sharp" && x == float64(int(x)) && x >= -mostSharp && x <= mostSharp:
		e.Sharp = int(x)
	case name == "cut":
		e.Above = &x
	default:
		return fmt.Errorf("%s %s is not a change of a module", name, value)
	}
	return nil
}

// set reads what a box or a token is set to: IMAGE/BOX=P.
func (e *Edit) set(value string) error {
	s := executor.Switch{}
	if _, err := fmt.Sscanf(value, "%d/%d=%g", &s.Image, &s.Box, &s.Probability); err != nil || !(s.Probability >= 0 && s.Probability <= 1) {
		return fmt.Errorf("%s is not IMAGE/BOX=P", value)
	}
	e.Switches = append(e.Switches, s)
	return nil
}

// mostSharp bounds the steps of sharpening that are read.
const mostSharp = 100
