// Package roles decides what the columns of a table hold: a [RoleMap] assigns a role to each, and a
// [RoleDecision] adds how answers are judged and whose they are.
//
// Names have roles by published lists of words. Each verdict, or pair of a prediction and a correct
// answer, is a reading that passes or fails checks of its values. A table opens by itself only if
// exactly one reading passes, or several whose names tell their models. No number weighs one reading
// against another, because a wrong accuracy shown without a doubt costs more trust than a question.
//
// A verdict's values are of one kind, and none of them is a prediction. Without a verdict, a
// prediction is right if it equals a correct answer as a text or a number, except where equality says
// nothing: of measurements, whose errors are scores; of prose; of a measurement and a class; and of a
// closed vocabulary with which the other column shares no value. Where predictions contain correct
// answers but rarely equal them, a person is asked, and offered [rules.Contains], [rules.Letter] or
// [rules.Number].
//
// If correct answers and predictions name options by text, letter or number, [rules.Letter] or [rules.Letter1] compares
// them. A table whose values fit only one of the two opens by itself; for the others a person is asked.
//
// 0 beside verdicts of 1 and -1 is neutral: on neither side of the accuracy. A status beside errors or
// times says whether a request was answered, so it isn't a verdict.
package roles
