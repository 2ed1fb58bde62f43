// Package model asks models through a process with JSON Lines ([StartLines]), an address like
// vLLM's and SGLang's or with the Open Inference Protocol ([Dial]), or a built-in one ([Demo],
// [Questions]).
//
// Models are not believed: [Probe] asks first, and answers that aren't numbers over the labels are
// errors.
//
// Only what the person typed may become a model: no function reads a command from a file. [Words]
// splits a command, which starts without a shell.
//
// demo.bin.zst's weights were trained on SNLI (Bowman et al. 2015), CC BY-SA 4.0, with e-SNLI
// (Camburu et al. 2018, MIT), and are CC BY-SA 4.0; on 402 held pairs of e-SNLI's dev set it is
// right on .719, with gold majority .343. The weights of [Questions] are package span's.
package model
