package ending

import (
	"testing"

	"faithscope/cmd/faithscope/programtest"
)

func TestReasonOfWhatTheRuntimeLeaves(t *testing.T) {
	const nested = "runtime stack:\nruntime.throw({0x4a?, 0x2?})\n\truntime/panic.go:1229 +0x48\n" +
		"runtime.newstack()\n\truntime/stack.go:1207\n\ngoroutine 1 gp=0x22 [running]:\n" +
		"faithscope/views.(*Stack).draw(0x2aaaa49?)\n\tviews/stack.go:3 +0x2b\n"
	const twice = "\ngoroutine 6 [running]:\ninternal/runtime/maps.fatal({0x4af803?, 0x0?})\n\truntime/panic.go:1181 " +
		"+0x18\nmain.main.func1()\n\tmain.go:4\ncreated by main.main in goroutine 1\n"
	for text, want := range map[string]string{
		"panic: a mistake\n\ngoroutine 1 [running]:\nmain.main()\n": "panic: a mistake",
		nested: "stack overflow, in faithscope/views.(*Stack).draw",
		twice:  "concurrent access to a map, in main.main.func1",
		"runtime stack:\nruntime.throw({0x4a?, 0x2?})\n": "fatal error in the Go runtime",
	} {
		programtest.Equal(t, "the reason", reasonOf(text), want)
	}
}
