// Package language is the table of modules: what each takes and returns, whether it is learned, and
// its names in formats. Loaders translate names ([NLVR2], [FromGQA]), read logical forms
// ([ReadForm]) and build trees ([Unfold]); modules with a closed form ([Combine], [Confine],
// [Calculate]) are computed here for loaders and executors. It runs no program.
//
// It covers the modules of faithful-nmn (Subramanian et al. 2020, Table 3), those over passages
// whose output is a formula of their arguments, with these arguments (Gupta et al. 2020), the
// operators of ∇-FOL (Amizadeh et al. 2020, Table 4) and the functions of CLEVR (Johnson et al.
// 2017). Other modules keep the names that their loader gives them, without a row here.
package language
