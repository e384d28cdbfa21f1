package replay

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"dormouse/sleep"
)

// Pressed are signals with what the sleep pressure is made of, for the conversation
// of this name.
func (s Self) Pressed(g sleep.Signals, e sleep.Energy, name string) sleep.Signals {
	life := s.Life(e, name)
	g.MinAwake, g.Capacity, g.Roll = life.MinAwake, life.Capacity, s.Roll(name, g.Beats)
	return g
}

// Life is a waking life: what was drawn for it when the land last woke, or, before
// its first night, what a land of no nights draws. name tells conversations apart.
func (s Self) Life(e sleep.Energy, name string) sleep.Waken {
	if s.Drawn.MinAwake > 0 {
		return s.Drawn
	}
	return e.Wake(s.Cycles, drawsOf(name))
}

// Roll is the draw of one beat of a waking life, in [0, 1): the same however often
// somebody looks during the beat, and in whatever program.
func (s Self) Roll(name string, beat int) float64 {
	return drawsOf(fmt.Sprint(name, " ", s.LastID, " ", s.Cycles, " ", beat)).Float64()
}

// drawsOf are draws that follow from a name.
func drawsOf(name string) *rand.Rand {
	sum := sha256.Sum256([]byte(name))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])))
}
