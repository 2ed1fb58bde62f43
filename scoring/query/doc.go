// Package query is the language in which a person selects examples: on the
// filter line of a screen, after --where on the command line and in a saved view.
//
// A query has a short form, quick to type, and a long one.
//
//	find<.3 wrong kind:logical -black
//	not correct and f1.find < .5
//
// The short form is words with spaces between them, all of which must hold:
//
//	wrong              a field that is true or false
//	tower "on top"     text in the id, the question, the kind or an answer, case aside
//	find<.3            a number compared: < <= > >= = !=
//	kind:logical       a text that contains another, case aside
//	answer.gold=3      a text that equals another
//	-black -wrong      a word after a minus must not hold
//
// The long form is an expression of github.com/expr-lang/expr over the same
// fields, whose language definition lists the rest. A query is long when a word
// shows it (and, or, not, in, contains, matches, startsWith, endsWith, an
// operator by itself) or a bracket does.
//
// An undefined number is neither less than, greater than, equal to nor unequal
// to anything; defined(f1.find) asks for it. not turns that around: "not
// (f1.find < .5)" holds where f1.find is undefined, "f1.find >= .5" does not. A
// field with several texts (tag, cause.find, argument) equals whatever one of
// them is.
//
// A query takes no more than its [Budget]: it may come from a file or a guest.
//
// The package knows no run: a [Source] has the examples, by columns.
package query
