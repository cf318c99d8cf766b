//! What loose pages are called, so that no two have one id.

use super::container::{Container, page_name, without_packing};
use super::plan::Input;
use std::collections::{HashMap, HashSet};
use std::path::{Component, Path};

/// What a page is called whose file was named: its path as it was given, with `/`. What leads nowhere
/// (`./`) or to the root is no part of it.
pub(super) fn as_given(path: &Path) -> String {
    let is_told = |part: &Component| matches!(part, Component::Normal(_) | Component::ParentDir);
    let parts = path.components().filter(is_told);
    let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

/// The id of a page that is a file of its own: its name without the suffixes that say so.
pub(crate) fn page_id(name: &str) -> String {
    page_name(name).unwrap_or(without_packing(name)).to_owned()
}

/// Gives each loose page an id of its own: of several with one (`a.htm` and `a.html`) the first keeps
/// it, and the others are numbered from 2 on, past the ids that pages have by their own names.
pub(super) fn apart(inputs: &mut [Input]) {
    let is_page = |input: &&mut Input| input.container == Some(Container::Html);
    let (mut pages, mut own) = (0, HashSet::new());
    for input in inputs.iter_mut().filter(is_page) {
        pages += 1;
        own.insert(page_id(&input.name));
    }
    if own.len() == pages {
        return;
    }
    let (mut taken, mut next) = (HashSet::new(), HashMap::new());
    for input in inputs.iter_mut().filter(is_page) {
        let id = page_id(&input.name);
        if taken.insert(id.clone()) {
            continue;
        }
        let suffix = input.name.get(id.len()..).unwrap_or_default();
        let number: &mut usize = next.entry(id.clone()).or_insert(2);
        while own.contains(&format!("{id}-{number}")) {
            *number += 1;
        }
        input.name = format!("{id}-{number}{suffix}");
        *number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_pages_have_one_id() {
        let page = |name: &str| Input {
            path: name.into(),
            name: name.into(),
            container: Some(Container::Html),
            size: 1,
            member: None,
            found_in: None,
        };
        let names = ["a.htm", "a.html", "a.html.gz", "a-2.html", "b/a.html", "a.htm"];
        let mut inputs: Vec<Input> = names.into_iter().map(page).collect();
        apart(&mut inputs);
        let ids: Vec<_> = inputs.iter().map(|input| page_id(&input.name)).collect();
        assert_eq!(ids, ["a", "a-3", "a-4", "a-2", "b/a", "a-5"]);
    }

    #[test]
    fn a_named_page_is_called_by_its_path() {
        let called = |path: &str| as_given(Path::new(path));
        assert_eq!(called("./ia/index.html"), "ia/index.html");
        assert_eq!(called("/data//a.html"), "data/a.html");
        assert_eq!(called("../a.html"), "../a.html");
    }
}
