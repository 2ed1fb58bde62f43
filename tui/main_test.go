package tui

import (
	"testing"

	"faithscope/loaders/loadertest/testmain"
)

func TestMain(m *testing.M) { testmain.SideBySide(m, 6) }
