//! The macro that declares the parameters of a method, with a worked example in its tests.

/// Declares the parameters of a method: see the [module](super).
///
/// Each has its help as documentation, a type that is a [`Value`](super::Value), its default, and,
/// behind `in`, the [`Values`](super::Values) it takes where not all of the type are meant. A preset
/// names the fields it sets. The extractor that the settings make needs a function
/// `new(&Parameters) -> Result<Self>`. A last line `settled by function;` names what does
/// [`Settings::settle`](super::Settings::settle).
///
/// ```text
/// parameters! {
///     /// What `ccb` can be told.
///     pub struct Parameters for Ccb, "ccb" {
///         /// characters on either side that blur into one
///         radius: usize = 40, in Values::Integer(1, 400);
///         /// whether the kernel ends at its radius
///         cut: bool = true;
///     }
///     /// the paper's setting
///     preset paper { radius: 80, cut: false }
/// }
/// ```
macro_rules! parameters {
    (
        $(#[$meta:meta])*
        pub struct Parameters for $extractor:ty, $method:literal {
            $(
                $(#[doc = $help:literal])+
                $field:ident: $type:ty = $default:expr $(, in $values:expr)?;
            )*
        }
        $(
            $(#[doc = $about:literal])+
            preset $preset:ident { $($key:ident: $value:expr),+ $(,)? }
        )*
        $(settled by $settle:path;)?
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub struct Parameters {
            $($(#[doc = $help])+ pub $field: $type,)*
        }

        impl Default for Parameters {
            fn default() -> Parameters {
                Parameters { $($field: $default,)* }
            }
        }

        impl Parameters {
            $(
                $(#[doc = $about])+
                pub fn $preset() -> Parameters {
                    Parameters { $($key: $value,)+ ..Parameters::default() }
                }
            )*

            /// Makes the extractor.
            ///
            /// # Errors
            /// If a value is out of its range, a file cannot be read, or there is no model for these
            /// settings.
            pub fn build(&self) -> $crate::Result<$extractor> {
                $crate::extract::parameters::Settings::check(self)?;
                <$extractor>::new(self)
            }
        }

        #[allow(unused_variables, reason = "a method may have no parameter and no preset")]
        impl $crate::extract::parameters::Settings for Parameters {
            const METHOD: &'static str = $method;
            type Extractor = $extractor;

            fn table() -> Vec<$crate::extract::parameters::Parameter> {
                let default = Parameters::default();
                vec![$($crate::extract::parameters::Parameter {
                    name: stringify!($field),
                    default: $crate::extract::parameters::Value::print(&default.$field),
                    values: $crate::extract::parameters::values!($type $(, $values)?),
                    about: concat!($($help),+).trim_start(),
                },)*]
            }

            fn presets() -> Vec<$crate::extract::parameters::Preset> {
                vec![$({
                    let settings = Parameters::$preset();
                    $crate::extract::parameters::Preset {
                        name: stringify!($preset),
                        about: concat!($($about),+).trim_start(),
                        set: vec![$((
                            stringify!($key),
                            $crate::extract::parameters::Value::print(&settings.$key),
                        )),+],
                    }
                },)*]
            }

            fn values(&self) -> Vec<String> {
                vec![$($crate::extract::parameters::Value::print(&self.$field)),*]
            }

            fn apply(&mut self, preset: &str) -> bool {
                $(if preset == stringify!($preset) {
                    $(self.$key = $value;)+
                    return true;
                })*
                false
            }

            fn set(&mut self, name: &str, text: &str) -> bool {
                $(if name == stringify!($field) {
                    let value = <$type as $crate::extract::parameters::Value>::read(text);
                    return value.map(|value| self.$field = value).is_some();
                })*
                false
            }

            fn build(&self) -> $crate::Result<$extractor> {
                Parameters::build(self)
            }

            $(fn settle(self, spec: &$crate::extract::spec::Spec) -> $crate::Result<Parameters> {
                $settle(self, spec)
            })?
        }

        impl std::str::FromStr for Parameters {
            type Err = $crate::Error;

            /// Reads a spec of the method.
            fn from_str(text: &str) -> $crate::Result<Parameters> {
                $crate::extract::parameters::Settings::of(&$crate::extract::spec::Spec::parse(text)?)
            }
        }

        impl std::fmt::Display for Parameters {
            /// Prints the shortest spec.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", $crate::extract::parameters::Settings::spec(self))
            }
        }
    };
}
pub(crate) use parameters;

/// The values of a parameter: those that are named, else all of its type.
macro_rules! values {
    ($type:ty) => {
        <$type as $crate::extract::parameters::Value>::VALUES
    };
    ($type:ty, $values:expr) => {
        $values
    };
}
pub(crate) use values;

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::{Settings, Values, choice};
    use crate::Result;
    use crate::extract::extractor::Extractor;
    use crate::extraction::Extraction;
    use crate::page::Page;

    /// A method of the tests' own.
    #[derive(Debug)]
    pub struct Mill(Parameters);

    impl Mill {
        fn new(parameters: &Parameters) -> Result<Mill> {
            Ok(Mill(parameters.clone()))
        }
    }

    impl Extractor for Mill {
        fn extract(&self, page: &Page) -> Extraction {
            Extraction::all(page)
        }
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub enum Grist {
        Wheat,
        Rye,
    }

    choice!(Grist { Wheat: "wheat", Rye: "rye" });

    parameters! {
        /// What a mill can be told.
        pub struct Parameters for Mill, "mill" {
            /// what is ground,
            /// and between what
            grist: Grist = Grist::Wheat;
            /// stones, in pairs
            stones: usize = 3, in Values::Odd(1, 9);
            /// water, in buckets a turn
            water: f64 = 0.5, in Values::Number(0.0, 2.0);
            /// whether it turns at night
            night: bool = false;
            /// where the flour goes
            sack: Option<PathBuf> = None;
        }
        /// the old setting
        preset old { grist: Grist::Rye, water: 2.0 }
    }

    fn of(text: &str) -> Result<Parameters> {
        text.parse()
    }

    #[test]
    fn a_declaration_gives_rows_and_presets() {
        let row = |at: usize| Parameters::table().swap_remove(at);
        assert_eq!(row(0).about, "what is ground, and between what");
        let shown =
            |at: usize| format!("{}={} ({})", row(at).name, row(at).default, row(at).values);
        assert_eq!(shown(0), "grist=wheat (wheat|rye)");
        assert_eq!(shown(1), "stones=3 (1..9, odd)");
        assert_eq!(shown(2), "water=0.5 (0..2)");
        assert_eq!(shown(3), "night=off (on|off)");
        assert_eq!(shown(4), "sack= (FILE)");
        let [preset] = &Parameters::presets()[..] else { panic!() };
        assert_eq!((preset.name, preset.about), ("old", "the old setting"));
        assert_eq!(preset.set, [("grist", "rye".into()), ("water", "2".into())]);
    }

    #[test]
    fn a_spec_is_another_spelling_of_the_struct() {
        let mut parameters = Parameters::old();
        assert_eq!(parameters, of("mill(old)").unwrap());
        (parameters.stones, parameters.night) = (5, true);
        parameters.sack = Some("s".into());
        assert_eq!(parameters, of("mill(old,stones=5,night=on,sack=s)").unwrap());
        assert_eq!(parameters.to_string(), "mill(grist=rye,stones=5,water=2,night=on,sack=s)");
        assert_eq!(parameters, of(&parameters.to_string()).unwrap());
        assert_eq!(parameters.build().unwrap().0, parameters);
        assert_eq!(Parameters::default().to_string(), "mill");
        assert_eq!(of("mill(sack=)").unwrap(), Parameters::default());
    }

    #[test]
    fn what_a_program_writes_is_checked_as_a_spec_is() {
        let mut parameters = Parameters::default();
        for (stones, water) in [(4, 1.0), (11, 1.0), (3, 2.5), (3, -0.1), (3, f64::NAN)] {
            (parameters.stones, parameters.water) = (stones, water);
            let error = parameters.build().unwrap_err().to_string();
            assert!(error.starts_with("spec `mill(") && error.contains("is not in "), "{error}");
        }
    }

    #[test]
    fn errors_name_what_is_valid() {
        let message = |text: &str| of(text).unwrap_err().to_string();
        assert!(
            message("mill(stone=3)").contains("no parameter `stone`; `mill` has grist, stones")
        );
        assert!(message("mill(stones=4)").contains("`stones=4` is not in 1..9, odd"));
        assert!(message("mill(grist=Rye)").contains("`grist=Rye` is not in wheat|rye"));
        assert!(message("mill(night=yes)").contains("on|off"));
        assert!(message("mill(new)").contains("no preset `new`; `mill` has old"));
        assert!(message("wu").contains("no spec of `mill`"));
    }
}
