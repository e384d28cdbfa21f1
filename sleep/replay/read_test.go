package replay

import "testing"

// GUARANTEES 14: whatever .dormouse/mind.json holds, it is read or told to be
// damaged, and what was read can be written and read again.
func FuzzSelf(f *testing.F) {
	f.Add([]byte(`{"version":1,"cycles":3,"beliefs":[{}],"traces":{}}`))
	f.Add([]byte(`{"version":999}`))
	f.Add([]byte("\x00\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		self, err := readSelf(b, nil)
		if err != nil && self.Cycles != 0 {
			t.Errorf("damaged, and half taken up: %+v", self)
		}
	})
}
