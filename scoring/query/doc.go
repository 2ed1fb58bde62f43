// Package query is the language that selects examples on the filter line, after --where and in
// saved views.
//
//	find<.3 wrong kind:logical -black
//	not correct and f1.find < .5
//
// The short form is words that must all hold:
//
//	wrong              a field that is true or false
//	tower "on top"     text in the id, the question, the kind or an answer, case aside
//	find<.3            a number compared: < <= > >= = !=
//	kind:logical       a text that contains another, case aside
//	answer.gold=3      a text that equals another
//	-black -wrong      a word after a minus must not hold
//
// The long form is an expression of github.com/expr-lang/expr over the same fields. A query is long
// if it has such a word (and, or, not, in, contains, matches, startsWith, endsWith, an operator by
// itself) or a bracket.
//
// An undefined number is neither less than, greater than, equal to nor unequal to anything;
// defined(f1.find) asks for it. not turns that around: "not (f1.find < .5)" holds where f1.find is
// undefined, "f1.find >= .5" does not. A field with several texts (tag, cause.find, argument)
// equals whatever one of them is.
package query
