//go:build unix

package terminal

import (
	"testing"

	"faithscope/cmd/faithscope/commands"
	"faithscope/cmd/faithscope/programtest"
)

func TestMain(m *testing.M) { programtest.Main(m, commands.Main, nil) }
