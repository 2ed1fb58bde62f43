// Package heat shows numbers over the tokens of texts as heat: a module's attention over the
// passage, and attributions and rationales as rows.
//
// Setting tokens in lines is expensive, so a text is kept as long as its width is the same.
package heat
