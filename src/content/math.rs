//! Formulas as TeX, each once.
//!
//! A formula is a `math` element, with what draws it a second time around it (KaTeX, MathJax,
//! MediaWiki), or a `script` that MathJax reads. TeX that the page has (an `annotation`, an
//! `alttext`) is taken as it is; MathML alone is translated. TeX in plain text, between dollars or
//! `\(` and `\)`, is text and stays so, unless it is all of an element that is called a formula.

use std::borrow::Cow;

use super::marks::has_class;
use super::written;
use crate::dom::{Dom, Namespace, NodeId, Tag};

/// Classes of the elements that hold a formula and its drawing.
const WRAPPERS: [&str; 7] = [
    "katex",
    "katex-display",
    "MathJax",
    "MathJax_Display",
    "MathJax_CHTML",
    "MathJax_SVG",
    "mwe-math-element",
];

/// The formula that an element is or is drawn around: the `math` or `script` that says it, where
/// `math` is the first such element in it.
pub(super) fn formula(dom: &Dom, node: NodeId, tag: Tag, math: Option<NodeId>) -> Option<NodeId> {
    match tag {
        Tag::MATH => Some(node),
        Tag::SCRIPT => is_tex(dom, node).then_some(node),
        Tag::SPAN | Tag::DIV if written::tex(dom, node).is_some() => Some(node),
        _ => math.filter(|_| is_wrapper(dom, node, tag)),
    }
}

/// Whether an element is what MathJax draws, before or after it has read it, of the script right
/// behind it.
pub(super) fn is_drawing(dom: &Dom, node: NodeId) -> bool {
    let end = dom.subtree(node).end;
    let mut behind = (end..dom.len() as u32).take(2).map(NodeId);
    let Some(next) = behind.find(|&node| !dom.is_text(node)) else { return false };
    let is_right_behind = || (end..next.0).all(|text| dom.text(NodeId(text)).trim().is_empty());
    dom.tag(next) == Some(Tag::SCRIPT)
        && dom.parent(next) == dom.parent(node)
        && is_tex(dom, next)
        && is_right_behind()
        && (has_class(dom, node, &["MathJax_Preview"]) || has_class(dom, node, &WRAPPERS))
}

/// Whether a script is a formula for MathJax.
fn is_tex(dom: &Dom, script: NodeId) -> bool {
    let kind = dom.attribute(script, "type");
    kind.is_some_and(|kind| kind.trim_start().starts_with("math/tex"))
}

fn is_wrapper(dom: &Dom, node: NodeId, tag: Tag) -> bool {
    if !tag.is_known() {
        return dom.name(node) == "mjx-container";
    }
    matches!(tag, Tag::SPAN | Tag::DIV) && has_class(dom, node, &WRAPPERS)
}

/// Whether a formula stands on lines of its own.
pub(super) fn is_display(dom: &Dom, formula: NodeId) -> bool {
    let says =
        |name, what: &str| dom.attribute(formula, name).is_some_and(|value| value.contains(what));
    let is_alone =
        written::tex(dom, formula).is_some_and(|tex| !tex.trim_start().starts_with("\\("));
    is_alone || says("display", "block") || says("mode", "display") || says("type", "mode=display")
}

/// Appends a formula as TeX, on one line.
pub(super) fn tex(dom: &Dom, formula: NodeId, out: &mut String) {
    let start = out.len();
    let given = if dom.tag(formula) == Some(Tag::SCRIPT) {
        Some(script(dom, formula))
    } else if let Some(tex) = written::tex(dom, formula) {
        Some(tex.into_owned())
    } else {
        annotation(dom, formula).or_else(|| dom.attribute(formula, "alttext").map(Cow::into_owned))
    };
    match given.as_deref().map(|tex| bare(tex.trim())).filter(|tex| !tex.is_empty()) {
        Some(tex) => crate::text::fold(tex, out),
        None => {
            let mut translated = String::new();
            translate(dom, formula, &mut translated);
            crate::text::fold(&translated, out);
        }
    }
    if out[start..].starts_with("{\\displaystyle ") && out.ends_with('}') {
        // MediaWiki says it of every formula.
        out.pop();
        out.replace_range(start..start + "{\\displaystyle ".len(), "");
        out.truncate(start + out[start..].trim_end().len());
    }
}

/// TeX without the dollars or brackets around it.
fn bare(tex: &str) -> &str {
    let pairs = [("$$", "$$"), ("$", "$"), ("\\[", "\\]"), ("\\(", "\\)")];
    let inner = pairs.iter().find_map(|(open, close)| tex.strip_prefix(open)?.strip_suffix(close));
    inner.map_or(tex, str::trim)
}

fn script(dom: &Dom, script: NodeId) -> String {
    let text: String = dom.children(script).map(|node| dom.text(node)).collect();
    let text = text.trim();
    let text =
        text.strip_prefix("<![CDATA[").and_then(|text| text.strip_suffix("]]>")).unwrap_or(text);
    // Kramdown wraps it in a comment of TeX.
    text.trim_start_matches("% <![CDATA[").trim_end_matches("%]]>").trim().to_owned()
}

/// The TeX that a formula is annotated with.
fn annotation(dom: &Dom, formula: NodeId) -> Option<String> {
    let is_tex = |node: NodeId| {
        let encoding = dom.attribute(node, "encoding");
        encoding.is_some_and(|encoding| encoding.to_ascii_lowercase().contains("tex"))
    };
    let within = dom.subtree(formula).map(NodeId);
    let elements = within.filter(|&node| !dom.is_text(node) && dom.name(node) == "annotation");
    let found = elements.into_iter().find(|&node| is_tex(node))?;
    Some(dom.children(found).map(|node| dom.text(node)).collect())
}

/// What is still to be written of a formula.
enum Task {
    Node(NodeId),
    Text(&'static str),
    Symbols(String),
}

/// Translates presentation MathML.
fn translate(dom: &Dom, formula: NodeId, out: &mut String) {
    let mut tasks = vec![Task::Node(formula)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Text(text) => out.push_str(text),
            Task::Symbols(text) => symbols(&text, out),
            Task::Node(node) if dom.is_text(node) => symbols(&dom.text(node), out),
            Task::Node(node) => element(dom, node, &mut tasks, out),
        }
    }
}

/// Writes a token, or says what is to be written of an element, last first.
fn element(dom: &Dom, node: NodeId, tasks: &mut Vec<Task>, out: &mut String) {
    let is_math = dom.namespace(node) == Namespace::MathMl;
    let name = dom.name(node);
    let children: Vec<NodeId> = dom.children(node).filter(|&child| !dom.is_text(child)).collect();
    let mut then = |parts: &[(&'static str, Option<NodeId>)]| {
        for &(text, node) in parts.iter().rev() {
            tasks.extend(node.map(Task::Node));
            tasks.push(Task::Text(text));
        }
    };
    match (&*name, &children[..]) {
        ("annotation" | "annotation-xml" | "mphantom", _) => {}
        ("mspace", _) => out.push(' '),
        ("mi", []) => identifier(&text_of(dom, node), out),
        ("mtext" | "ms", []) => {
            // A space at an end is one that does not break.
            let text = text_of(dom, node);
            out.push_str("\\text{");
            escape(&text.trim_ascii().replace('\u{a0}', " "), out);
            out.push('}');
        }
        ("mfrac", &[over, under]) => {
            then(&[("\\frac{", Some(over)), ("}{", Some(under)), ("}", None)])
        }
        ("msqrt", _) => {
            tasks.push(Task::Text("}"));
            tasks.extend(children.iter().rev().copied().map(Task::Node));
            tasks.push(Task::Text("\\sqrt{"));
        }
        ("mroot", &[base, index]) => {
            then(&[("\\sqrt[", Some(index)), ("]{", Some(base)), ("}", None)])
        }
        ("msup" | "mover", &[base, over]) if !is_accent(dom, node, over) => {
            then(&[("{", Some(base)), ("}^{", Some(over)), ("}", None)]);
        }
        ("mover", &[base, over]) => {
            let accent = accent(text_of(dom, over).trim());
            then(&[(accent, None), ("{", Some(base)), ("}", None)]);
        }
        ("msub" | "munder", &[base, under]) => {
            then(&[("{", Some(base)), ("}_{", Some(under)), ("}", None)]);
        }
        ("msubsup" | "munderover", &[base, under, over]) => {
            let parts = [("{", Some(base)), ("}_{", Some(under)), ("}^{", Some(over)), ("}", None)];
            then(&parts);
        }
        ("mfenced", _) => fenced(dom, node, &children, tasks),
        ("mmultiscripts", &[base, ref scripts @ ..]) => multiscripts(dom, base, scripts, tasks),
        ("none" | "mprescripts", _) => {}
        ("mtable", _) => {
            tasks.push(Task::Text("\\end{matrix}"));
            tasks.extend(children.iter().rev().copied().map(Task::Node));
            tasks.push(Task::Text("\\begin{matrix}"));
        }
        ("mtr" | "mlabeledtr", _) => {
            tasks.push(Task::Text("\\\\ "));
            for (at, &cell) in children.iter().enumerate().rev() {
                tasks.push(Task::Node(cell));
                tasks.push(Task::Text(if at == 0 { "" } else { " & " }));
            }
        }
        ("semantics", &[first, ..]) if is_math => tasks.push(Task::Node(first)),
        _ => {
            let children: Vec<NodeId> = dom.children(node).collect();
            tasks.extend(children.into_iter().rev().map(Task::Node));
        }
    }
}

/// Parts between fences, which are brackets and commas unless the element says otherwise.
fn fenced(dom: &Dom, node: NodeId, parts: &[NodeId], tasks: &mut Vec<Task>) {
    let given = |name: &str, default: &str| {
        dom.attribute(node, name).map_or_else(|| default.to_owned(), |given| given.into_owned())
    };
    let separators: Vec<char> =
        given("separators", ",").chars().filter(|c| !c.is_whitespace()).collect();
    tasks.push(Task::Symbols(given("close", ")")));
    for (at, &part) in parts.iter().enumerate().rev() {
        tasks.push(Task::Node(part));
        // The last separator stands for those that are missing.
        let separator = at.checked_sub(1).and_then(|at| separators.get(at).or(separators.last()));
        tasks.extend(separator.map(|separator| Task::Symbols(separator.to_string())));
    }
    tasks.push(Task::Symbols(given("open", "(")));
}

/// Pairs of a lower and an upper script, right of the base and, behind `mprescripts`, left of it.
fn multiscripts(dom: &Dom, base: NodeId, scripts: &[NodeId], tasks: &mut Vec<Task>) {
    let left = scripts.iter().position(|&node| dom.name(node) == "mprescripts");
    let (right, left) = match left {
        Some(at) => (&scripts[..at], &scripts[at + 1..]),
        None => (scripts, &[][..]),
    };
    push_scripts(dom, right, tasks);
    tasks.extend([Task::Text("}"), Task::Node(base), Task::Text("{")]);
    if !left.is_empty() {
        push_scripts(dom, left, tasks);
        tasks.push(Task::Text("{}"));
    }
}

/// Pairs of a lower and an upper script, the last first.
fn push_scripts(dom: &Dom, scripts: &[NodeId], tasks: &mut Vec<Task>) {
    for pair in scripts.chunks(2).rev() {
        for (&script, sign) in pair.iter().zip(["_{", "^{"]).rev() {
            if dom.name(script) != "none" {
                tasks.extend([Task::Text("}"), Task::Node(script), Task::Text(sign)]);
            }
        }
    }
}

fn text_of(dom: &Dom, node: NodeId) -> String {
    dom.children(node).filter(|&child| dom.is_text(child)).map(|child| dom.text(child)).collect()
}

fn is_accent(dom: &Dom, node: NodeId, over: NodeId) -> bool {
    dom.name(node) == "mover" && !accent(text_of(dom, over).trim()).is_empty()
}

/// The command for a mark over a symbol; empty where it is none.
fn accent(mark: &str) -> &'static str {
    match mark {
        "^" | "\u{302}" | "ˆ" => "\\hat",
        "¯" | "‾" | "\u{305}" | "―" => "\\overline",
        "→" | "⃗" => "\\vec",
        "~" | "˜" | "\u{303}" => "\\tilde",
        "˙" | "." => "\\dot",
        "¨" => "\\ddot",
        _ => "",
    }
}

/// An identifier: a name of several letters stands upright.
fn identifier(name: &str, out: &mut String) {
    const FUNCTIONS: [&str; 16] = [
        "sin", "cos", "tan", "cot", "log", "ln", "exp", "lim", "max", "min", "sup", "inf", "det",
        "dim", "gcd", "arg",
    ];
    let name = name.trim();
    if FUNCTIONS.contains(&name) {
        out.push('\\');
        out.push_str(name);
        out.push(' ');
    } else if name.chars().nth(1).is_some() && name.is_ascii() {
        out.push_str("\\mathrm{");
        symbols(name, out);
        out.push('}');
    } else {
        symbols(name, out);
    }
}

/// Appends symbols, those that TeX has a command for as that.
fn symbols(text: &str, out: &mut String) {
    for c in text.trim().chars() {
        let command = COMMANDS.iter().find(|&&(symbol, _)| symbol == c);
        match (command, c) {
            (Some((_, command)), _) => {
                out.push('\\');
                out.push_str(command);
                out.push(' ');
            }
            // Function application, invisible times and comma.
            (None, '\u{2061}'..='\u{2064}') => {}
            (None, '−') => out.push('-'),
            (None, '\\') => out.push_str("\\backslash "),
            (None, c) => escape(c.encode_utf8(&mut [0; 4]), out),
        }
    }
}

/// Appends a text, with a backslash before what TeX would read as a command.
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash "),
            '{' | '}' | '%' | '#' | '&' | '$' | '_' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
}

/// Symbols and their commands.
#[rustfmt::skip]
static COMMANDS: &[(char, &str)] = &[
    ('α', "alpha"), ('β', "beta"), ('γ', "gamma"), ('δ', "delta"), ('ε', "varepsilon"), ('ϵ', "epsilon"),
    ('ζ', "zeta"), ('η', "eta"), ('θ', "theta"), ('ι', "iota"), ('κ', "kappa"), ('λ', "lambda"), ('μ', "mu"),
    ('ν', "nu"), ('ξ', "xi"), ('π', "pi"), ('ρ', "rho"), ('σ', "sigma"), ('τ', "tau"), ('υ', "upsilon"),
    ('φ', "varphi"), ('ϕ', "phi"), ('χ', "chi"), ('ψ', "psi"), ('ω', "omega"), ('Γ', "Gamma"), ('Δ', "Delta"),
    ('Θ', "Theta"), ('Λ', "Lambda"), ('Ξ', "Xi"), ('Π', "Pi"), ('Σ', "Sigma"), ('Φ', "Phi"), ('Ψ', "Psi"),
    ('Ω', "Omega"), ('×', "times"), ('·', "cdot"), ('⋅', "cdot"), ('÷', "div"), ('±', "pm"), ('∓', "mp"),
    ('≤', "le"), ('≥', "ge"), ('≠', "ne"), ('≈', "approx"), ('≡', "equiv"), ('∼', "sim"), ('∝', "propto"),
    ('∞', "infty"), ('∂', "partial"), ('∇', "nabla"), ('∑', "sum"), ('∏', "prod"), ('∫', "int"), ('∮', "oint"),
    ('√', "surd"), ('∈', "in"), ('∉', "notin"), ('⊂', "subset"), ('⊆', "subseteq"), ('∪', "cup"), ('∩', "cap"),
    ('∅', "emptyset"), ('∀', "forall"), ('∃', "exists"), ('¬', "neg"), ('∧', "wedge"), ('∨', "vee"),
    ('→', "to"), ('←', "leftarrow"), ('↔', "leftrightarrow"), ('⇒', "Rightarrow"), ('⇔', "Leftrightarrow"),
    ('↦', "mapsto"), ('…', "ldots"), ('⋯', "cdots"), ('′', "prime"), ('⟨', "langle"), ('⟩', "rangle"),
    ('ℝ', "mathbb{R}"), ('ℂ', "mathbb{C}"), ('ℕ', "mathbb{N}"), ('ℤ', "mathbb{Z}"), ('ℚ', "mathbb{Q}"),
    ('ℓ', "ell"), ('ħ', "hbar"), ('∘', "circ"), ('⊕', "oplus"), ('⊗', "otimes"), ('⊥', "perp"), ('‖', "|"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::Parser;

    fn of(html: &str) -> String {
        let dom = Dom::parse(html, Parser::Native);
        let is_math = |node: &NodeId| dom.tag(*node) == Some(Tag::MATH);
        let math = |node| dom.subtree(node).map(NodeId).find(is_math);
        let formula = |node| formula(&dom, node, dom.tag(node)?, math(node));
        let formula = dom.nodes().find_map(formula).unwrap();
        let mut out = String::new();
        tex(&dom, formula, &mut out);
        out
    }

    #[test]
    fn tex_that_the_page_has_is_taken() {
        let katex = "<span class=katex><math><semantics><mi>x</mi><annotation encoding=application/x-tex>\
                     x^2 &lt; 3</annotation></semantics></math><span aria-hidden=true>x2</span></span>";
        assert_eq!(of(katex), "x^2 < 3");
        assert_eq!(of("<math alttext='{\\displaystyle a_{n}}'><mi>a</mi></math>"), "a_{n}");
        assert_eq!(of("<script type='math/tex; mode=display'>\\frac12</script>"), "\\frac12");
    }

    #[test]
    fn mathml_is_translated() {
        let fraction = "<math><mi>y</mi><mo>=</mo><mfrac><msup><mi>x</mi><mn>2</mn></msup>\
                        <msqrt><mi>α</mi><mo>≤</mo><mi>sin</mi></msqrt></mfrac></math>";
        assert_eq!(of(fraction), "y=\\frac{{x}^{2}}{\\sqrt{\\alpha \\le \\sin }}");
        let sum = "<math><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mroot><mi>x</mi><mn>3</mn></mroot></math>";
        assert_eq!(of(sum), "{\\sum }_{i}^{n}\\sqrt[3]{x}");
        let table =
            "<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable></math>";
        assert_eq!(of(table), "\\begin{matrix}1 & 2\\\\ \\end{matrix}");
        assert_eq!(
            of("<math><mover><mi>x</mi><mo>¯</mo></mover><mi>kg</mi></math>"),
            "\\overline{x}\\mathrm{kg}"
        );
        let set = "<math><mfenced open='{' close='}' separators=';,'><mi>a</mi><mi>b</mi><mi>c</mi><mi>d</mi></mfenced></math>";
        assert_eq!(of(set), "\\{a;b,c,d\\}");
        assert_eq!(of("<math><mfenced><mi>a</mi><mi>b</mi></mfenced></math>"), "(a,b)");
        let nucleus = "<math><mmultiscripts><mi>C</mi><none></none><mo>+</mo><mprescripts></mprescripts>\
                       <mn>6</mn><mn>14</mn></mmultiscripts></math>";
        assert_eq!(of(nucleus), "{}_{6}^{14}{C}^{+}");
        assert_eq!(of("<math><mtext>&nbsp;if 5 %&nbsp;</mtext></math>"), "\\text{ if 5 \\% }");
    }
}
