//! Which signs of emphasis in a run's text could be marks: those that find a partner.
//!
//! `*`, `_` and `~` begin or end a span only in pairs. A sign that could end one, with none before it that
//! could begin one, is a character like any other for every reader (`Score*`, `@_name`), and so is one that
//! could begin a span that nothing ends.

use super::escape::Side;

/// So many signs in a row, and the characters on both sides of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signs {
    pub sign: u8,
    pub length: usize,
    pub before: Side,
    pub after: Side,
}

impl Signs {
    /// Whether they could begin a span, and end one, for any reader.
    fn flanking(self) -> (bool, bool) {
        let sides = (self.before, self.after);
        let (begins, ends) = (self.after != Side::Space, self.before != Side::Space);
        match self.sign {
            b'_' if sides == (Side::Letter, Side::Letter) => (false, false),
            // Some readers ask no more of what strikes out.
            b'~' if self.length > 1 => (begins, ends),
            _ => (
                begins && sides != (Side::Letter, Side::Punctuation),
                ends && sides != (Side::Punctuation, Side::Letter),
            ),
        }
    }
}

/// What the signs of a run's text could be.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Partners([Reach; 3]);

/// Where spans of a sign could begin and end.
#[derive(Debug, Clone, Copy)]
struct Reach {
    /// The end of the first signs that could begin one.
    begun: usize,
    /// The place of the last that could end one.
    ended: usize,
}

impl Default for Reach {
    fn default() -> Self {
        Reach { begun: usize::MAX, ended: 0 }
    }
}

fn place(sign: u8) -> usize {
    match sign {
        b'*' => 0,
        b'_' => 1,
        _ => 2,
    }
}

impl Partners {
    /// Those in a text, in which something other than text stands at some places.
    pub fn of(text: &str, is_mark: impl Fn(usize) -> bool) -> Partners {
        let mut partners = Partners::default();
        let bytes = text.as_bytes();
        let mut from = 0;
        while let Some(found) = memchr::memchr3(b'*', b'_', b'~', &bytes[from..]) {
            let (start, sign) = (from + found, bytes[from + found]);
            let goes_on = |&at: &usize| bytes.get(at) == Some(&sign) && !is_mark(at);
            let length = 1 + (start + 1..).take_while(goes_on).count();
            let end = start + length;
            let side = |at: usize, c: Option<char>| match is_mark(at) {
                true => Side::Punctuation,
                false => c.map_or(Side::Space, Side::of),
            };
            let before = side(start, text[..start].chars().next_back());
            let after = side(end, text[end..].chars().next());
            let (begins, ends) = Signs { sign, length, before, after }.flanking();
            let reach = &mut partners.0[place(sign)];
            if begins {
                reach.begun = reach.begun.min(end);
            }
            if ends {
                reach.ended = start;
            }
            from = end;
        }
        partners
    }

    /// Takes each of these signs for one with a partner, as beside marks that are written with it.
    pub fn pair_all(&mut self, sign: u8) {
        self.0[place(sign)] = Reach { begun: 0, ended: usize::MAX };
    }

    /// Whether signs at a place could be marks.
    pub fn pairs(&self, at: usize, signs: Signs) -> bool {
        let (begins, ends) = signs.flanking();
        let Reach { begun, ended } = self.0[place(signs.sign)];
        begins && ended > at || ends && begun <= at
    }
}
