//! Document types, read only for what follows from them: whether the page is in quirks mode.
//!
//! In quirks mode a table stays inside an open paragraph, which decides about the paths of most
//! text on pages of the tables' age.

/// Public identifiers that make a page quirky.
const QUIRKY_PUBLIC: [&str; 3] =
    ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];

/// A system identifier that makes a page quirky.
const QUIRKY_SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

/// Beginnings of public identifiers that make a page quirky.
const QUIRKY_PREFIXES: [&str; 55] = [
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];

/// Beginnings of public identifiers that make a page quirky if there is no system identifier.
const QUIRKY_WITHOUT_SYSTEM: [&str; 2] =
    ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];

/// What a document type says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Doctype<'h> {
    pub name: Option<&'h str>,
    pub public: Option<&'h str>,
    pub system: Option<&'h str>,
    /// Whether it is malformed in a way that makes the page quirky.
    pub broken: bool,
}

impl<'h> Doctype<'h> {
    /// Reads the system identifier. Behind it anything may stand, even the end of the page.
    fn system(&mut self, source: &'h str) {
        let (system, rest, broken) = quoted(source);
        self.system = system;
        self.broken = broken || self.broken && rest.trim_ascii().is_empty();
    }
}

/// Whether a document type, as it stands in the page, puts it in quirks mode.
pub(super) fn is_quirky(source: &str) -> bool {
    let doctype = parse(source);
    let public = doctype.public.map(str::to_ascii_lowercase);
    let begins = |list: &[&str]| {
        public.as_ref().is_some_and(|public| list.iter().any(|prefix| public.starts_with(prefix)))
    };
    doctype.broken
        || !doctype.name.is_some_and(|name| name.eq_ignore_ascii_case("html"))
        || public.as_ref().is_some_and(|public| QUIRKY_PUBLIC.contains(&public.as_str()))
        || doctype.system.is_some_and(|system| system.eq_ignore_ascii_case(QUIRKY_SYSTEM))
        || begins(&QUIRKY_PREFIXES)
        || doctype.system.is_none() && begins(&QUIRKY_WITHOUT_SYSTEM)
}

/// Reads a document type, `<!doctype` and the closing `>` (if it is there) included.
pub(super) fn parse(source: &str) -> Doctype<'_> {
    let closed = source.strip_suffix('>');
    let mut doctype = Doctype { broken: closed.is_none(), ..Doctype::default() };
    let rest = closed.unwrap_or(source).get("<!doctype".len()..).unwrap_or_default();
    let rest = rest.trim_ascii_start();
    let length = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(length);
    if name.is_empty() {
        doctype.broken = true;
        return doctype;
    }
    doctype.name = Some(name);
    let rest = rest.trim_ascii_start();
    let keyword = |word: &str| {
        rest.get(..word.len())
            .is_some_and(|it| it.eq_ignore_ascii_case(word))
            .then(|| &rest[word.len()..])
    };
    if let Some(rest) = keyword("public") {
        let (public, rest, broken) = quoted(rest);
        doctype.public = public;
        doctype.broken |= broken;
        if !broken && !rest.trim_ascii().is_empty() {
            doctype.system(rest);
        }
    } else if let Some(rest) = keyword("system") {
        doctype.system(rest);
    } else if !rest.is_empty() {
        doctype.broken = true;
    }
    doctype
}

/// An identifier in quotes, what follows it, and whether it is missing or has no end.
fn quoted(source: &str) -> (Option<&str>, &str, bool) {
    let source = source.trim_ascii_start();
    let Some(quote @ ('"' | '\'')) = source.chars().next() else { return (None, source, true) };
    let value = &source[1..];
    match value.find(quote) {
        Some(end) => (Some(&value[..end]), &value[end + 1..], false),
        None => (Some(value), "", true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_types_are_read() {
        let xhtml = parse("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0\"\n 'http://x'>");
        assert_eq!(
            xhtml,
            Doctype {
                name: Some("html"),
                public: Some("-//W3C//DTD XHTML 1.0"),
                system: Some("http://x"),
                broken: false
            }
        );
        assert_eq!(parse("<!doctypehtml>").name, Some("html"));
        assert!(parse("<!doctype>").broken && parse("<!doctype html public>").broken);
        assert!(parse("<!doctype html \"x\">").broken && parse("<!doctype html").broken);
    }

    #[test]
    fn old_document_types_are_quirky() {
        for quirky in [
            "<!DOCTYPE>",
            "<!DOCTYPE svg>",
            "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
            "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 3.2 Final//EN\">",
            "<!DOCTYPE html PUBLIC \"html\">",
        ] {
            assert!(is_quirky(quirky), "{quirky}");
        }
        for modern in [
            "<!DOCTYPE html>",
            "<!doctype HTML SYSTEM 'about:legacy-compat'>",
            "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://x\">",
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://x\">",
        ] {
            assert!(!is_quirky(modern), "{modern}");
        }
    }
}
