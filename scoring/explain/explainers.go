package explain

import (
	"cmp"
	"slices"

	"faithscope/loaders"
)

type explainer struct {
	name      string
	gradients bool
	unsigned  bool
	draws     bool
	sentences bool
	scores    scorer
}

var explainers = []explainer{
	{name: "occlusion", scores: ofGame(explainByOcclusion)},
	{name: "shapley", scores: ofGame(explainByShapley)},
	{name: "kernelshap", draws: true, scores: scoreBySHAP(0, chosen, byPart)},
	{name: "kernelshap-all", draws: true, scores: scoreBySHAP(0, 0, byPart)},
	{name: "lime", draws: true, scores: scoreByLIME(0, chooseAutomatically, byWord)},
	{name: "lime-tokens", draws: true, scores: scoreByLIME(0, chooseAutomatically, byPart)},
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

// Explainers lists names in order, without QUACKIE's.
func Explainers() []string {
	return loaders.Map(explainers, func(e explainer) string { return e.name })
}

// DrawsSamples reports whether more samples improve an explainer.
func DrawsSamples(name string) bool {
	return slices.ContainsFunc(explainers, func(e explainer) bool { return e.name == name && e.draws })
}

func ofGame(score func(*game) ([]float64, error)) scorer {
	return func(s *subject) ([]float64, error) { return score(s.gameOf(s.ask)) }
}

// 0 samples means the options' number or else the package's.
func scoreBySHAP(samples, features int, words bool) scorer {
	return func(s *subject) ([]float64, error) {
		most := samples
		if s.o.Bounded {
			most = cmp.Or(samples, s.o.Samples)
		}
		return s.scoreGame(words, func(g *game) ([]float64, error) { return kernelSHAP(g, most, features, s.rand) })
	}
}

func scoreByLIME(samples int, choose selection, words bool) scorer {
	return func(s *subject) ([]float64, error) {
		return s.scoreGame(words, func(g *game) ([]float64, error) {
			fitted, err := fitLIME(g, cmp.Or(samples, s.o.Samples), choose, s.rand)
			if fitted.weights != nil {
				s.said = append(s.said, "R²", loaders.FormatNumber(fitted.fit), "local prediction", loaders.FormatNumber(fitted.localValue()))
			}
			return fitted.weights, err
		})
	}
}
