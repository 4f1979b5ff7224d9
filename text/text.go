// Package text cuts, folds and stems what people write: the words of a claim and of its
// evidence are read by the same code, in every language that is read.
//
// A [Scanner] cuts a stretch of text into [Token]s: words with their stem and weight, and
// pairs of characters in scripts without spaces. [Language] guesses a text's language by
// its script and its small words. [Stems] remembers what words share with their forms.
// It never fails and knows nothing of claims. Below it, package syntax reads what in a
// sentence depends on what.
package text
