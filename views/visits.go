package views

import "slices"

// VisitHistory go back and forward like a browser. Settings stay unchanged. The zero value is ready for
// use.
type VisitHistory struct {
	places []pastVisit
	at     int
	// walking: a way to a visit isn't another visit.
	walking bool
}

type pastVisit struct {
	name string
	way  []ViewStep
}

const mostVisits = 200

// Come records the view on screen. The same name only replaces its steps; another drops later
// visits. After [VisitHistory.Move] the next call records nothing.
func (v *VisitHistory) Come(visitName string, visitSteps []ViewStep) {
	isSetting := func(s ViewStep) bool { return s.Name == "paper-settings" || s.Name == "set" }
	now := pastVisit{visitName, slices.DeleteFunc(slices.Clone(visitSteps), isSetting)}
	switch {
	case v.walking:
		v.walking = false
	case len(v.places) == 0:
		v.places = []pastVisit{now}
	case v.places[v.at].name == visitName:
		v.places[v.at] = now
	default:
		v.places = append(v.places[:v.at+1], now)
		v.places = v.places[max(0, len(v.places)-mostVisits):]
		v.at = len(v.places) - 1
	}
}

// Move goes back (-1) or forward (1) and returns steps; ok is false at an end.
func (v *VisitHistory) Move(visitOffset int) (steps []ViewStep, ok bool) {
	if v.at+visitOffset < 0 || v.at+visitOffset >= len(v.places) {
		return nil, false
	}
	v.at += visitOffset
	v.walking = true
	return v.places[v.at].way, true
}

// Revisit asks the program for the previous (-1) or next (1) visit.
type Revisit struct{ By int }
