// Package results is the place of figures and tables: the papers' ([papers]) and this
// program's own, in one list, with a cursor that reads their numbers and leads to the
// examples that these rest on. It also draws figures into files. They are pictures if the
// terminal shows pixels, otherwise characters.
//
// It computes no number: packages papers and figure do.
package results
