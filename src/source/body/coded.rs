//! How a message's head says that its body is encoded.

/// A content encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Gzip,
    Deflate,
    Brotli,
    Zstd,
    /// One that is not read here.
    Unknown,
}

impl Encoding {
    /// The encoding of this name; `None` if the name is that of none.
    pub fn named(token: &[u8]) -> Option<Encoding> {
        const NAMES: [(&[u8], Option<Encoding>); 7] = [
            (b"gzip", Some(Encoding::Gzip)),
            (b"x-gzip", Some(Encoding::Gzip)),
            (b"deflate", Some(Encoding::Deflate)),
            (b"br", Some(Encoding::Brotli)),
            (b"zstd", Some(Encoding::Zstd)),
            (b"identity", None),
            (b"none", None),
        ];
        let known = NAMES.iter().find(|(name, _)| token.eq_ignore_ascii_case(name));
        known.map_or(Some(Encoding::Unknown), |&(_, encoding)| encoding)
    }
}

/// How a body is said to be encoded.
#[derive(Debug, Default)]
pub(crate) struct Coded {
    /// Whether it comes in chunks.
    pub chunked: bool,
    /// The content encodings, in the order in which they were applied.
    pub encodings: Vec<Encoding>,
    /// The content encodings as the head names them; empty if it names none.
    pub text: String,
}

impl Coded {
    /// Forgets the last message, keeping the memory.
    pub fn clear(&mut self) {
        self.chunked = false;
        self.encodings.clear();
        self.text.clear();
    }

    /// Reads a `Transfer-Encoding` field.
    pub fn transfer(&mut self, value: &[u8]) {
        self.chunked |= tokens(value).any(|token| token.eq_ignore_ascii_case(b"chunked"));
    }

    /// Reads a `Content-Encoding` field.
    pub fn content(&mut self, value: &[u8]) {
        self.encodings.extend(tokens(value).filter_map(Encoding::named));
        if !self.text.is_empty() {
            self.text.push_str(", ");
        }
        self.text.push_str(&String::from_utf8_lossy(value));
    }
}

/// The tokens of a field that is a list.
fn tokens(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|&b| b == b',').map(<[u8]>::trim_ascii).filter(|t| !t.is_empty())
}
