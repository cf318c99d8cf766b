//! What a parameter's value can be: its types, their ranges, and how a spec writes them.

use std::fmt;
use std::path::PathBuf;

/// The values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Values {
    /// Whole numbers from the first to the second.
    Integer(u64, u64),
    /// Odd whole numbers from the first to the second.
    Odd(u64, u64),
    /// Numbers from the first to the second.
    Number(f64, f64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A file's path.
    File,
}

impl Values {
    /// Whether a value, as a spec has it, is one of them.
    pub(super) fn contain(self, value: &str) -> bool {
        match self {
            Values::Integer(low, high) => {
                value.parse::<u64>().is_ok_and(|n| (low..=high).contains(&n))
            }
            Values::Odd(low, high) => {
                value.parse::<u64>().is_ok_and(|n| n % 2 == 1 && (low..=high).contains(&n))
            }
            Values::Number(low, high) => {
                value.parse::<f64>().is_ok_and(|n| (low..=high).contains(&n))
            }
            Values::Choice(words) => words.contains(&value),
            Values::File => true,
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Integer(low, high) => write!(f, "{low}..{high}"),
            Values::Odd(low, high) => write!(f, "{low}..{high}, odd"),
            Values::Number(low, high) => write!(f, "{low}..{high}"),
            Values::Choice(words) => f.write_str(&words.join("|")),
            Values::File => f.write_str("FILE"),
        }
    }
}

/// A type that a parameter can have.
pub trait Value: Sized {
    /// The values it takes where a declaration does not say.
    const VALUES: Values;

    /// Reads a value as a spec has it; `None` where it is none of the type.
    fn read(text: &str) -> Option<Self>;

    /// The value as a spec has it.
    fn print(&self) -> String;
}

/// Makes number types values, with the range that they take where a declaration does not say.
macro_rules! numbers {
    ($($type:ty: $values:expr;)+) => {
        $(impl Value for $type {
            const VALUES: Values = $values;

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn print(&self) -> String {
                self.to_string()
            }
        })+
    };
}

numbers! {
    u32: Values::Integer(0, u32::MAX as u64);
    u64: Values::Integer(0, u64::MAX);
    usize: Values::Integer(0, usize::MAX as u64);
    f64: Values::Number(f64::MIN, f64::MAX);
}

impl Value for bool {
    const VALUES: Values = Values::Choice(&["on", "off"]);

    fn read(text: &str) -> Option<bool> {
        match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        }
    }

    fn print(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }
}

impl Value for Option<PathBuf> {
    const VALUES: Values = Values::File;

    fn read(text: &str) -> Option<Option<PathBuf>> {
        Some((!text.is_empty()).then(|| text.into()))
    }

    fn print(&self) -> String {
        self.as_ref().map_or(String::new(), |path| path.display().to_string())
    }
}

/// Declares the words of an enum, so that it is a [`Value`]; the compiler sees that none is left out.
///
/// ```text
/// choice!(Smoothing { Relevance: "relevance", Literal: "literal" });
/// ```
macro_rules! choice {
    ($type:ident { $($variant:ident: $word:literal),+ $(,)? }) => {
        impl $crate::extract::parameters::Value for $type {
            const VALUES: $crate::extract::parameters::Values =
                $crate::extract::parameters::Values::Choice(&[$($word),+]);

            fn read(text: &str) -> Option<Self> {
                match text {
                    $($word => Some($type::$variant),)+
                    _ => None,
                }
            }

            fn print(&self) -> String {
                match self { $($type::$variant => $word),+ }.to_owned()
            }
        }
    };
}
pub(crate) use choice;
