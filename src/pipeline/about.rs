//! What is told of a page beside its content: metadata, links, readers' comments.

use std::borrow::Cow;

use super::forms::Forms;
use crate::extract::Extraction;
use crate::links::{self, Link};
use crate::metadata::{self, Comment, Metadata};
use crate::output::Wants;
use crate::page::Page;

/// Bytes of what was extracted that its language is told from.
const SAMPLE: usize = 2000;

/// What was asked for of a page beside its content.
#[derive(Default)]
pub(super) struct About {
    /// What the content is from, such as `json-ld`, where only the page's scripts hold it.
    pub source: Option<&'static str>,
    pub metadata: Option<Metadata>,
    pub links: Vec<Link>,
    pub comments: Vec<Comment>,
}

impl About {
    /// Reads what is wanted and not there as yet.
    pub fn read(
        &mut self,
        wants: Wants,
        page: &Page,
        extraction: &Extraction,
        url: Option<&str>,
        forms: &Forms,
    ) {
        if wants.metadata {
            let sample = match self.source {
                Some(_) if forms.text.is_empty() => Cow::Borrowed(&*forms.markdown),
                Some(_) => Cow::Borrowed(&*forms.text),
                None => sample(page, extraction),
            };
            self.metadata = Some(Metadata::of(page, url, &sample));
        }
        if let Some(scope) = wants.links {
            self.links = links::links(page, extraction, url, scope);
        }
    }
}

/// The beginning of what was extracted, which tells its language: the same whatever form was asked for.
fn sample<'e>(page: &Page, extraction: &'e Extraction) -> Cow<'e, str> {
    if let Some(text) = &extraction.text {
        return Cow::Borrowed(text);
    }
    let mut text = String::new();
    for unit in page.units() {
        if text.len() > SAMPLE {
            break;
        }
        if extraction.within(&unit.leaves).contains(&true) {
            page.join_into(unit.leaves.clone(), &mut text);
            text.push(' ');
        }
    }
    Cow::Owned(text)
}

/// Takes readers' comments out of what was extracted.
pub(super) fn split_comments(page: &Page, extraction: &mut Extraction) -> Vec<Comment> {
    let comments = metadata::comments(page);
    for (kept, in_comment) in extraction.kept.iter_mut().zip(comments.leaves) {
        *kept &= !in_comment;
    }
    comments.list
}
