package alike

// maxInBucket bounds the texts of one bucket that a new one is compared with, so that
// a site of pages made alike costs no more than any other.
const maxInBucket = 32

// Groups gathers the texts that are nearly the same. A group has two members or more,
// in order, and groups are in the order of their first. Only pairs that share a band
// are looked at; same decides, and where it is nil, the estimate. A text joins a
// group by one member that it is the same as.
func Groups(sketches []Sketch, same func(i, j int) bool) [][]int {
	if same == nil {
		same = func(i, j int) bool { return sketches[i].Similarity(sketches[j]) >= Threshold }
	}
	first := make([]int, len(sketches)) // a forest: each text points to an earlier one of its group
	for i := range first {
		first[i] = i
	}
	root := func(i int) int {
		for first[i] != i {
			first[i] = first[first[i]]
			i = first[i]
		}
		return i
	}
	type pair struct{ i, j int }
	differ := map[pair]bool{}
	buckets := make(map[uint64][]int, len(sketches))
	for b := range bands {
		clear(buckets)
		for i := range sketches {
			if sketches[i] == (Sketch{}) {
				continue
			}
			key := sketches[i].band(b)
			bucket, joined := buckets[key], false
			for _, j := range bucket {
				ri, rj := root(i), root(j)
				if ri != rj {
					if differ[pair{i, j}] {
						continue
					}
					if !same(i, j) {
						differ[pair{i, j}] = true
						continue
					}
					first[max(ri, rj)] = min(ri, rj)
				}
				joined = true
				break
			}
			if !joined && len(bucket) < maxInBucket {
				buckets[key] = append(bucket, i)
			}
		}
	}
	members := map[int][]int{}
	for i := range sketches {
		if r := root(i); r != i {
			members[r] = append(members[r], i)
		}
	}
	var out [][]int
	for i := range sketches {
		if rest := members[i]; rest != nil {
			out = append(out, append([]int{i}, rest...))
		}
	}
	return out
}
