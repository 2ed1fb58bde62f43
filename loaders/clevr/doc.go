// Package clevr reads CLEVR (Johnson et al. 2017): questions with their functional programs, and
// scenes.
//
// # Programs
//
// A program is a tree under the names that the executors know: scene is select, filter_color is
// filter, query_color is query, same_color and relate are relate, with the relation "same color" or
// the file's; equal_color and equal_integer are equal, less_than is less, greater_than is greater.
// Name is the file's own. Text is its argument: a filter's value, the relation, or the queried
// category.
//
// # Scenes
//
// Scenes (--scenes, or beside the questions) add a picture's objects and every module's gold, by
// the functions of CLEVR's question engine: boxes for a set or an object, a number for a count, a
// text otherwise. A program with another answer than the file, or that the scene can't answer
// ("unique" of none or of several), is a problem, and its modules have no gold.
//
// CLEVR has no boxes. An object's box is the square around pixel_coords that a ball of its size
// fills at its distance: 525 pixels of focal length, as the data set's camera has, times the
// radius, .7 or .35, over the third coordinate. A cube reaches somewhat beyond it.
//
// It knows nothing of a picture beyond its scene.
package clevr
