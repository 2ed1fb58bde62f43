// Package clevr reads CLEVR (Johnson et al. 2017): questions with their
// functional programs, and scenes.
//
// # Programs
//
// A program is a tree under the names that the executors know: scene is select,
// filter_color and its kin are filter, query_color is query, same_color and
// relate are relate, with the relation "same color" or the one of the file;
// equal_color and equal_integer are equal, less_than is less, greater_than is
// greater. Name is the file's own, Text its argument: the value that a filter
// asks for, the relation, or the category that is queried.
//
// # Scenes
//
// Scenes, named by --scenes or found beside the questions, give the picture its
// objects and every module its gold, as the functions are defined in CLEVR's
// question engine: boxes for a set or an object, a number for a count, a text
// otherwise. A program that gives another answer than the file is a problem, and its
// modules have no gold; so is one that the scene cannot answer: "unique" of none or of
// several.
//
// CLEVR has no boxes. An object's box is the square around pixel_coords that a
// ball of its size fills at its distance: 525 pixels of focal length, which is
// that of the data set's camera, times the radius, .7 or .35, over the third of
// the coordinates. A cube reaches somewhat beyond it.
//
// It knows nothing of a picture beyond its scene.
package clevr
