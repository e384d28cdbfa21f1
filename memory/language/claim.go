package language

import "strconv"

// Sight collects what is seen of a clause of a claim beside what was said.
type Sight struct{ f features }

// Is adds something that is so.
func (s *Sight) Is(what string, is bool) {
	if is {
		s.f.add(what)
	}
}

// sightSteps is how finely a share is seen, and mostSteps the most of it.
const (
	sightSteps = 4
	mostSteps  = 12
)

// Much adds by how much something is so.
func (s *Sight) Much(what string, share float64) {
	s.f.add(what, strconv.Itoa(min(mostSteps, int(share*sightSteps+.5))))
}

// List is what was seen, for Unborne.
func (s *Sight) List() []uint16 { return s.f.list() }

var claimModel = lazy("claim")

// Unborne is the probability that a clause of which this was seen is not borne out by
// what was said: that it is contradicted, or that nothing speaks for it.
func Unborne(seen []uint16) float64 { return claimModel().Unborne(seen) }

// Unborne is the function Unborne by another model than the embedded one.
func (m *Model) Unborne(seen []uint16) float64 { return 1 - m.Of(m.score(seen), ClaimLabels[0]) }

// ClaimLabels are what a clause of a claim may be.
var ClaimLabels = []string{"carried", "contradicted", "unsupported"}
