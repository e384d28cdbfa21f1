package transcript

import (
	"crypto/sha256"
	"encoding/hex"
)

// Proof is a short hash of what a message says, and in which role. What rests on a
// message keeps it beside the message's id: a message that another machine numbered
// anew is found by it, and one whose text was changed is known to be another.
func Proof(m Message) string {
	sum := sha256.Sum256([]byte(string(m.Role) + "\x00" + m.Content))
	return hex.EncodeToString(sum[:5])
}
