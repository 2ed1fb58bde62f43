// Package model asks models: a [Model] answers batches of inputs with numbers over
// labels, a [Differentiable] one also with gradients. Behind it is a process that speaks
// JSON Lines ([StartLines]), an address that speaks like vLLM and SGLang or the Open
// Inference Protocol ([Dial]), or the demo's model of natural language inference ([Demo]).
//
// A model is not believed: [Probe] asks it before anything rests on its answers, and an
// answer that is not numbers over its labels is an error.
//
// Only what the person typed may become a model: no function here reads a command from
// a file. A command is split into words by [Words] and started without a shell.
//
// demo.bin.zst has the weights of the demo's model. They were trained on SNLI (Bowman et al.
// 2015), CC BY-SA 4.0, with e-SNLI (Camburu et al. 2018, MIT), and are CC BY-SA 4.0; on
// 402 held pairs of e-SNLI's dev set it is right on .719, with gold majority .343.
package model
