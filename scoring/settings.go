package scoring

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
)

// Settings holds thresholds and readings of the papers. A screen and a report have one.
//
// [AllSettings] reads a setting's flag, default, JSON name and help from the field's tags.
type Settings struct {
	// Seed and Trials govern all random draws.
	Seed   uint64 `json:"seed" default:"1" help:"random seed"`
	Trials int    `json:"trials" default:"1000" totals:"true" help:"draws of an interval or a test"`

	// Oracle is set by commands that add the pictures' contents, which changes gold and verdicts;
	// it has no flag.
	Oracle string `json:"oracle" default:"none"`

	Missing MissingNumberPolicy `json:"missing" default:"zero" help:"answers: score missing predictions as zero, or omit the examples"`

	// Average follows Tables 1, 4 and 5 of Subramanian et al. 2020.
	Average Average `json:"average" default:"example" help:"modules: average by example, cumulative or occurrence"`
	// A proposal is aligned with a gold box strictly above IoU.
	IoU float64 `json:"iou" default:"0.5" help:"modules: proposals match gold boxes above this IoU"`
	// A predicted proposal counts against precision strictly below NegativeIoU; 0 means IoU.
	NegativeIoU float64 `json:"negative_iou" default:"0" help:"modules: predicted boxes are bad below this IoU; 0: same as --iou"`
	// A proposal is predicted strictly above Threshold.
	Threshold  float64 `json:"threshold" default:"0.5" help:"modules: boxes are predicted above this probability"`
	UpperBound bool    `json:"upper_bound" help:"modules: score the best possible with these proposals"`
	// Inclusive counts a best IoU of exactly the negative threshold as bad, like the paper's
	// denominator; the authors' code leaves it out of both counts.
	Inclusive bool `json:"inclusive" help:"modules: boxes at exactly the negative IoU are bad (the paper's reading)"`
	// Bars; package faithfulness explains the values.
	FaithfulF1      float64 `json:"faithful_f1" default:"0.5" help:"boxes: faithful from this F1"`
	FaithfulMass    float64 `json:"faithful_mass" default:"0.5" help:"spans: faithful from this attention on gold"`
	FaithfulGroundP float64 `json:"faithful_groundp" default:"0.5" help:"grounding: faithful from this GroundP"`
	FaithfulC       float64 `json:"faithful_c" default:"0.2" help:"alignment: faithful from this C (hard oracle)"`
	FaithfulHPD     float64 `json:"faithful_hpd" default:"1" help:"sentences: faithful from this HPD; 1: the best sentence is gold"`
	FaithfulExact   float64 `json:"faithful_exact" default:"0.5" help:"steps: faithful from this"`
	StepScore       float64 `json:"step_score" default:"0.5" help:"steps: wrong below this score of a judge"`

	// GeometricMean judges a module by the geometric mean of its gold spans' masses, exp of minus
	// its loss per span, instead of the mass on all.
	GeometricMean bool `json:"geometric_mean" help:"spans: geometric mean of the masses on each span, not their sum"`

	// CountCurve adds every tenth of removed questions.
	CountCurve bool `json:"count_curve" totals:"true" help:"counting: all odd-even and even-odd slices, not only 90 percent"`
	// 0.2 in Dancette et al. 2020.
	DetectionIoU float64 `json:"detection_iou" default:"0.2" totals:"true" help:"grounding: detections count for AP from this IoU"`
	// EmptyUngrounded puts a proposal without area on no gold box; in the code of Dancette et al.
	// 2020 it lies wholly on one.
	EmptyUngrounded bool `json:"empty_ungrounded" help:"grounding: proposals without an area are on no gold box (authors: on one)"`

	NonFinite       MissingNumberPolicy `json:"non_finite" default:"omit" help:"alignment: C and ΔA: omit or zero undefined correlations"`
	DropPunctuation bool                `json:"drop_punctuation" help:"alignment: hard oracle without punctuation"`
	Derangement     bool                `json:"derangement" help:"alignment: random partners are a derangement: never an example's own"`

	TopK     int  `json:"top_k" default:"1" help:"sentences: how many count for IoU"`
	TokenMax bool `json:"token_max" help:"sentences: score by the highest token, not the sum"`
	// Answerable is the P(answerable) above which QUACKIE scores a question.
	Answerable float64 `json:"answerable" default:"0.5" help:"sentences: questions count as answerable above this probability"`

	// Bins are the shares of parts removed first, for AOPC; the default is ERASER's.
	Bins PercentShares `json:"bins" default:"1,5,10,20,50" help:"intervention: percentages of parts for AOPC"`
	// RandomShare of an example's orders, random ones and its own, must have a lower AOPC
	// comprehensiveness for an attribution to be faithful.
	RandomShare float64 `json:"random_share" default:"0.95" help:"intervention: faithful above this share of orders, including its own"`

	// Substring accepts answers that contain the gold one, like DFOL-VQA's trainer for its hard and
	// easy sets.
	Substring bool `json:"substring" help:"reasoning: for the sets, answers that contain the correct one are right (authors)"`
	// EntailedInSubset looks entailed questions up only in the scored subset.
	EntailedInSubset bool `json:"entailed_in_subset" totals:"true" help:"reasoning: only balanced entailed questions of the same set"`
}

var (
	allSettings = readSettings()
	defaults    = readDefaults()
)

// Defaults returns the papers' settings.
func Defaults() Settings { return defaults }

// Negative returns NegativeIoU, or IoU if that is 0.
func (s Settings) Negative() float64 {
	if s.NegativeIoU == 0 {
		return s.IoU
	}
	return s.NegativeIoU
}

// Verdict counts Unanswered as Wrong, or as Unknown if Missing is Omit.
func (s Settings) Verdict(v loaders.Verdict) loaders.Verdict {
	switch {
	case s.Omits(v):
		return loaders.Unknown
	case v == loaders.Unanswered:
		return loaders.Wrong
	}
	return v
}

// Omits reports whether v is Unanswered and Missing is Omit.
func (s Settings) Omits(v loaders.Verdict) bool {
	return v == loaders.Unanswered && s.Missing == Omit
}

// Fields codes each setting as name and flag text. Another name, order or invalid text is an error
// of the coder.
func (s *Settings) Fields(c *coding.Coder) {
	for _, setting := range allSettings {
		name, v := setting.Name, setting.In(s)
		text := v.String()
		c.Text(&name)
		if c.Text(&text); c.Reads() {
			err := v.Set(text)
			c.Check(err == nil, "%s is %.40q: %w", name, text, err)
			c.Check(name == setting.Name, "found setting %.40q instead of %s", name, setting.Name)
		}
	}
}

// Setting is a field of [Settings].
type Setting struct {
	Name    string
	Help    string // "" without a flag
	Default string
	Totals  bool
	field   int
}

// AllSettings is in the order of help.
func AllSettings() []Setting { return slices.Clone(allSettings) }

// ChangedSettings returns the settings that differ between a and b.
func ChangedSettings(a, b Settings) []Setting {
	return loaders.Filter(AllSettings(), func(s Setting) bool { return s.In(&a).String() != s.In(&b).String() })
}

// SettingOf finds a setting by JSON name; it panics if there is none.
func SettingOf(settingName string) Setting {
	i := slices.IndexFunc(allSettings, func(s Setting) bool { return s.Name == settingName })
	if i < 0 {
		panic("scoring: there is no setting " + settingName)
	}
	return allSettings[i]
}

// Flag returns the name with dashes for underscores, without leading dashes.
func (s Setting) Flag() string { return strings.ReplaceAll(s.Name, "_", "-") }

// Value is a bool, int, uint64 or float64, or a string for words and lists.
func (s Setting) Value(x Settings) any {
	v := reflect.ValueOf(x).Field(s.field).Interface()
	if word, ok := v.(fmt.Stringer); ok {
		return word.String()
	}
	return v
}

// In returns the field as a flag's value; its Set changes x.
func (s Setting) In(x *Settings) SettingValue {
	field := reflect.ValueOf(x).Elem().Field(s.field)
	if word, ok := field.Addr().Interface().(SettingValue); ok {
		return word
	}
	return &plainValue{field, strings.HasPrefix(s.Name, "faithful_"), s.Name == "step_score" || s.Name == "faithful_c"}
}

func readSettings() (list []Setting) {
	t := reflect.TypeFor[Settings]()
	for i := range t.NumField() {
		tag := t.Field(i).Tag
		setting := Setting{tag.Get("json"), tag.Get("help"), tag.Get("default"), tag.Get("totals") != "", i}
		if setting.Default == "" {
			setting.Default = "false"
		}
		list = append(list, setting)
	}
	return list
}

func readDefaults() (s Settings) {
	for _, setting := range allSettings {
		if err := setting.In(&s).Set(setting.Default); err != nil {
			panic(fmt.Sprintf("scoring: invalid default of %s: %v", setting.Name, err))
		}
	}
	return s
}

// SettingValue is a flag's value (pflag.Value).
type SettingValue interface {
	String() string // as Set reads it
	Set(text string) error
	Type() string
	Words() []string // in order, nil for numbers
}

type plainValue struct {
	field     reflect.Value
	bar       bool
	unbounded bool // a judge's score can be a logit, and C is the artanh of a correlation
}

func (v *plainValue) String() string {
	if v.field.Kind() == reflect.Float64 {
		return loaders.FormatNumber(v.field.Float())
	}
	return fmt.Sprint(v.field.Interface())
}

const most = 10_000_000

// setThreshold accepts 1 only for a bar (faithful_…), which a perfect score reaches, while nothing is
// above a probability of 1.
func (v *plainValue) setThreshold(valueText string) error {
	x, err := strconv.ParseFloat(valueText, 64)
	isNumber := err == nil && !math.IsNaN(x-x)
	isShare := isNumber && 0 <= x && (x < 1 || x == 1 && v.bar)
	if !isShare && (!isNumber || !v.unbounded) {
		bounds := loaders.IfElse(v.bar, "from 0 to 1", "from 0 up to, but not including, 1")
		return errors.New(loaders.IfElse(v.unbounded, "must be a number", "must be a number "+bounds))
	}
	v.field.SetFloat(x)
	return nil
}

// Set accepts, by kind, a number in [0, 1) (a bar may be 1, a step score and C any), a whole number from 1 to 10,000,000, a
// seed of 64 bits, or true and false. An error changes nothing.
func (v *plainValue) Set(valueText string) error {
	switch v.field.Kind() {
	case reflect.Float64:
		return v.setThreshold(valueText)
	case reflect.Int:
		n, err := strconv.Atoi(valueText)
		if err != nil || n < 1 || n > most {
			return fmt.Errorf("must be a whole number from 1 to %d", most)
		}
		v.field.SetInt(int64(n))
	case reflect.String:
		v.field.SetString(valueText)
	case reflect.Uint64:
		n, err := strconv.ParseUint(valueText, 10, 64)
		if err != nil {
			return errors.New("must be a whole number from 0 to 2^64-1")
		}
		v.field.SetUint(n)
	default:
		on, err := strconv.ParseBool(valueText)
		if err != nil {
			return errors.New("must be true or false")
		}
		v.field.SetBool(on)
	}
	return nil
}

func (v *plainValue) Words() []string {
	if v.field.Kind() == reflect.Bool {
		return []string{"true", "false"}
	}
	return nil
}

func (v *plainValue) Type() string {
	switch v.field.Kind() {
	case reflect.Int:
		return "count"
	case reflect.Bool:
		return "bool"
	}
	return "number"
}

// Enumeration is a setting's noun ("an average") and words.
type Enumeration interface {
	Enumerate() (what string, words []string)
}

// EnumChoice is an index of an enumeration's word.
type EnumChoice[E Enumeration] uint8

// Words lists all choices.
func (EnumChoice[E]) Words() []string {
	_, words := (*new(E)).Enumerate()
	return words
}

// String returns the word.
func (c EnumChoice[E]) String() string { return c.Words()[c] }

// Type returns "average" for "an average".
func (EnumChoice[E]) Type() string {
	what, _ := (*new(E)).Enumerate()
	return strings.Fields(what)[1]
}

// Set rejects unknown words and then changes nothing.
func (c *EnumChoice[E]) Set(word string) error {
	what, words := (*new(E)).Enumerate()
	i := slices.Index(words, word)
	if i < 0 {
		return fmt.Errorf("%q is not %s; choose %s", word, what, loaders.OrList(words))
	}
	*c = EnumChoice[E](i)
	return nil
}

// Average is over what module scores are averaged.
type Average = EnumChoice[averagingModes]

type averagingModes struct{}

func (averagingModes) Enumerate() (what string, words []string) {
	return "an average", []string{"example", "cumulative", "occurrence"}
}

// Subramanian et al. 2020: over examples (Table 1, the authors' mode 2), of cumulative counts
// (Table 4, mode 1), over module occurrences, each image apart (Table 5, mode 3).
const (
	OverExamples Average = iota
	Cumulative
	OverOccurrences
)

// MissingNumberPolicy handles missing and non-finite numbers.
type MissingNumberPolicy = EnumChoice[missingNumberPolicies]

type missingNumberPolicies struct{}

func (missingNumberPolicies) Enumerate() (what string, words []string) {
	return "a policy for missing numbers", []string{"omit", "zero"}
}

// Omit leaves it out and counts it, Zero reads it as 0; for correlations Zero clips r to 1-1e-6.
const (
	Omit MissingNumberPolicy = iota
	Zero
)
