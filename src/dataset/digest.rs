//! A fingerprint of a data set, so that two tables can be known to be of the same pages.
//!
//! It covers each page's id, gold and unpacked bytes, whatever their compression and place. It
//! tells data sets apart; it does not guard against forgery.

use super::gold::Gold;

/// FNV-1a of 64 bits (Fowler, Noll and Vo 1991).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xCBF2_9CE4_8422_2325)
    }
}

impl Digest {
    /// The fingerprint of one page and its gold.
    pub fn of(gold: &Gold, page: &[u8]) -> Digest {
        let mut digest = Digest::default();
        digest.add(gold.id.as_bytes());
        digest.add(gold.kind.as_deref().unwrap_or_default().as_bytes());
        digest.add(gold.text.as_bytes());
        // Each list is counted, so that nothing of one can be taken for the next.
        for snippets in [&gold.required, &gold.forbidden] {
            digest.add(&(snippets.len() as u64).to_le_bytes());
            snippets.iter().for_each(|snippet| digest.add(snippet.as_bytes()));
        }
        for names in &gold.images {
            digest.add(&(names.len() as u64).to_le_bytes());
            names.iter().for_each(|name| digest.add(name.as_bytes()));
        }
        gold.alternatives.iter().for_each(|text| digest.add(text.as_bytes()));
        // A page is a hundred times its gold, and a CRC-32 as many times faster than FNV.
        digest.add(&crc32fast::hash(page).to_le_bytes());
        digest
    }

    /// Adds a field: its length, then its bytes.
    pub fn add(&mut self, field: &[u8]) {
        for byte in (field.len() as u64).to_le_bytes().iter().chain(field) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    /// Adds a page's fingerprint.
    pub fn join(&mut self, page: Digest) {
        self.add(&page.0.to_le_bytes());
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_counts() {
        let gold = Gold { id: "a".into(), text: "b".into(), ..Gold::default() };
        let mut seen = vec![Digest::of(&gold, b"page")];
        assert_eq!(seen[0], Digest::of(&gold.clone(), b"page"));
        seen.push(Digest::of(&gold, b"pagf"));
        let list = || vec!["c".to_owned()];
        for other in [
            Gold { id: "ab".into(), text: String::new(), ..Gold::default() },
            Gold { required: list(), ..gold.clone() },
            Gold { forbidden: list(), ..gold.clone() },
            Gold { images: vec![list().into_iter().collect()], ..gold.clone() },
            Gold { images: vec![list().into_iter().collect(); 2], ..gold.clone() },
            Gold { kind: Some("forum".into()), ..gold },
        ] {
            seen.push(Digest::of(&other, b"page"));
        }
        let distinct: std::collections::HashSet<_> = seen.iter().map(Digest::to_string).collect();
        assert_eq!(distinct.len(), seen.len());
    }
}
