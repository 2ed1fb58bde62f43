// Package clevr reads CLEVR (Johnson et al. 2017): questions with their functional programs, and
// scenes.
//
// # Programs
//
// Functions get the executors' names: scene is select, filter_color is filter, query_color is
// query, same_color and relate are relate, with the relation "same color" or the file's;
// equal_color and equal_integer are equal, less_than is less, greater_than is greater. Name is the
// file's own. Text is the argument: a value, relation or category.
//
// # Scenes
//
// Scenes (--scenes, or beside the questions) add objects and every module's gold, by CLEVR's
// question engine: boxes for objects, a number for a count, a text otherwise. A program with
// another answer than the file, or that the scene can't answer ("unique" of none or of several), is
// a problem, and its modules have no gold.
//
// CLEVR has no boxes. An object's box is the square around pixel_coords that a ball of its size
// fills: 525 pixels of focal length, as the data set's camera has, times the radius, .7 or .35,
// over the third coordinate. A cube reaches somewhat beyond it.
package clevr
