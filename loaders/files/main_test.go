package files_test

import (
	"testing"

	"faithscope/loaders/loadertest"
)

func TestMain(m *testing.M) { loadertest.SideBySide(m, 8) }
