//! The forms of a page's content: text, Markdown, HTML, TEI, blocks.

use crate::content::{self, Options};
use crate::extract::Extraction;
use crate::output::Wants;
use crate::page::Page;
use crate::render;

/// The forms of a page's content.
#[derive(Default)]
pub(super) struct Forms {
    memory: content::Memory,
    pub text: String,
    pub markdown: String,
    pub html: String,
    pub tei: String,
    pub content: String,
}

impl Forms {
    /// Empties all of them, keeping their memory.
    pub fn clear(&mut self) {
        let Forms { memory: _, text, markdown, html, tei, content } = self;
        [text, markdown, html, tei, content].into_iter().for_each(String::clear);
    }

    /// Whether no form has anything; an array of no blocks is two brackets.
    pub fn is_empty(&self) -> bool {
        let Forms { memory: _, text, markdown, html, tei, content } = self;
        [text, markdown, html, tei].into_iter().all(String::is_empty) && content.len() <= 2
    }

    /// Makes the forms that are wanted.
    pub fn make(&mut self, wants: Wants, page: &Page, extraction: &Extraction, options: &Options) {
        // A method's own text has no blocks.
        if wants.text || wants.tei && extraction.text.is_some() {
            render::text_in(&mut self.memory, page, extraction, &mut self.text);
        }
        if wants.markdown {
            let Forms { memory, markdown, .. } = self;
            render::markdown_in(memory, page, extraction, options, markdown);
        }
        if wants.html && extraction.html.is_none() {
            render::html_in(&mut self.memory, page, extraction, options, &mut self.html);
        }
        if wants.tei && extraction.text.is_none() {
            render::tei_in(&mut self.memory, page, extraction, options, &mut self.tei);
        }
        if wants.content {
            render::json_in(&mut self.memory, page, extraction, options, &mut self.content);
        }
    }
}
