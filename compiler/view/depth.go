package view

// SearchHits is how many passages a draft may be made from.
const SearchHits = 24

// SearchDeep is how far down a search looks for sections whose heading is the topic.
// Where pages on details of a topic abound, they crowd out the section that says what
// it is.
const SearchDeep = 8 * SearchHits
