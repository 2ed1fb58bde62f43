package grounding

import (
	"testing"

	"faithscope/loaders/loadertest/testmain"
)

func TestMain(m *testing.M) { testmain.Run(m) }
