// Package mixed fits linear mixed-effects regressions: coefficients that hold for all rows, and
// others that vary by group, normally distributed around 0 (Laird and Ware 1982). It answers
// whether a number differs between runs that were measured on the same examples, as in table 4 of
// Prasad et al. 2021.
//
// The fit maximises the restricted likelihood (REML), profiled down to the relative covariance
// factor Λ of a group's coefficients, like lme4 (Bates et al., "Fitting Linear Mixed-Effects Models
// Using lme4", 2015, section 3): for any Λ the best coefficients and the residual variance follow
// from a Cholesky factor per group. The tests hold coefficients, standard errors and deviations
// against lme4's.
//
//   - There is one grouping, with an intercept or slopes or both, freely correlated.
//   - p is Wald's: two-sided, of the estimate over its standard error, by the normal distribution.
//     It is too small with few groups.
//   - A row without a value in any column is left out, and counted.
//   - A column that those before it determine has no coefficient.
//   - A fit is singular if some combination of a group's coefficients doesn't vary: a deviation of
//     0, or a correlation of 1 or -1 (lme4's tolerance, 1e-4).
package mixed

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"faithscope/scoring"
)

// Fit is a fitted regression.
type Fit struct {
	Formula      *Formula
	Rows, Groups int
	Missing      map[string]int // rows that were left out, by the column that lacks a value
	References   []string       // what levels are compared with: "size = large"
	Coefficients []Coefficient  // those without an estimate last
	Spread       []RandomEffect // of the groups' coefficients, and of the residuals
	Criterion    float64        // -2 log of the restricted likelihood
	Singular     bool
}

// Coefficient is a fixed coefficient.
type Coefficient struct {
	Name        string
	Estimate    scoring.Value
	Error, Z, P float64 // 0 without an estimate
}

// RandomEffect is how far a coefficient varies, and its correlations with those before it.
type RandomEffect struct {
	Name string
	SD   float64
	R    []scoring.Value
}

// Stars returns the stars of a p as in table 4 of Prasad et al.: *** below .0001, ** below .001, *
// below .01, else "".
func Stars(p float64) string {
	switch {
	case p < .0001:
		return "***"
	case p < .001:
		return "**"
	case p < .01:
		return "*"
	}
	return ""
}

// Fit fits the formula to columns of one length, which [Formula.Names] names. Its error is ctx's,
// or says why there is no fit.
func (f *Formula) Fit(ctx context.Context, columnsByName map[string]*VariableColumn) (*Fit, error) {
	d, missing, err := f.layMatrices(columnsByName)
	if err != nil {
		return nil, err
	}
	s := d.sumProducts()
	theta, err := s.findMinimum(ctx)
	if err != nil {
		return nil, err
	}
	at, _ := s.profileAt(theta)
	fit := &Fit{Formula: f, Rows: len(d.y), Groups: d.groups, Missing: missing, References: d.references, Criterion: at.criterion}
	s.appendFixed(fit, d, at)
	s.groupSpread(fit, d, at.variance, s.factorOf(theta))
	return fit, nil
}

// groupProducts are the cross products of a group's rows that a fit needs: of its random parts with each
// other and with the fixed parts and the response behind them. Random parts are scaled to a mean
// square of 1.
type groupProducts struct {
	n, p, q int
	scale   []float64
	zz, zx  []*mat.Dense
	xx      *mat.SymDense // of fixed parts and response
}

// sumProducts divides random columns by their root mean square, kept in scale, so that the search
// starts well from the identity.
func (d *designMatrices) sumProducts() *groupProducts {
	s := &groupProducts{n: len(d.y), p: len(d.fixed), q: len(d.random), scale: make([]float64, len(d.random))}
	for k, p := range d.random {
		s.scale[k] = floats.Norm(p.values, 2) / math.Sqrt(float64(s.n))
	}
	for range d.groups {
		s.zz, s.zx = append(s.zz, mat.NewDense(s.q, s.q, nil)), append(s.zx, mat.NewDense(s.q, s.p+1, nil))
	}
	x := append(append([]matrixColumn{}, d.fixed...), matrixColumn{"", d.y})
	s.xx = mat.NewSymDense(s.p+1, nil)
	for j := range x {
		for k := range j + 1 {
			s.xx.SetSym(j, k, floats.Dot(x[j].values, x[k].values))
		}
	}
	add := func(m *mat.Dense, j, k int, v float64) { m.Set(j, k, m.At(j, k)+v) }
	for i, g := range d.group {
		for j, z := range d.random {
			own := z.values[i] / s.scale[j]
			for k, other := range d.random {
				add(s.zz[g], j, k, float64(own*other.values[i])/s.scale[k])
			}
			for k := range x {
				add(s.zx[g], j, k, float64(own*x[k].values[i]))
			}
		}
	}
	return s
}

func (s *groupProducts) factorOf(covarianceParams []float64) *mat.Dense {
	lambda, at := mat.NewDense(s.q, s.q, nil), 0
	for j := range s.q {
		for k := range j + 1 {
			lambda.Set(j, k, covarianceParams[at])
			at++
		}
	}
	return lambda
}

// profileFit holds what follows from a Λ.
type profileFit struct {
	criterion, variance float64
	root                *mat.TriDense // R with R'R the products of fixed parts and response, given the groups
}

func (s *groupProducts) profileAt(covarianceParams []float64) (at profileFit, ok bool) {
	lambda, left, own := s.factorOf(covarianceParams), mat.NewSymDense(s.p+1, nil), mat.NewSymDense(s.q, nil)
	left.CopySym(s.xx)
	var times, square, right, solved mat.Dense
	var root mat.Cholesky
	var lower mat.TriDense
	for g := range s.zz {
		times.Mul(s.zz[g], lambda)
		square.Mul(lambda.T(), &times)
		for j := range s.q {
			for k := range j {
				own.SetSym(j, k, square.At(j, k))
			}
			own.SetSym(j, j, square.At(j, j)+1)
		}
		if !root.Factorize(own) {
			return at, false
		}
		at.criterion += root.LogDet()
		root.LTo(&lower)
		right.Mul(lambda.T(), s.zx[g])
		if lower.SolveTo(&solved, false, &right) != nil {
			return at, false
		}
		left.SymRankK(left, -1, solved.T())
	}
	if !root.Factorize(left) {
		return at, false
	}
	at.root = &mat.TriDense{}
	root.UTo(at.root)
	for j := range s.p {
		at.criterion += 2 * math.Log(at.root.At(j, j))
	}
	degrees, last := float64(s.n-s.p), at.root.At(s.p, s.p)
	at.variance = last * last / degrees
	at.criterion += degrees * (1 + math.Log(2*math.Pi*at.variance))
	return at, at.variance > 1e-20*s.xx.At(s.p, s.p)/float64(s.n)
}

// findMinimum begins Nelder and Mead's search again where it ended, because a simplex may collapse
// before the minimum, until that gains less than 1e-10.
func (s *groupProducts) findMinimum(ctx context.Context) ([]float64, error) {
	var theta []float64
	for j := range s.q {
		theta = append(append(theta, make([]float64, j)...), 1) // lme4's own start
	}
	problem := optimize.Problem{
		Func: func(theta []float64) float64 {
			if at, ok := s.profileAt(theta); ok {
				return at.criterion
			}
			return math.Inf(1)
		},
		Status: func() (optimize.Status, error) { return optimize.NotTerminated, ctx.Err() },
	}
	least := problem.Func(theta)
	if math.IsInf(least, 1) {
		return nil, errors.New("the terms determine the response exactly, so there is no error to estimate")
	}
	for range restarts {
		best, err := optimize.Minimize(problem, theta, &optimize.Settings{
			Converger: &optimize.FunctionConverge{Absolute: 1e-12, Relative: 1e-15, Iterations: 100},
		}, &optimize.NelderMead{})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("the fit does not converge: %w", err)
		}
		gain := least - best.F
		if theta, least = best.X, best.F; gain < 1e-10 {
			break
		}
	}
	return theta, nil
}

// restarts bounds how often a search begins again where the last one ended, because a simplex may
// collapse before the minimum.
const restarts = 20

// appendFixed keeps d.dropped with undefined estimates, so that nobody misses a term.
func (s *groupProducts) appendFixed(regressionFit *Fit, d *designMatrices, bestProfile profileFit) {
	root := bestProfile.root.SliceTri(0, s.p).(*mat.TriDense)
	var inverse mat.TriDense
	_ = inverse.InverseTri(root) // the columns are independent; an ill-conditioned inverse is still the best one
	rows := mat.DenseCopyOf(&inverse)
	for j, x := range d.fixed {
		row := rows.RowView(j)
		estimate := 0.0
		for k := range s.p {
			estimate += float64(row.AtVec(k) * bestProfile.root.At(k, s.p))
		}
		c := Coefficient{Name: x.name, Estimate: scoring.Defined(estimate), Error: math.Sqrt(bestProfile.variance) * mat.Norm(row, 2)}
		c.Z = estimate / c.Error
		c.P = math.Erfc(math.Abs(c.Z) / math.Sqrt2)
		regressionFit.Coefficients = append(regressionFit.Coefficients, c)
	}
	for _, name := range d.dropped {
		regressionFit.Coefficients = append(regressionFit.Coefficients,
			Coefficient{Name: name, Estimate: scoring.Undefined("determined by the terms above")})
	}
}

// groupSpread gives each random column in its own unit, because the fit scales them: the standard
// deviation of the groups' coefficients and their correlations with those before; then the residual
// one.
func (s *groupProducts) groupSpread(regressionFit *Fit, d *designMatrices, errorVariance float64, lambdaFactor *mat.Dense) {
	const none = 1e-4
	for j, z := range d.random {
		regressionFit.Singular = regressionFit.Singular || math.Abs(lambdaFactor.At(j, j)) < none
		own := RandomEffect{Name: z.name, SD: math.Sqrt(errorVariance) * mat.Norm(lambdaFactor.RowView(j), 2) / s.scale[j]}
		for k := range j {
			size := mat.Norm(lambdaFactor.RowView(j), 2) * mat.Norm(lambdaFactor.RowView(k), 2)
			own.R = append(own.R, scoring.Quotient(mat.Dot(lambdaFactor.RowView(j), lambdaFactor.RowView(k)), size,
				"one of the two terms does not vary"))
		}
		regressionFit.Spread = append(regressionFit.Spread, own)
	}
	regressionFit.Spread = append(regressionFit.Spread, RandomEffect{Name: "residual", SD: math.Sqrt(errorVariance)})
}
