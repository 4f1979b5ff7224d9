package compiler

// searchHits is how many passages a draft may be made from.
const searchHits = 24

// searchDeep is how far down a search looks for sections whose heading is the topic.
// Where pages on details of a topic abound, they crowd out the section that says what
// it is.
const searchDeep = 8 * searchHits
