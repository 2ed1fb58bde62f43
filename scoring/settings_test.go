package scoring

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/loaders/loadertest/check"
)

// other is a value of every setting that is not its default.
var other = map[string]string{
	"missing": "omit", "average": "cumulative", "non_finite": "zero", "seed": "18446744073709551615", "trials": "7", "top_k": "3",
	"oracle": "golden:scenes.json",
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
		check.Equal(t, "its default is said to be", v.String(), setting.Default, setting.Name)
		if err := v.Set(otherOf(setting)); err != nil {
			t.Fatalf("%s: %v", setting.Name, err)
		}
		if v.String() != otherOf(setting) || s == Defaults() {
			t.Errorf("%s was set to %s and is %s", setting.Name, otherOf(setting), v)
		}
		if back, err := settingsOf(settingsText(s)); err != nil || back != s {
			t.Errorf("%s: %+v comes back as %+v, %v", setting.Name, s, back, err)
		}
		if setting.Name == "" || setting.Help == "" && setting.Name != "oracle" {
			t.Errorf("%+v has no name or no help", setting)
		}
	}
}

func settingsText(s Settings) []byte {
	c := coding.Writer()
	s.Fields(c)
	return c.Written()
}

func settingsOf(text []byte) (s Settings, err error) {
	c := coding.Reader(text)
	s.Fields(c)
	return s, c.End()
}

func TestVerdictOfTheUnanswered(t *testing.T) {
	zero, omit := Defaults(), Defaults()
	omit.Missing = Omit
	for v, want := range map[loaders.Verdict][2]loaders.Verdict{
		loaders.Unknown: {loaders.Unknown, loaders.Unknown}, loaders.Right: {loaders.Right, loaders.Right},
		loaders.Wrong:      {loaders.Wrong, loaders.Wrong},
		loaders.Unanswered: {loaders.Wrong, loaders.Unknown},
	} {
		if zero.Verdict(v) != want[0] || omit.Verdict(v) != want[1] || zero.Omits(v) || omit.Omits(v) != (v == loaders.Unanswered) {
			t.Errorf("%v counts as %v, with omit as %v", v, zero.Verdict(v), omit.Verdict(v))
		}
	}
}

// written returns the default settings as [Settings.Fields] writes them, but for the one of a
// name.
func written(name, value string) []byte {
	c, s := coding.Writer(), Defaults()
	for _, setting := range AllSettings() {
		own, text := setting.Name, setting.In(&s).String()
		if own == name {
			text = value
		}
		c.Text(&own)
		c.Text(&text)
	}
	return c.Written()
}

func TestSettingsThatNoFlagSets(t *testing.T) {
	for _, c := range [][2]string{
		{"trials", "0"}, {"trials", "1000000000000"}, {"iou", "1"}, {"iou", "-0.1"}, {"iou", "NaN"}, {"average", "median"}, {"top_k", "-1"},
		{"top_k", "one"}, {"", ""},
	} {
		if _, err := settingsOf(written(c[0], c[1])); (err == nil) != (c[0] == "") {
			t.Errorf("%s of %s: %v", c[0], c[1], err)
		}
	}
	_, err := settingsOf(append(written("", "")[:2], "no_setting"...))
	check.Fails(t, "another setting is accepted", err)
	var s Settings
	if v := SettingOf("threshold").In(&s); v.Set("NaN") == nil || v.Set("1") == nil || v.Set("x") == nil {
		t.Error("a threshold that is not 0..1 is accepted")
	}
}
