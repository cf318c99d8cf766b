//! Which encoding a page is in: what it declares, unless its bytes refute that.
//!
//! Bytes that are UTF-8 throughout are UTF-8, whatever is declared, but for a few characters that a
//! double-byte encoding makes by chance ([`BY_CHANCE`]). Of other bytes, each declaration is held against
//! what they look like: one of UTF-8 needs more good sequences than bad ones, one of a Latin encoding needs
//! letters of ASCII beside the others, one of a double-byte encoding needs pairs that it has. Where two
//! declarations stand, the more telling one counts; where none does, a detector judges.

use super::Origin;
use super::prescan;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, DecoderResult, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_2022_JP, ISO_8859_2,
    ISO_8859_5, ISO_8859_6, ISO_8859_7, ISO_8859_8, ISO_8859_8_I, KOI8_R, KOI8_U, REPLACEMENT,
    SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
    WINDOWS_1253, WINDOWS_1255, WINDOWS_1256, X_MAC_CYRILLIC,
};
use memchr::memmem;

/// Bytes that the detector is shown, from the first that is not ASCII on. It reads some 20 MB/s, so
/// a whole page would cost more than its parsing; a cut in the middle of a character does it no
/// harm, because it is not told that the text ends there.
const DETECTED: usize = 16 << 10;
/// Bytes that a declaration is held against, from the first that is not ASCII on.
const HELD: usize = 4 << 10;
/// Characters of a double-byte encoding that are not valid UTF-8 by chance: of the common ones of GBK
/// one in seven is, as two bytes, so of ten together one in hundreds of millions.
const BY_CHANCE: usize = 10;
/// Bytes over 127 by which the detector knows a script better than a declaration does.
const TELLING: usize = 30;
/// The same for languages of Latin letters against the encoding that many servers declare of every page.
const TELLING_LATIN: usize = 6;

/// What a page declares.
pub(super) struct Declared<'b> {
    pub http: Option<&'static Encoding>,
    pub body: &'b [u8],
}

impl<'b> Declared<'b> {
    /// What a page and its media type declare.
    pub fn of(body: &'b [u8], content_type: Option<&str>) -> Declared<'b> {
        let http = content_type.and_then(|text| prescan::charset_in(text.as_bytes()));
        Declared { http: http.filter(is_readable), body }
    }

    fn meta(&self) -> Option<&'static Encoding> {
        prescan::prescan(self.body).filter(is_readable)
    }
}

/// The standard has some labels stand for no encoding at all; here they declare nothing.
fn is_readable(encoding: &&'static Encoding) -> bool {
    *encoding != REPLACEMENT
}

/// The encoding of a page whose bytes are UTF-8 throughout.
pub(super) fn of_utf8(text: &str, declared: &Declared) -> (&'static Encoding, Origin) {
    let (body, is_ascii) = (text.as_bytes(), text.is_ascii());
    // ISO-2022-JP has bytes of seven bits alone; where there are others, all were UTF-8.
    if let Some(found) = of_escapes(body, is_ascii, declared) {
        return found;
    }
    let accepts = |encoding: &'static Encoding| {
        if is_ascii {
            encoding.is_ascii_compatible() || encoding == ISO_2022_JP
        } else {
            encoding == UTF_8 || is_double_byte(encoding) && is_by_chance(body)
        }
    };
    match (declared.http, declared.http.is_some_and(accepts)) {
        (Some(http), true) => (http, Origin::Http),
        _ => match declared.meta() {
            Some(meta) if accepts(meta) => (meta, Origin::Meta),
            _ => (UTF_8, Origin::Detected),
        },
    }
}

/// Whether characters are few, and of two bytes each, so that they may be others' by chance.
fn is_by_chance(body: &[u8]) -> bool {
    body.iter().all(|&b| b < 0xe0) && body.iter().filter(|&&b| b >= 0xc0).count() < BY_CHANCE
}

/// The encoding of a page whose bytes are not all UTF-8.
pub(super) fn of_bytes(body: &[u8], declared: &Declared) -> (&'static Encoding, Origin) {
    if let Some(found) = of_escapes(body, true, declared) {
        return found;
    }
    let (good, bad) = utf8_sequences(body);
    if good > bad && declared.http == Some(UTF_8) {
        return (UTF_8, Origin::Http);
    }
    let meta = declared.meta();
    if good > bad && meta == Some(UTF_8) {
        return (UTF_8, Origin::Meta);
    }
    if good >= BY_CHANCE && good > 9 * bad {
        return (UTF_8, Origin::Detected);
    }
    let seen = Seen::of(body);
    let agree = meta.is_some() && meta == declared.http;
    let candidates = [(declared.http, Origin::Http), (meta, Origin::Meta)];
    let candidates = candidates.into_iter().filter_map(|(encoding, from)| Some((encoding?, from)));
    let mut fitting = candidates.filter(|&(encoding, _)| seen.allows(encoding, agree));
    match (fitting.next(), fitting.next()) {
        (Some(one), None) => one,
        (Some(http), Some(meta)) if is_default(http.0) && !is_default(meta.0) => meta,
        (Some(http), Some(meta)) => {
            let is_meta = Group::of(meta.0) == seen.group() && Group::of(http.0) != seen.group();
            if is_meta && !is_default(meta.0) { meta } else { http }
        }
        (None, _) => (detect(body, DETECTED), Origin::Detected),
    }
}

/// What many servers say of every page, whatever it holds.
fn is_default(encoding: &'static Encoding) -> bool {
    encoding == WINDOWS_1252
}

/// UTF-16 without a mark, and ISO-2022-JP where the page may shift to it: their bytes are valid as ASCII, but
/// mean nothing as such.
fn of_escapes(
    body: &[u8],
    may_shift: bool,
    declared: &Declared,
) -> Option<(&'static Encoding, Origin)> {
    const SHIFTS: [&[u8]; 2] = [b"\x1b$B", b"\x1b$@"];
    let encoding = if let Some(utf16) = utf16(body) {
        utf16
    } else if may_shift
        && memchr::memchr(0x1b, body).is_some()
        && SHIFTS.iter().any(|shift| memmem::find(body, shift).is_some())
    {
        ISO_2022_JP
    } else {
        return None;
    };
    let from = match encoding {
        _ if declared.http == Some(encoding) => Origin::Http,
        _ if declared.meta() == Some(encoding) => Origin::Meta,
        _ => Origin::Detected,
    };
    Some((encoding, from))
}

/// UTF-16, by the zeros between its first characters, which are markup.
fn utf16(body: &[u8]) -> Option<&'static Encoding> {
    let is_ascii = |b: &u8| (1..0x80).contains(b);
    match body {
        [a, 0, b, 0, c, 0, ..] if [a, b, c].into_iter().all(is_ascii) => Some(UTF_16LE),
        [0, a, 0, b, 0, c, ..] if [a, b, c].into_iter().all(is_ascii) => Some(UTF_16BE),
        _ => None,
    }
}

/// How many characters of several bytes are valid UTF-8, and how many sequences are not; one that the
/// end cuts is neither.
fn utf8_sequences(body: &[u8]) -> (usize, usize) {
    let (mut good, mut bad, mut at) = (0, 0, 0);
    for chunk in body.utf8_chunks() {
        good += chunk.valid().bytes().filter(|&b| b >= 0xc0).count();
        let is_cut = |error: std::str::Utf8Error| error.error_len().is_none();
        // Within the body a sequence that goes no further is invalid, at its end it is cut.
        at += chunk.valid().len() + chunk.invalid().len();
        let at_end = at == body.len();
        let is_bad = std::str::from_utf8(chunk.invalid()).is_err_and(|e| !(at_end && is_cut(e)));
        bad += usize::from(is_bad);
    }
    (good, bad)
}

fn detect(body: &[u8], most: usize) -> &'static Encoding {
    let shown = from_first_high(body, most);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(shown, body.ends_with(shown));
    // Valid UTF-8 was recognised before; what is shown may be valid by chance alone.
    detector.guess(None, Utf8Detection::Allow)
}

fn from_first_high(body: &[u8], most: usize) -> &[u8] {
    let rest = &body[Encoding::ascii_valid_up_to(body)..];
    &rest[..rest.len().min(most)]
}

/// What the bytes over 127 look like.
struct Seen<'b> {
    body: &'b [u8],
    shown: &'b [u8],
    /// Bytes over 127 but no-break spaces, and how many of them stand beside another.
    high: usize,
    joined: usize,
    /// Those that are letters in nearly every encoding, and how many of them stand beside another.
    letters: usize,
    joined_letters: usize,
}

impl<'b> Seen<'b> {
    fn of(body: &'b [u8]) -> Seen<'b> {
        let shown = from_first_high(body, HELD);
        let count = |is: fn(u8) -> bool| {
            let at = |i: usize| shown.get(i).is_some_and(|&b| is(b));
            let all = (0..shown.len()).filter(|&i| at(i));
            let joined = all.clone().filter(|&i| at(i + 1) || i > 0 && at(i - 1));
            (all.count(), joined.count())
        };
        let (high, joined) = count(|b| b >= 0x80 && b != 0xa0);
        let (letters, joined_letters) = count(|b| b >= 0xc0);
        Seen { body, shown, high, joined, letters, joined_letters }
    }

    /// The detector's guess.
    fn group(&self) -> Group {
        Group::of(detect(self.body, HELD))
    }

    /// Whether the bytes allow that the page is in this encoding. Where two declarations `agree`, the
    /// detector is not asked.
    fn allows(&self, encoding: &'static Encoding, agree: bool) -> bool {
        let group = Group::of(encoding);
        let is_telling = !agree && self.high >= TELLING;
        match group {
            Group::Utf => false,
            Group::West | Group::Central | Group::Latin if agree => true,
            Group::West if self.high >= TELLING_LATIN => {
                let guess = detect(self.body, HELD);
                // Languages such as Irish have the same letters in the same places of several.
                Group::of(guess) == Group::West || self.reads_the_same(encoding, guess)
            }
            Group::West | Group::Central | Group::Latin => {
                // Words of other scripts have no letter of ASCII.
                2 * self.joined <= self.high || self.group().is_latin()
            }
            Group::Chinese | Group::Taiwanese | Group::Japanese(_) | Group::Korean => {
                10 * self.malformed(encoding) <= self.high && (!is_telling || self.group() == group)
            }
            _ => {
                let is_latin = self.letters >= 3 && 3 * self.joined_letters < self.letters;
                !is_latin
                    && 10 * self.malformed(encoding) <= self.high
                    && (!is_telling || {
                        let seen = self.group();
                        seen == group || seen.is_latin()
                    })
            }
        }
    }

    /// Whether the bytes are the same text in both encodings.
    fn reads_the_same(&self, one: &'static Encoding, other: &'static Encoding) -> bool {
        let read = |encoding: &'static Encoding| {
            encoding.decode_without_bom_handling_and_without_replacement(self.shown)
        };
        read(one) == read(other)
    }

    /// How many sequences are none of the encoding's.
    fn malformed(&self, encoding: &'static Encoding) -> usize {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let (mut rest, mut count) = (self.shown, 0);
        let mut out = [0; 1 << 10];
        loop {
            let (result, read, _) =
                decoder.decode_to_utf8_without_replacement(rest, &mut out, false);
            rest = &rest[read..];
            match result {
                DecoderResult::InputEmpty => return count,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => count += 1,
            }
        }
    }
}

fn is_double_byte(encoding: &'static Encoding) -> bool {
    Group::of(encoding).is_double_byte()
}

/// Encodings that have the same letters in the same places, or nearly so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Utf,
    West,
    Central,
    /// Other Latin ones.
    Latin,
    Chinese,
    Taiwanese,
    Japanese(&'static str),
    Korean,
    Greek,
    Hebrew,
    /// Any other: by its name.
    Other(&'static str),
}

impl Group {
    fn of(encoding: &'static Encoding) -> Group {
        let is = |others: &[&'static Encoding]| others.contains(&encoding);
        match encoding.name() {
            _ if is(&[UTF_8, UTF_16LE, UTF_16BE]) => Group::Utf,
            "windows-1252" | "ISO-8859-15" => Group::West,
            _ if is(&[WINDOWS_1250, ISO_8859_2]) => Group::Central,
            _ if is(&[GBK, GB18030]) => Group::Chinese,
            _ if is(&[BIG5]) => Group::Taiwanese,
            name if is(&[SHIFT_JIS, EUC_JP, ISO_2022_JP]) => Group::Japanese(name),
            _ if is(&[EUC_KR]) => Group::Korean,
            _ if is(&[WINDOWS_1253, ISO_8859_7]) => Group::Greek,
            _ if is(&[WINDOWS_1255, ISO_8859_8, ISO_8859_8_I]) => Group::Hebrew,
            _ if is(&[KOI8_R, KOI8_U]) => Group::Other("KOI8"),
            name if is(&[
                WINDOWS_1251,
                X_MAC_CYRILLIC,
                IBM866,
                ISO_8859_5,
                ISO_8859_6,
                WINDOWS_1256,
                WINDOWS_874,
            ]) =>
            {
                Group::Other(name)
            }
            // Turkish, Baltic, Vietnamese, Nordic and what else has Latin letters.
            _ => Group::Latin,
        }
    }

    fn is_latin(self) -> bool {
        matches!(self, Group::West | Group::Central | Group::Latin)
    }

    fn is_double_byte(self) -> bool {
        matches!(self, Group::Chinese | Group::Taiwanese | Group::Japanese(_) | Group::Korean)
    }
}
