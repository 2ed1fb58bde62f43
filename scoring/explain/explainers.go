package explain

import (
	"slices"

	"faithscope/loaders"
)

// explainer is one way to score parts.
type explainer struct {
	name      string
	gradients bool // it needs them
	unsigned  bool // no score is negative
	draws     bool // more samples make it better
	sentences bool // one of QUACKIE's: it scores sentences by their words
	scores    scorer
}

var explainers = []explainer{
	{name: "occlusion", scores: ofGame(explainByOcclusion)},
	{name: "shapley", scores: ofGame(explainByShapley)},
	{name: "kernelshap", draws: true, scores: packageSHAP(chosen)},
	{name: "kernelshap-all", draws: true, scores: packageSHAP(0)},
	{name: "lime", draws: true, scores: packageLIME},
	{name: "lime-tokens", draws: true, scores: tokenLIME},
	{name: "saliency", gradients: true, scores: saliencyBy(bySum)},
	{name: "saliency-l1", gradients: true, unsigned: true, scores: saliencyBy(byL1)},
	{name: "saliency-l2", gradients: true, unsigned: true, scores: saliencyBy(byL2)},
	{name: "gradient-input", gradients: true, scores: saliencyBy(byProduct)},
	{name: "ig", gradients: true, scores: integratedGradients},
	{name: "smoothgrad", gradients: true, scores: smoothGrad(withSigns)},
	{name: "flip", unsigned: true, scores: flipScores},
	{name: "random", unsigned: true, scores: func(s *subject) ([]float64, error) {
		return loaders.Fill(len(s.it.parts), func(int) float64 { return s.rand.Float64() }), nil
	}},
}

// Explainers returns the names of the explainers, in order, without QUACKIE's.
func Explainers() []string {
	return loaders.Map(explainers, func(e explainer) string { return e.name })
}

// DrawsSamples reports whether an explainer estimates by draws, so that more samples make it
// better; false for unknown names.
func DrawsSamples(name string) bool {
	return slices.ContainsFunc(explainers, func(e explainer) bool { return e.name == name && e.draws })
}

func ofGame(score func(*game) ([]float64, error)) scorer {
	return func(s *subject) ([]float64, error) { return score(s.gameOf(s.ask)) }
}

func packageSHAP(features int) scorer {
	return func(s *subject) ([]float64, error) {
		samples := 0
		if s.o.Bounded {
			samples = s.o.Samples
		}
		return kernelSHAP(s.gameOf(s.ask), samples, features, s.rand)
	}
}

func packageLIME(s *subject) ([]float64, error) {
	if s.o.Over != Words {
		return tokenLIME(s)
	}
	return s.byWord(func(g *game) ([]float64, error) {
		return s.surrogateWeights(fitLIME(g, s.o.Samples, chooseAutomatically, s.rand))
	})
}

func tokenLIME(s *subject) ([]float64, error) {
	return s.surrogateWeights(fitLIME(s.gameOf(s.ask), s.o.Samples, chooseAutomatically, s.rand))
}

func (s *subject) surrogateWeights(fitted surrogate, err error) ([]float64, error) {
	if err == nil && fitted.weights != nil {
		s.said = append(s.said, "R²", loaders.FormatNumber(fitted.fit), "local prediction", loaders.FormatNumber(fitted.localValue()))
	}
	return fitted.weights, err
}
