package explain

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"faithscope/loaders"
)

// Ways to take a part away.
const (
	Delete = "delete" // it is not there
	Zero   = "zero"   // its vectors are zeros, its place stays
	Unk    = "unk"    // an unknown word stands in its place
)

// What a part is.
const (
	Words     = "words"
	Sentences = "sentences"
	Objects   = "objects" // in a picture
)

// Options say what is asked of a model about each example.
type Options struct {
	Methods []string // of [Explainers]
	Remove  string   // [Delete], [Zero] or [Unk]
	Over    string   // [Words] or [Sentences]
	Target  string   // "predicted", "gold" or a label
	Texts   []string // the inputs that are perturbed, nil for all
	Sources Sources
	Seed    uint64
	Samples int // draws of LIME; coalitions of KernelSHAP where Bounded
	Bounded bool
	Steps   int // points of integrated gradients
	Noise   int // draws of SmoothGrad
	Orders  int // random ones, with which interventions are compared
	Logit   bool
	Bare    bool   // attributions alone: nobody asks what happens when parts go
	Preset  string // "" or [Quackie]
}

// Defaults returns the options that the packages have by default: words deleted, the predicted
// label, 5000 samples, 50 steps and draws of noise, 20 random orders, no methods.
func Defaults() Options {
	return Options{Remove: Delete, Over: Words, Target: "predicted", Samples: 5000, Steps: 50, Noise: 50, Orders: 20}
}

func (o *Options) randomSource(id, what string) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %s", id, what)
	return rand.New(rand.NewPCG(o.Seed, h.Sum64()))
}

// targetOf returns the index in labels of the label to explain: that of the predicted or gold
// answer of a, if Target is "predicted" or "gold", or else Target itself. It is an error if that is
// not one of labels.
func (o *Options) targetOf(labels []string, a *loaders.Answer) (int, error) {
	label := o.Target
	switch label {
	case "predicted":
		label = a.Predicted
	case "gold":
		label = a.Gold
	}
	at := slices.Index(labels, label)
	if at < 0 {
		return 0, fmt.Errorf("its gold answer %q is not one of the model's labels", label)
	}
	return at, nil
}
