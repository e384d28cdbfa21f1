package provider

import (
	"testing"

	"dormouse/runtime/llm"
)

// What is known about a provider and how it is reached stand in two tables.
func TestEveryVendorIsReached(t *testing.T) {
	for _, v := range llm.Vendors() {
		h, ok := houseOf(v.Name)
		if !ok || h.base == "" || h.dialect == "" {
			t.Errorf("%s has no address or no dialect: %+v", v.Name, h)
		}
		if v.Title == "" || v.Local == (len(v.Keys) > 0) {
			t.Errorf("%s: %+v", v.Name, v)
		}
		if vendor, _, ok := llm.Split(v.Standard); v.Standard != "" && (!ok || vendor != v.Name) {
			t.Errorf("the standard model of %s is %s", v.Name, v.Standard)
		}
	}
}
