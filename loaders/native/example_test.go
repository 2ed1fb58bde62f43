package native_test

import (
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/native"
)

// A run is written as a header and a line for each example.
func ExampleWrite() {
	half := 0.5
	examples := []*loaders.Example{{
		ID: "a", Question: "Is there a dog?",
		Answer:  loaders.Answer{Predicted: "yes", Gold: "yes"},
		Program: []loaders.Module{{Op: "exist", Output: loaders.Output{Truth: &half}, Place: -1}},
	}}
	if err := native.Write(os.Stdout, native.Header{Name: "mine"}, slices.Values(examples)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"faithscope":1,"run":{"name":"mine","box_format":"xyxy","box_units":"fraction"}}
	// {"id":"a","question":"Is there a dog?","answer":{"predicted":"yes","gold":"yes","correct":null},"program":[{"op":"exist","output":{"truth":0.5}}]}
}

// The format recognises its lines by their keys.
func ExampleFormat() {
	fmt.Println(native.Format.Detect([]byte(`{"id":"a","question":"Is there a dog?","program":[{"op":"exist"}]}`)))
	fmt.Println(native.Format.Detect([]byte(`{"id":"a","text":"Something else"}`)))
	// Output:
	// true
	// false
}

// The schema of a line is for programs that write the format.
func ExampleSchema() {
	first, _, _ := strings.Cut(string(native.Schema()), ",")
	fmt.Println(first)
	// Output:
	// {
	//  "$schema": "https://json-schema.org/draft/2020-12/schema"
}
