//! `leafmill methods`: the table as its users read it.

use leafmill::internals::extract::METHODS;

use super::run;

#[test]
fn every_method_and_parameter_is_listed() {
    let done = run(&["methods"]);
    let text = String::from_utf8(done.out).unwrap();
    assert_eq!(done.code, 0);
    for method in METHODS {
        assert!(text.contains(&format!("{}  {}", method.name, method.cite)), "{}", method.name);
        for parameter in method.parameters() {
            let set = format!("  {}={}", parameter.name, parameter.default);
            assert!(text.contains(&set), "{}: {set}", method.name);
        }
    }
}

#[test]
fn one_can_be_asked_for() {
    let done = run(&["methods", "wu"]);
    let text = String::from_utf8(done.out).unwrap();
    assert!(text.starts_with("wu  Wu, Chen") && !text.contains("\nall  "));
    assert!(text.contains("  preset paper: "));
    assert!(text.contains("  threshold=0.7"));
    assert!(text.contains("(0..1)"), "{text}");
    assert_eq!(run(&["methods", "wo"]).code, 2);
}

#[test]
fn a_default_is_a_value_the_parameter_takes() {
    for method in METHODS {
        let set: Vec<_> = method
            .parameters()
            .iter()
            .filter(|parameter| !parameter.default.is_empty())
            .map(|parameter| format!("{}={}", parameter.name, parameter.default))
            .collect();
        let spec = format!("{}({})", method.name, set.join(","));
        leafmill::internals::extract::Spec::grid(&spec).unwrap();
    }
}
