package views

import "slices"

// Visits are the views that a person came to, in order, of which one is on screen: back and forth
// along them goes wherever they are, as a browser does. Settings stay as they are now. The zero
// value is ready for use.
type Visits struct {
	places []visit
	at     int
	// walking is set until steps have led to one of them, which is not another visit.
	walking bool
}

// visit is a view, which its name tells from others, and the steps to it, without settings.
type visit struct {
	name string
	way  []Step
}

// mostVisits bounds how many views are remembered.
const mostVisits = 200

// Come records that the view of a name, to which steps lead, is on screen. The same name as the
// present one only replaces its steps; another one follows it and drops those after it. After
// [Visits.Move] the next call records nothing.
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

// Move goes back along the visits, by -1, or forth, by 1, and returns the steps to the view there; ok is
// false where there is none.
func (v *Visits) Move(by int) (steps []Step, ok bool) {
	if v.at+by < 0 || v.at+by >= len(v.places) {
		return nil, false
	}
	v.at += by
	v.walking = true
	return v.places[v.at].way, true
}

// Revisit asks the program for the view visited before, By -1, or after, By 1.
type Revisit struct{ By int }
