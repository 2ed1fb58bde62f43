// Package model asks models: a [Model] answers batches of inputs with numbers over
// labels, and a [Differentiable] one with gradients too. Behind it stand
//
//   - lines: a process that reads and writes JSON Lines ([StartLines]);
//   - HTTP: an address that is asked as vLLM and SGLang are, or by the Open Inference
//     Protocol ([Dial]);
//   - the demo's small model of natural language inference ([Demo]), which is part of
//     the program.
//
// A model is not believed: [Probe] asks it before anything rests on its answers, and an
// answer that is not numbers over its labels is an error. An [Asker] asks each different
// input once.
//
// Only what the person typed may become a model: no function here reads a command from
// a file. A command is split into words by [Words] and started without a shell.
//
// demo.bin.zst has the weights of the demo's model. They were trained on SNLI (Bowman et al.
// 2015), CC BY-SA 4.0, with e-SNLI (Camburu et al. 2018, MIT), and are CC BY-SA 4.0; on
// 402 held pairs of e-SNLI's dev set it is right on .719, with gold majority .343.
//
// It explains nothing: package explain does.
package model
