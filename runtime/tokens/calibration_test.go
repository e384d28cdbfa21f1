package tokens

import (
	"encoding/json"
	"math"
	"testing"
)

func TestCalibrationLearns(t *testing.T) {
	var c Calibrations
	const model = "anthropic/claude"
	if got := c.Apply(model, 1000); got != 1000 {
		t.Errorf("before any report Apply(1000) = %d", got)
	}
	for range 12 {
		if !c.Observe(model, 1000, 1250) {
			t.Fatal("a plain report was ignored")
		}
	}
	if got := c.Apply(model, 1000); got < 1245 || got > 1255 {
		t.Errorf("after twelve reports of 1.25 Apply(1000) = %d", got)
	}
	if e := c.Of(model).LastError; math.Abs(e) > 0.01 {
		t.Errorf("the last error is %v", e)
	}
	if got := c.Apply("openai/gpt-4o", 1000); got != 1000 {
		t.Errorf("another model has changed too: %d", got)
	}
	// One outlier moves it by a fifth of the way, not more.
	c.Observe(model, 1000, 2250)
	if r := c.Of(model).Ratio; math.Abs(r-1.45) > 0.02 {
		t.Errorf("after one report of 2.25 the ratio is %v, want 1.45", r)
	}
}

func TestCalibrationSmallRequestsWeighLess(t *testing.T) {
	var small, large Calibration
	small.Observe(16, 32)
	large.Observe(1600, 3200)
	if large.Ratio != 2 || small.Ratio >= 1.1 {
		t.Errorf("ratios %v for a small request, %v for a large one", small.Ratio, large.Ratio)
	}
}

func TestCalibrationIgnores(t *testing.T) {
	for _, r := range [][2]int{{1000, 0}, {0, 1000}, {-5, 10}, {10, -5}, {1000, 100}, {1000, 10_000}, {1, math.MaxInt}} {
		c := Calibration{Ratio: 1.5, Samples: 3, LastError: 0.1}
		before := c
		if c.Observe(r[0], r[1]) || c != before {
			t.Errorf("estimated %d, reported %d was taken in: %+v", r[0], r[1], c)
		}
	}
}

func TestCalibrationStaysInBounds(t *testing.T) {
	for _, reported := range []int{260, 7900} {
		var c Calibration
		for range 100 {
			c.Observe(1000, reported)
		}
		if c.Ratio < 0.5 || c.Ratio > 4 {
			t.Errorf("reports of %d led to %v", reported, c.Ratio)
		}
	}
}

func TestCalibrationRounds(t *testing.T) {
	c := Calibration{Ratio: 1.01, Samples: 1}
	for estimate, want := range map[int]int{0: 0, -3: 0, 1: 2, 100: 101} {
		if got := c.Apply(estimate); got != want {
			t.Errorf("Apply(%d) = %d, want %d", estimate, got, want)
		}
	}
}

func TestCalibrationsAreSaved(t *testing.T) {
	var c, back Calibrations
	c.Observe("b/two", 1000, 1300)
	c.Observe("a/one", 1000, 900)
	c.Of("never/reported")
	saved, err := json.Marshal(&c)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"a/one":{"ratio":0.9,"samples":1,"last_error":0.1111111111111111},"b/two":{"ratio":1.3,"samples":1,"last_error":-0.23076923076923078}}`
	if string(saved) != want {
		t.Errorf("saved %s\nwant  %s", saved, want)
	}
	if err := json.Unmarshal(saved, &back); err != nil {
		t.Fatal(err)
	}
	if *back.Of("b/two") != *c.Of("b/two") || back.Apply("a/one", 1000) != 900 {
		t.Errorf("read back %+v", back.Of("b/two"))
	}
}

func TestCalibrationsReadDamage(t *testing.T) {
	for _, c := range []struct {
		json string
		ok   bool
		want int // of 100
	}{
		{`{}`, true, 100}, {`null`, true, 100}, {`{"m":null}`, true, 100}, {`{"m":{"ratio":99,"samples":2}}`, true, 400}, {`{"m":{"ratio":0.001,"samples":2}}`, true, 50},
		{`{"m":{"ratio":-1,"samples":2}}`, true, 100}, {`{"m":{"ratio":2,"samples":-1}}`, true, 100}, {`{"m":{"ratio":2,"samples":1,"new":true}}`, true, 200},
		{`[]`, false, 100}, {`{"m":3}`, false, 100}, {`{"m":`, false, 100},
	} {
		var got Calibrations
		if err := json.Unmarshal([]byte(c.json), &got); (err == nil) != c.ok {
			t.Errorf("%s: error %v", c.json, err)
		}
		if n := got.Apply("m", 100); n != c.want {
			t.Errorf("%s: Apply(100) = %d, want %d", c.json, n, c.want)
		}
	}
}
