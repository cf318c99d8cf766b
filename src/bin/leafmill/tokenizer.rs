//! `--parser`, the choice of a tokenizer that most subcommands give.

use clap::ValueEnum;

/// Which tokenizer feeds the tree builder. The trees, and so the output, are the same.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum Tokenizer {
    /// The tl crate, repaired wherever its token is not HTML's
    #[default]
    Tl,
    /// leafmill's own lexer alone: faster
    Native,
}

impl From<Tokenizer> for leafmill::dom::Parser {
    fn from(tokenizer: Tokenizer) -> leafmill::dom::Parser {
        match tokenizer {
            Tokenizer::Tl => leafmill::dom::Parser::Tl,
            Tokenizer::Native => leafmill::dom::Parser::Native,
        }
    }
}
