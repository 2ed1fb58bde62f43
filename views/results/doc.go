// Package results shows figures and tables, the papers' ([papers]) and this program's own, with a
// cursor that links numbers to examples, and draws figures into files. It computes no number.
package results
