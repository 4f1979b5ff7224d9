// Package agents asks the agents that people have, programs on $PATH and endpoints.
//
// What it knows of a program stands in specs.yaml and nowhere else: which flags keep it from
// touching anything, how it is given a schema, where in its output the answer stands. An
// [Agent] is a [Spec] that was found here; [Find] finds them, in the order in which to ask
// them, and [Walk] asks one after another. A time-out, an empty answer, one that is not of the
// schema and a program that ends badly are the same to it: the next one is asked.
//
// An agent gets its question on standard input, in an empty folder, with few variables. What
// it answers is data. Nothing here writes to a vault, or believes an answer.
package agents
