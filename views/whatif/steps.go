package whatif

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/executor"
	"faithscope/views"
	"faithscope/views/widget"
)

// Steps implements [views.Stepped]: a step for every module that is changed.
func (v *screen) Steps() []views.Step {
	steps := slices.Clone(v.way)
	if v.trial == nil {
		return steps
	}
	if counting := v.s.Reading.Counting; counting != "" && v.countless() == "" {
		steps = append(steps, views.Do("counting", counting))
	}
	now := v.trial.now()
	for _, node := range slices.Sorted(maps.Keys(now)) {
		e := now[node]
		if words := e.steps(); words != nil {
			steps = append(steps, views.Do(views.StepEdit, append([]string{strconv.Itoa(node)}, words...)...))
		}
	}
	return steps
}

// steps are the words that [screen.read] reads: gold, none, op NAME, scale X,
// sharp N, cut X, set IMAGE/BOX=P for a box or a token, and text with all that
// follows; nil for no change.
func (e *edit) steps() (words []string) {
	if e.gold {
		words = append(words, "gold")
	} else if e.Output != nil {
		words = append(words, "none")
	}
	if e.Op != "" {
		words = append(words, "op", e.Op)
	}
	if e.Scale != nil {
		words = append(words, "scale", fmt.Sprintf("%g", *e.Scale))
	}
	if e.sharp != 0 {
		words = append(words, "sharp", strconv.Itoa(e.sharp))
	}
	if e.Above != nil {
		words = append(words, "cut", fmt.Sprintf("%g", *e.Above))
	}
	for _, s := range e.Switches {
		words = append(words, "set", fmt.Sprintf("%d/%d=%g", s.Image, s.Box, s.Probability))
	}
	if e.Text != "" { // last: it may have blanks
		words = append(words, "text", e.Text)
	}
	return words
}

// changing is the action that changes a module by the words of a step.
func (v *screen) changing() widget.Action {
	return widget.Action{
		Name: views.StepEdit, Group: "Change", Disabled: v.unread,
		Help: "`:edit 2 scale 1.5` changes a module by its number: gold, none, op NAME, scale X, sharp N, cut X, set IMAGE/BOX=P, text WORDS",
		With: func(text string) tea.Cmd {
			return v.change(func(int) error { return v.read(strings.Fields(text)) })()
		},
	}
}

// read puts the change of a step in force.
func (v *screen) read(words []string) error {
	if len(words) == 0 {
		return errors.New("which module?")
	}
	node, err := strconv.Atoi(words[0])
	if err != nil || node < 0 || node >= len(v.trial.logged.Program) {
		return fmt.Errorf("the program has no module %s", words[0])
	}
	var e edit
	for rest := words[1:]; len(rest) > 0 && err == nil; {
		name := rest[0]
		rest = rest[1:]
		switch {
		case name == "gold" || name == "none":
			err = v.output(node, &e, name == "gold")
		case name == "text":
			e.Text, rest = strings.Join(rest, " "), nil
		case len(rest) == 0:
			err = fmt.Errorf("%s of what?", name)
		default:
			err = e.read(name, rest[0], v.trial.before.Program[node].Output.Tokens != nil)
			rest = rest[1:]
		}
	}
	if err != nil {
		return err
	}
	return v.trial.set(node, e)
}

// output makes an edit of what a module returns: its gold, else nothing.
func (v *screen) output(node int, e *edit, gold bool) (err error) {
	if e.gold = gold; !gold {
		e.Output, err = v.trial.nothing(node)
		return err
	}
	out, ok := executor.Gold(v.trial.logged, node, v.s.Settings.IoU)
	if e.Output = &out; !ok {
		return errors.New("the module has no gold boxes or spans")
	}
	return nil
}

// read takes a change that has a value. ofText says that what is set is a token.
func (e *edit) read(name, value string, ofText bool) error {
	switch name {
	case "op":
		e.Op = value
		return nil
	case "set":
		return e.switched(value, ofText)
	}
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || x-x != 0 {
		return fmt.Errorf("%s is not a number", value)
	}
	switch {
	case name == "scale" && x > 0:
		e.Scale = &x
	case name == "sharp" && x == float64(int(x)) && x >= -mostSharp && x <= mostSharp:
		e.sharp = int(x)
	case name == "cut":
		e.Above = &x
	default:
		return fmt.Errorf("%s %s is not a change of a module", name, value)
	}
	return nil
}

// switched reads what a box or a token is set to: IMAGE/BOX=P.
func (e *edit) switched(value string, ofText bool) error {
	s := executor.Switch{}
	if _, err := fmt.Sscanf(value, "%d/%d=%g", &s.Image, &s.Box, &s.Probability); err != nil || !(s.Probability >= 0 && s.Probability <= 1) {
		return fmt.Errorf("%s is not IMAGE/BOX=P", value)
	}
	e.Switches = append(e.Switches, s)
	if e.what = "box"; ofText {
		e.what = "token"
	}
	return nil
}

// mostSharp bounds the steps of sharpening that are read.
const mostSharp = 100
