//! Attributes that run scripts.

use crate::dom::Attribute;

/// Whether an attribute is a script or leads to one.
pub fn runs_script(attribute: &Attribute) -> bool {
    let name = attribute.name();
    let is_address =
        matches!(&*name, "href" | "xlink:href" | "src" | "action" | "formaction" | "data");
    name.starts_with("on") || is_address && is_script(&attribute.value())
}

/// Whether an address runs a script; browsers pass over white space and controls in its scheme.
pub fn is_script(url: &str) -> bool {
    let visible = url.chars().filter(|c| !c.is_control() && !c.is_whitespace());
    let scheme: String = visible.take("javascript:".len()).collect();
    scheme.eq_ignore_ascii_case("javascript:")
}
