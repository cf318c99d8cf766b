//! What each method can be told, as a struct: `wu::Parameters` is `wu(…)` of a [`Spec`](crate::Spec).
//!
//! ```
//! use leafmill::methods::wu;
//! use leafmill::{Extractor, Page, render};
//!
//! let mut parameters = wu::Parameters::paper();
//! parameters.window = 7;
//! parameters.k = 0;
//! assert_eq!(parameters, "wu(paper,window=7,k=0)".parse()?);
//! let page = Page::parse("<p>One page, read by the paper's own setting, but for the window.");
//! println!("{}", render::text(&page, &parameters.build()?.extract(&page)));
//! # Ok::<(), leafmill::Error>(())
//! ```
//!
//! `leafmill methods` prints the same parameters with their ranges and what they do.

pub use crate::extract::{Parameter, Preset, Values};

/// Adapted content code blurring (Gottron 2008).
pub mod accb {
    pub use crate::extract::accb::{Accb, Parameters};
}
/// Every text leaf: the floor.
pub mod all {
    pub use crate::extract::all::{All, Parameters};
}
/// ArticleExtractor (Kohlschütter, Fankhauser and Nejdl 2010).
pub mod boilerpipe {
    pub use crate::extract::boilerpipe::{Boilerpipe, Keep, Parameters, Rules};
}
/// Body text extraction (Finn, Kushmerick and Smyth 2001).
pub mod bte {
    pub use crate::extract::bte::{Bte, Parameters};
}
/// Content code blurring (Gottron 2008).
pub mod ccb {
    pub use crate::extract::ccb::{Ccb, Parameters};
}
/// Content extraction via text density (Sun, Song and Liao 2011).
pub mod cetd {
    pub use crate::extract::cetd::{BareText, Cetd, Density, Parameters};
}
/// Content extraction via tag ratios (Weninger, Hsu and Han 2010).
pub mod cetr {
    pub use crate::extract::cetr::{Cetr, Choose, Parameters};
}
/// Characters to nodes (López, Silva and Insa 2012).
pub mod cnr {
    pub use crate::extract::cnr::{Cnr, Mode, Of, Parameters};
}
/// The Crunch proxy (Gupta, Kaiser, Neistadt and Grimm 2003).
pub mod crunch {
    pub use crate::extract::crunch::{Crunch, Form, Parameters, Scope};
}
/// leafmill's own: units classified by boosted trees.
pub mod grain {
    pub use crate::extract::grain::{
        Apart, Comments, Controls, Gaps, Grain, Heading, Mode, Parameters, Recipes, Repeats, Scope,
        Subheadings, Whole,
    };
}
/// Text and images (Joshi and Liu 2009).
pub mod joshi {
    pub use crate::extract::joshi::{Against, Caption, Choose, Joshi, Keep, Parameters};
}
/// The algorithm of jusText (Pomikálek 2011).
pub mod justext {
    pub use crate::extract::justext::{Justext, Language, Parameters};
}
/// A reconstruction of the mountain method that Wu et al. compare with.
pub mod mountain {
    pub use crate::extract::mountain::{Mountain, Parameters};
}
/// Leaf scores, relevance and information blocks (Wu, Chen, Zhu and Wang 2012).
pub mod wu {
    pub use crate::extract::wu::smooth::Smoothing;
    pub use crate::extract::wu::{Choose, Degree, Mean, Parameters, Scored, Stops, Wu};
    pub use crate::page::leaf_id::Denominator;
}
