//! What one method makes of a page, with its own reasons where it gives any.

use crate::Result;
use crate::extract::cnr::{self, Cnr, Menu};
use crate::extract::grain::{self, Grain, Reason};
use crate::extract::{Extraction, Method, Spec};
use crate::page::Page;

/// Blocks that `cnr` is asked for where its spec does not say: each costs a pass over the page.
const BLOCKS: usize = 12;

/// What a method chose.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// The spec that names the method.
    pub spec: String,
    /// The leaves it chose.
    pub extraction: Extraction,
    /// Its reasons.
    pub detail: Detail,
}

/// A method's reasons.
#[derive(Debug, Clone)]
pub enum Detail {
    /// It gives none of its own; those of `wu` are the [`super::Frame`].
    None,
    /// Why `grain` chose each unit or not.
    Reasons(Vec<Reason>),
    /// The blocks that `cnr` finds, in order of relevance, and the page's menus.
    Blocks(Vec<cnr::Block>, Vec<Menu>),
}

/// Whether a spec names this method.
pub fn is(spec: &Spec, method: &Method) -> bool {
    spec.method().is_ok_and(|named| named.name == method.name)
}

impl Judgement {
    /// Runs a method on a page.
    ///
    /// # Errors
    /// If the spec names no method, or the method cannot be made with its settings.
    pub fn new(page: &Page, spec: &Spec) -> Result<Judgement> {
        let extraction = spec.build()?.extract(page);
        let settings = spec.settings()?;
        let detail = if is(spec, &grain::METHOD) {
            Detail::Reasons(Grain::build(&settings)?.explain(page))
        } else if is(spec, &cnr::METHOD) {
            let cnr = Cnr::new(&settings);
            let limit = if cnr.blocks > 0 { cnr.blocks as usize } else { BLOCKS };
            Detail::Blocks(cnr.detect(page, limit), cnr::menus(page))
        } else {
            Detail::None
        };
        Ok(Judgement { spec: spec.to_string(), extraction, detail })
    }

    /// The blocks in order of relevance and the menus, where the method finds such.
    pub fn blocks(&self) -> Option<(&[cnr::Block], &[Menu])> {
        match &self.detail {
            Detail::Blocks(blocks, menus) => Some((blocks, menus)),
            Detail::None | Detail::Reasons(_) => None,
        }
    }

    /// Why each unit was chosen or not, where the method says so.
    pub fn reasons(&self) -> Option<&[Reason]> {
        match &self.detail {
            Detail::Reasons(reasons) => Some(reasons),
            Detail::None | Detail::Blocks(..) => None,
        }
    }
}
