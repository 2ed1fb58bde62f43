// Package language is the one table of modules: what each takes and returns,
// whether it is learned, and the names that formats give it. A loader
// translates a file's names ([NLVR2], [FromGQA] and their like), reads logical
// forms with [ReadForm] and writes steps as a tree with [Unfold]; the executors
// run what the table describes, and what has a closed form over other modules'
// outputs ([Combine], [Confine], [Calculate]) is computed here for both.
//
// It covers the modules of faithful-nmn (Subramanian et al. 2020, Table 3), those over
// passages whose output is a formula of their arguments, with these arguments (Gupta et
// al. 2020), the operators of ∇-FOL (Amizadeh et al. 2020, Table 4) and the functions of
// CLEVR (Johnson et al. 2017). Modules of other languages have the names that their
// loader gives them and no row here.
//
// It runs no program: packages nmn and dfol do.
package language
