package loaders_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/native"
)

// A run opens at once; its examples are decoded when somebody asks for them.
func Example() {
	fsys := fstest.MapFS{
		"run.jsonl": {
			Data: []byte(
				`{"id":"a","question":"Is there a dog?","answer":{"predicted":"yes","gold":"yes"},` +
					`"program":[{"op":"exist","children":[1]},{"op":"find","text":"dog"}]}
{"id":"b","question":"How many?","answer":{"predicted":"3","gold":"2"}}
`,
			),
		},
	}
	ctx := context.Background()
	run, err := files.NewOpener(fsys, native.Format).Open(ctx, "run.jsonl", loaders.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer run.Close()
	if err := run.Wait(ctx, math.MaxInt); err != nil { // for all records
		fmt.Println(err)
	}
	for i := range run.Len() {
		ex := run.Example(i)
		fmt.Println(ex.ID, ex.Question, ex.Answer.Correct)
		for _, m := range ex.Program {
			fmt.Printf("   %s[%s]\n", m.Op, m.Text)
		}
	}
	_, problems := run.Problems.All()
	fmt.Println(problems, "problems")
	// Output:
	// a Is there a dog? right
	//    exist[]
	//    find[dog]
	// b How many? wrong
	// 0 problems
}
