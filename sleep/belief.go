package sleep

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Kind is what a belief is about.
type Kind string

// The four kinds (SLEEP §9: what people talk about, not places only).
const (
	Person  Kind = "person"
	Place   Kind = "place"
	Project Kind = "project"
	Topic   Kind = "topic"
)

// Entity is something an episode speaks of.
type Entity struct {
	Kind Kind   `json:"kind"`
	Name string `json:"name"`
}

// Belief is how a land stands to one entity: Score in [−1, 1] from bad to good,
// Confidence in [0, 1], Evidence in episodes (001 §6.1).
type Belief struct {
	Entity
	Score      float64   `json:"score"`
	Confidence float64   `json:"confidence"`
	Evidence   int       `json:"evidence"`
	Seen       time.Time `json:"last_seen"`
	// Side is the sign of the score when it was last clear (0.1 or more from 0);
	// Turned is when that last changed, zero if never.
	Side   int       `json:"side,omitempty"`
	Turned time.Time `json:"turned,omitzero"`
}

// clear is how far from 0 a score must be to take sides; sure is the confidence
// from which changing sides means something.
const (
	clearScore = 0.1
	sureEnough = 0.3
)

// key is how entities are told apart.
func (e Entity) key() string { return strings.ToLower(e.Name) }

// mostBeliefs bounds the state; the least certain and longest unseen go first.
const mostBeliefs = 500

// Believe moves the beliefs that episodes bear on and lets the others decay
// towards 0 (001 §6.1): score += alpha·(evidence − score), where the evidence is
// the valence of the episode, against the person's goals if it thwarts them.
// Confidence grows by alpha times how the episode came to be known. It returns
// the beliefs by name and the names of those that turned: crossed clearly to the
// other side after having been sure.
func (p Profile) Believe(beliefs []Belief, episodes []Episode, now time.Time) ([]Belief, []string) {
	index := map[string]int{}
	list := slices.Clone(beliefs)
	for i, b := range list {
		index[b.key()] = i
	}
	touched := map[string]bool{}
	var turned []string
	for _, ep := range episodes {
		for _, en := range ep.Entities {
			i, known := index[en.key()]
			if !known {
				i = len(list)
				index[en.key()] = i
				list = append(list, Belief{Entity: en})
			}
			touched[en.key()] = true
			before := list[i]
			if evidence(en.Kind) > evidence(before.Kind) {
				before.Kind = en.Kind
			}
			list[i] = p.learn(before, ep)
			if side := sideOf(list[i].Score); side != 0 {
				if before.Side == -side && before.Confidence >= sureEnough {
					list[i].Turned = ep.Time
					turned = append(turned, en.Name)
				}
				list[i].Side = side
			}
		}
	}
	for i := range list {
		if !touched[list[i].key()] {
			list[i].Score = tidy(list[i].Score * (1 - p.Decay))
		}
	}
	return fewer(list), turned
}

func sideOf(score float64) int {
	switch {
	case score >= clearScore:
		return 1
	case score <= -clearScore:
		return -1
	}
	return 0
}

// learn is one episode's evidence on one belief.
func (p Profile) learn(b Belief, ep Episode) Belief {
	evidence := ep.Emotion.Valence
	switch ep.Goal {
	case Supports:
		evidence = clamp(evidence+0.25, -1, 1)
	case Thwarts:
		evidence = clamp(evidence-0.25, -1, 1)
	}
	b.Score = tidy(clamp(b.Score+p.Alpha*(evidence-b.Score), -1, 1))
	b.Confidence = tidy(b.Confidence + p.Alpha*channelWeight(ep.Channel)*(1-b.Confidence))
	b.Evidence++
	if ep.Time.After(b.Seen) {
		b.Seen = ep.Time
	}
	return b
}

// fewer sorts by name and keeps the beliefs that are surest and freshest.
func fewer(list []Belief) []Belief {
	if len(list) > mostBeliefs {
		slices.SortStableFunc(list, func(a, b Belief) int {
			return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), b.Seen.Compare(a.Seen), cmp.Compare(a.Name, b.Name))
		})
		list = list[:mostBeliefs]
	}
	slices.SortFunc(list, func(a, b Belief) int { return cmp.Or(cmp.Compare(a.key(), b.key()), cmp.Compare(a.Name, b.Name)) })
	return list
}
