package explain

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/model"
)

// Ways to take a part away.
const (
	Delete = "delete"
	Zero   = "zero"
	Unk    = "unk"
)

// Kinds of parts.
const (
	Words     = "words"
	Sentences = "sentences"
	Objects   = "objects"
)

// Options say what to ask about each example.
type Options struct {
	Methods []string // of [Explainers]
	Remove  string   // [Delete], [Zero] or [Unk]
	Over    string   // [Words] or [Sentences]
	Target  string   // "predicted", "gold" or a label
	Texts   []string // nil for all
	Sources InputTexts
	Seed    uint64
	Samples int // LIME's draws; KernelSHAP's coalitions if Bounded
	Bounded bool
	Steps   int // points of integrated gradients
	Noise   int
	Orders  int
	Logit   bool
	Bare    bool
	Preset  string // "" or [Quackie]
	// External has [ExternalModule] and explains as the method of its name; nil for none.
	External model.ModularModel
}

// Defaults are the packages': words deleted, the predicted label, 5000 samples, 50 steps and draws
// of noise, 20 random orders, no methods.
func Defaults() Options {
	return Options{Remove: Delete, Over: Words, Target: "predicted", Samples: 5000, Steps: 50, Noise: 50, Orders: 20}
}

func (o *Options) randomSource(exampleID, seedPurpose string) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %s", exampleID, seedPurpose)
	return rand.New(rand.NewPCG(o.Seed, h.Sum64()))
}

func (o *Options) targetOf(answerLabels []string, a *loaders.Answer) (int, error) {
	label := o.Target
	switch label {
	case "predicted":
		label = a.Predicted
	case "gold":
		label = a.Gold
	}
	at := slices.Index(answerLabels, label)
	if at < 0 {
		return 0, fmt.Errorf("its correct answer %q is not one of the model's labels", label)
	}
	return at, nil
}
