// Package steps reads chains of reasoning in which people marked which step is wrong, and the files
// of judges that are joined with them by id ([OpenJudge]).
//
// A chain is a program: a root, and below it a module for each step, whose text is the step and
// whose gold is people's verdict. A judge's verdicts and scores are the modules' outputs; the root's
// output says that a judge was asked, whom it blames, and what it says of the whole.
//
// Steps that nobody judged have no gold: in ProcessBench and BIG-Bench Mistake those after the first
// wrong one, in Who&When all but the decisive one. The module's Place is the file's own index of the
// step, from 0; in PRMBench and MR-GSM8K, whose files count from 1, from 1.
package steps
