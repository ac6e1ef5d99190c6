package link

import (
	"bytes"
	"testing"
)

func TestBothEndsOfATLSLinkHaveOneBindingThatNoOtherHas(t *testing.T) {
	l := listen(t, testCert(), Limits{})
	far, near := joinTLS(t, l)
	_, other := joinTLS(t, l)
	switch a, b, c := Binding(near), Binding(far), Binding(other); {
	case len(a) != bindingSize || !bytes.Equal(a, b):
		t.Errorf("the ends have %x and %x", a, b)
	case bytes.Equal(a, c):
		t.Errorf("two links have %x", a)
	case !bytes.Equal(Binding(wrapped{near}), a):
		t.Error("a wrapped link has another binding")
	}
}

func TestALinkInMemoryIsBoundToNothing(t *testing.T) {
	if near, far := PipeOf(Here, ""); Binding(near) != nil || Binding(far) != nil {
		t.Error("it is")
	}
}

// wrapped is a Link around another one.
type wrapped struct{ Link }

func (w wrapped) Unwrap() Link { return w.Link }
