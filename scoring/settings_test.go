package scoring

import (
	"encoding/json"
	"strings"
	"testing"
)

// other is a value of every setting that is not its default.
var other = map[string]string{
	"average": "cumulative", "non_finite": "zero", "seed": "18446744073709551615", "trials": "7", "top_k": "3",
}

func otherOf(s Setting) string {
	switch text, ok := other[s.Name]; {
	case ok:
		return text
	case s.Default == "false":
		return "true"
	}
	return "0.3333333333333333"
}

// A field is the whole of a setting: flag, default, JSON and help follow from
// it, whichever it is.
func TestEverySettingFollowsFromItsField(t *testing.T) {
	for _, setting := range AllSettings() {
		s := Defaults()
		v := setting.In(&s)
		if v.String() != setting.Default {
			t.Errorf("%s is %s, its default is said to be %s", setting.Name, v, setting.Default)
		}
		if err := v.Set(otherOf(setting)); err != nil {
			t.Fatalf("%s: %v", setting.Name, err)
		}
		if v.String() != otherOf(setting) || s == Defaults() {
			t.Errorf("%s was set to %s and is %s", setting.Name, otherOf(setting), v)
		}
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back Settings
		if err := json.Unmarshal(b, &back); err != nil || back != s {
			t.Errorf("%s: %+v comes back as %+v, %v", setting.Name, s, back, err)
		}
		if setting.Name == "" || setting.Help == "" && !strings.HasPrefix(setting.Name, "faithful_") {
			t.Errorf("%+v has no name or no help", setting)
		}
	}
}

func TestSettingsThatNoFlagSets(t *testing.T) {
	good, err := json.Marshal(Defaults())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{`"trials":1000`, `"trials":0`}, {`"trials":1000`, `"trials":1000000000000`}, {`"iou":0.5`, `"iou":1`}, {`"iou":0.5`, `"iou":-0.1`},
		{`"iou":0.5`, `"iou":"NaN"`}, {`"average":"example"`, `"average":"median"`}, {`"top_k":1`, `"top_k":-1`},
	} {
		text := strings.Replace(string(good), c[0], c[1], 1)
		if text == string(good) {
			t.Fatalf("no %s in %s", c[0], good)
		}
		var s Settings
		if json.Unmarshal([]byte(text), &s) == nil {
			t.Errorf("%s is accepted", c[1])
		}
	}
	var s Settings
	if v := SettingOf("threshold").In(&s); v.Set("NaN") == nil || v.Set("1") == nil || v.Set("x") == nil {
		t.Error("a threshold that is not 0..1 is accepted")
	}
}
