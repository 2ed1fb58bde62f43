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
	scores    exampleScorer
}

var explainers = []explainer{
	{name: "occlusion", scores: ofGame(explainByOcclusion)},
	{name: "shapley", scores: ofGame(explainByShapley)},
	{name: "kernelshap", draws: true, scores: scoreBySHAP(0, chosen, byPart)},
	{name: "kernelshap-all", draws: true, scores: scoreBySHAP(0, 0, byPart)},
	{name: "lime", draws: true, scores: scoreByLIME(0, chooseHeaviest, byWord)},
	{name: "lime-tokens", draws: true, scores: scoreByLIME(0, chooseHeaviest, byPart)},
	{name: "saliency", gradients: true, scores: saliencyBy(bySum)},
	{name: "saliency-l1", gradients: true, unsigned: true, scores: saliencyBy(byL1)},
	{name: "saliency-l2", gradients: true, unsigned: true, scores: saliencyBy(byL2)},
	{name: "gradient-input", gradients: true, scores: saliencyBy(byProduct)},
	{name: "ig", gradients: true, scores: integratedGradients},
	{name: "smoothgrad", gradients: true, scores: smoothGrad(withSigns)},
	{name: "flip", unsigned: true, scores: flipScores},
	{name: "random", unsigned: true, scores: func(s *explainedExample) ([]float64, error) {
		return loaders.Fill(len(s.it.parts), func(int) float64 { return s.rand.Float64() }), nil
	}},
}

// Explainers lists names in order, without QUACKIE's.
func Explainers() []string {
	return loaders.Map(explainers, func(e explainer) string { return e.name })
}

// DrawsSamples reports whether more samples improve an explainer.
func DrawsSamples(explainerName string) bool {
	return slices.ContainsFunc(explainers, func(e explainer) bool { return e.name == explainerName && e.draws })
}

func ofGame(scoreGame func(*coalitionGame) ([]float64, error)) exampleScorer {
	return func(s *explainedExample) ([]float64, error) { return scoreGame(s.gameOf(s.ask)) }
}

// 0 samples means the options' number or else the package's.
func scoreBySHAP(sampleCount, featureCount int, byWords bool) exampleScorer {
	return func(s *explainedExample) ([]float64, error) {
		most := sampleCount
		if s.o.Bounded {
			most = cmp.Or(sampleCount, s.o.Samples)
		}
		return s.scoreGame(byWords, func(g *coalitionGame) ([]float64, error) { return kernelSHAP(g, most, featureCount, s.rand) })
	}
}

func scoreByLIME(sampleCount int, chooseFeatures featureSelector, byWords bool) exampleScorer {
	return func(s *explainedExample) ([]float64, error) {
		return s.scoreGame(byWords, func(g *coalitionGame) ([]float64, error) {
			fitted, err := fitLIME(g, cmp.Or(sampleCount, s.o.Samples), chooseFeatures, s.rand)
			if fitted.weights != nil {
				s.said = append(s.said, "R²", loaders.FormatNumber(fitted.fit), "local prediction", loaders.FormatNumber(fitted.localValue()))
			}
			return fitted.weights, err
		})
	}
}
