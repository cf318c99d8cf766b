//! The bytes of a body, which may lie in the memory that they were unpacked into.

use std::fmt;
use std::ops::{Deref, Range};

/// The bytes of a page's body, read as a slice: `body.len()`, `&body[..100]`, `body == b"<p>Hello"`.
///
/// A long body is not copied out of the memory that it was unpacked into but takes it over, with what
/// else lies there, and a reader goes on in the memory that the record had: so bytes are copied once
/// fewer. [`Vec::from`] makes a vector of the body alone.
#[derive(Default, Clone, Eq)]
pub struct Body {
    memory: Vec<u8>,
    place: Range<usize>,
}

impl Body {
    /// Bytes of memory that it holds, at least as many as it has.
    pub fn capacity(&self) -> usize {
        self.memory.capacity()
    }

    /// Empties it and keeps its memory.
    pub fn clear(&mut self) {
        self.place = 0..0;
    }

    /// Appends bytes.
    pub fn extend_from_slice(&mut self, bytes: &[u8]) {
        self.alone().extend_from_slice(bytes);
        self.place.end = self.memory.len();
    }

    /// Has it be a copy of `bytes`, written over what lies in its memory, so that a window which has that
    /// next need not be filled anew.
    pub(crate) fn copy(&mut self, bytes: &[u8]) {
        match self.memory.get_mut(..bytes.len()) {
            Some(memory) => memory.copy_from_slice(bytes),
            None => {
                self.memory.clear();
                self.memory.extend_from_slice(bytes);
            }
        }
        self.place = 0..bytes.len();
    }

    /// Its memory, with the body and nothing else in it.
    fn alone(&mut self) -> &mut Vec<u8> {
        self.memory.truncate(self.place.end);
        self.memory.drain(..self.place.start);
        self.place = 0..self.memory.len();
        &mut self.memory
    }

    /// Has it be what lies at `place` of `memory`, and gives the memory that it had, with whatever is
    /// in there.
    pub(crate) fn exchange(&mut self, memory: Vec<u8>, place: Range<usize>) -> Vec<u8> {
        debug_assert!(place.end <= memory.len());
        self.place = place;
        std::mem::replace(&mut self.memory, memory)
    }
}

impl Deref for Body {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.memory[self.place.clone()]
    }
}

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl<T: AsRef<[u8]> + ?Sized> PartialEq<T> for Body {
    fn eq(&self, other: &T) -> bool {
        **self == *other.as_ref()
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl From<Vec<u8>> for Body {
    fn from(bytes: Vec<u8>) -> Body {
        Body { place: 0..bytes.len(), memory: bytes }
    }
}

impl From<Body> for Vec<u8> {
    fn from(mut body: Body) -> Vec<u8> {
        body.alone();
        body.memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_its_place_in_memory_until_it_grows() {
        let mut body = Body::from(b"old".to_vec());
        assert_eq!(body.exchange(b"head<p>page\r\n".to_vec(), 4..11), b"old");
        assert_eq!(body, b"<p>page");
        assert_eq!(Vec::from(body.clone()), b"<p>page");
        body.extend_from_slice(b" two");
        assert_eq!(body, b"<p>page two");
        body.copy(b"a page");
        assert_eq!(body, b"a page");
        body.copy(b"a page that is longer");
        assert_eq!(body, b"a page that is longer");
        body.clear();
        assert!(body.is_empty());
        body.extend_from_slice(b"next");
        assert_eq!(body, b"next");
    }
}
