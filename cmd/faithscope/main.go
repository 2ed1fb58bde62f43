// Command faithscope opens evaluation runs of modular models in a terminal:
// answers beside faithfulness, programs module by module, and where each
// module looked.
//
//	faithscope                 the demo
//	faithscope RUN…            runs
//	faithscope score RUN…      the score report
//	faithscope compare A B…    the differences between runs, tested
//	faithscope gate A B        a failure if run B is worse than run A
//	faithscope merge PARTIAL…  the score report of a run that was scored in shards
//	faithscope slurm RUN…      the lines that score shards on a cluster
//	faithscope convert RUN     a run in another format
//	faithscope run QUESTIONS   answers, by running programs on an oracle
//	faithscope calibrate …     the calibration of an oracle
//	faithscope whatif RUN…     which answers become right with the gold of modules
//	faithscope blame RUN…      which modules are at fault, and why
//	faithscope slices RUN…     the subsets that differ most from the rest
//	faithscope check RUN…      what is wrong in run files
//	faithscope serve RUN…      the runs, for guests over SSH
//	faithscope formats         what it reads
//	faithscope schema          the native format's JSON Schema
//	faithscope licences        the licences of what is built in
//	faithscope doctor          how the terminal can show pictures
package main

import (
	"os"

	"faithscope/cmd/faithscope/commands"
)

// version is set by the linker for releases; otherwise it is that of the module.
var version string

func main() { os.Exit(commands.Main(version)) }
