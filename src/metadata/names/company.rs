//! Names of companies, which end in a legal form: "Mill Stones GmbH".

use super::words::{Sense, is};
use crate::metadata::wording::has_cjk;

/// Whether a text ends in the legal form of a company, of up to four words, or, where there are no spaces,
/// begins with one.
pub(super) fn is_company(text: &str) -> bool {
    let forms = text.match_indices(' ').rev().take(4).map(|(at, _)| &text[at + 1..]);
    let cjk = || {
        let mut places = text.char_indices().skip(1).map(|(at, _)| at);
        places.any(|at| is(&text[at..], Sense::COMPANY) || is(&text[..at], Sense::COMPANY))
    };
    forms.into_iter().any(is_form) || has_cjk(text, 3) && cjk()
}

/// Whether a text is the legal form of a company.
pub(super) fn is_form(text: &str) -> bool {
    let form: String = text.to_lowercase().split(['.', ' ']).collect();
    let is_short = form.chars().count() < 3;
    is(&form, Sense::COMPANY) && (!is_short || text.contains('.') || text == text.to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companies_have_a_legal_form() {
        for name in [
            "Mill Stones GmbH",
            "MŁYN Sp. z o.o.",
            "Μύλος Α.Ε.",
            "Moulin SA",
            "Mulino S.p.A.",
            "磨坊有限公司",
            "株式会社水車",
        ] {
            assert!(is_company(name), "{name}");
        }
        for name in ["Ana Sa", "Ann Miller", "SA", "王磨坊", "Bob as well"] {
            assert!(!is_company(name), "{name}");
        }
    }
}
