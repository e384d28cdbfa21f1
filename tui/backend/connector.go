package backend

// Connector connects a provider of models. Its methods are called from commands,
// and Connect waits for the provider.
type Connector interface {
	Providers() []Connection
	// Address makes a server's address of what was typed, and tells the host that a
	// key will go to; an error where it cannot be one.
	Address(typed string) (address, host string, err error)
	// Connect sends one small request. If that is answered, the key is kept and new
	// talks use the model. If it is not clear which model is meant, nothing is sent
	// and the result lists the models.
	Connect(Connecting) (Connected, error)
}

// Connection is a provider that may be connected.
type Connection struct {
	Name  string // as in "provider/name"
	Title string
	Note  string // that it is connected already, and by what
	Key   bool   // it wants a key
	Host  string // where the key goes, "" where the person says that
	Keeps string // where the key will be kept, as a clause
}

// Connecting is what a person gave to connect a provider.
type Connecting struct{ Provider, Address, Key, Model string }

// Connected is a model that answered, or the models there are to choose from.
type Connected struct {
	Ref    string   // "provider/name"
	Kept   string   // where the key is, as a clause; "" for none
	Models []string // names
}
