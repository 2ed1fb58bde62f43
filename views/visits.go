package views

import "slices"

// Visits go back and forward like a browser. Settings stay unchanged. The zero value is ready for
// use.
type Visits struct {
	places []visit
	at     int
	// walking: a way to a visit isn't another visit.
	walking bool
}

type visit struct {
	name string
	way  []Step
}

const mostVisits = 200

// Come records the view on screen. The same name only replaces its steps; another drops later
// visits. After [Visits.Move] the next call records nothing.
func (v *Visits) Come(name string, steps []Step) {
	isSetting := func(s Step) bool { return s.Name == "paper-settings" || s.Name == "set" }
	now := visit{name, slices.DeleteFunc(slices.Clone(steps), isSetting)}
	switch {
	case v.walking:
		v.walking = false
	case len(v.places) == 0:
		v.places = []visit{now}
	case v.places[v.at].name == name:
		v.places[v.at] = now
	default:
		v.places = append(v.places[:v.at+1], now)
		v.places = v.places[max(0, len(v.places)-mostVisits):]
		v.at = len(v.places) - 1
	}
}

// Move goes back (-1) or forward (1) and returns steps; ok is false at an end.
func (v *Visits) Move(by int) (steps []Step, ok bool) {
	if v.at+by < 0 || v.at+by >= len(v.places) {
		return nil, false
	}
	v.at += by
	v.walking = true
	return v.places[v.at].way, true
}

// Revisit asks the program for the previous (-1) or next (1) visit.
type Revisit struct{ By int }
