package chat

import (
	"errors"

	"dormouse/land/disk"
	"dormouse/tui/backend"
	"dormouse/tui/cli/program"
)

// errPrivate is what a private talk answers to whatever would change the land.
var errPrivate = errors.New("this talk is private: it changes nothing that is kept; /private off ends it")

// hide begins a private talk, in a place of its own: what is there of the last one
// is gone.
func (s *stage) hide() (backend.Source, error) {
	if err := s.close(); err != nil {
		return nil, err
	}
	p, err := s.call.OpenLand(true)
	if err != nil {
		return nil, err
	}
	s.move(p)
	return s.play(program.Talk{})
}

// open goes on with a session, or begins one for "".
func (s *stage) open(session string) (backend.Source, error) {
	if err := s.close(); err != nil {
		return nil, err
	}
	p, err := s.land()
	if err != nil {
		return nil, err
	}
	s.move(p)
	return s.play(program.Talk{Session: session})
}

// land is the place where things are kept.
func (s *stage) land() (*program.Place, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.at(); !p.Private {
		return p, nil
	}
	var err error
	if s.kept == nil {
		s.kept, err = s.call.OpenLand(false)
	}
	return s.kept, err
}

// move makes p the place of the conversation. The land stays open beside a private
// talk; a private place that is left is gone.
func (s *stage) move(p *program.Place) {
	old := s.place.Swap(p)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case old == p:
	case old.Private:
		old.Close()
	default:
		s.kept = old
	}
	if s.kept == p {
		s.kept = nil
	}
}

// keepIn is the folder in which a private talk becomes a session.
func (s *stage) keepIn() (disk.FS, error) {
	p, err := s.land()
	if err != nil {
		return nil, err
	}
	return p.Dir, nil
}

// leave closes all places.
func (s *stage) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept != nil {
		s.kept.Close()
	}
	s.at().Close()
}
