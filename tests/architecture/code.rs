//! Rust files as items and paths.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Item;

/// A Rust file with its unit tests kept separately.
pub(super) struct Source {
    pub path: String,
    pub items: Vec<Item>,
    pub tests: Vec<Item>,
}

impl Source {
    pub(super) fn parse((path, text): (String, String)) -> Source {
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (tests, items) = if path.ends_with("/tests.rs") {
            (file.items, Vec::new())
        } else {
            file.items.into_iter().partition(is_unit_test)
        };
        Source { path, items, tests }
    }

    /// The whole file, including its unit tests.
    pub(super) fn whole(&self) -> TokenStream {
        [tokens(&self.items), tokens(&self.tests)]
            .into_iter()
            .collect()
    }
}

/// Whether the item is a module with the attribute `#[cfg(test)]`.
fn is_unit_test(item: &Item) -> bool {
    let Item::Mod(module) = item else {
        return false;
    };
    module.attrs.iter().any(|attribute| {
        let condition = attribute.parse_args::<Ident>();
        attribute.path().is_ident("cfg") && condition.is_ok_and(|name| name == "test")
    })
}

pub(super) fn tokens(items: &[Item]) -> TokenStream {
    items.iter().map(ToTokens::to_token_stream).collect()
}

/// A path such as `crate::geometry::Square`, or a single name.
pub(super) struct CodePath {
    pub line: usize,
    /// The segments. The last one is `*` in an import of all names, and `as` if the path gets another name.
    pub names: Vec<String>,
    /// The arguments, if the path is that of a called macro.
    pub arguments: Option<TokenStream>,
}

/// All paths in tokens, including those in macros and attributes. A path with braces stands for one
/// path for each name in the braces.
pub(super) fn paths(tokens: TokenStream) -> Vec<CodePath> {
    let mut found = Vec::new();
    collect(tokens, &[], &mut found);
    found
}

/// The names in tokens.
pub(super) fn names(tokens: TokenStream) -> impl Iterator<Item = String> {
    paths(tokens).into_iter().flat_map(|path| path.names)
}

/// Adds the paths in `tokens`, each with the segments of `prefix` in front.
fn collect(tokens: TokenStream, prefix: &[String], found: &mut Vec<CodePath>) {
    let is = |token: &TokenTree, sign: char| matches!(token, TokenTree::Punct(one) if one.as_char() == sign);
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = tokens.as_slice();
    while let [first, after @ ..] = rest {
        rest = after;
        if let TokenTree::Group(group) = first {
            collect(group.stream(), &[], found);
        }
        if !matches!(first, TokenTree::Ident(_)) && (prefix.is_empty() || !is(first, '*')) {
            continue;
        }
        let mut names = prefix.to_vec();
        names.push(first.to_string());
        while let [one, two, next, after @ ..] = rest
            && is(one, ':')
            && is(two, ':')
            && !is(next, '<')
        {
            rest = after;
            if let TokenTree::Group(group) = next {
                collect(group.stream(), &names, found);
                names.clear();
            } else {
                names.push(next.to_string());
            }
        }
        if names.is_empty() {
            continue;
        }
        if let [word, after @ ..] = rest
            && word.to_string() == "as"
        {
            names.push("as".to_owned());
            // In braces the new name follows; elsewhere it may be the type of a cast.
            rest = &after[usize::from(!prefix.is_empty())..];
        }
        let arguments = match rest {
            [sign, TokenTree::Group(group), ..] if is(sign, '!') => Some(group.stream()),
            _ => None,
        };
        found.push(CodePath {
            line: first.span().start().line,
            names,
            arguments,
        });
    }
}

#[test]
fn paths_are_found_everywhere() {
    let found = |text: &str| -> Vec<String> {
        let tokens = text.parse().expect("Rust");
        let paths = paths(tokens).into_iter();
        paths.map(|path| path.names.join("::")).collect()
    };
    for (text, expected) in [
        (
            "use a::{b::{C, D as E}, f::*};",
            "use a::b::C a::b::D::as a::f::*",
        ),
        ("$crate :: a::<T>::b", "crate::a T b"),
        ("#[a(b)] m!({ c::d!(e) });", "a b m c::d e"),
        ("'a' \"b::c\" r#\"d\"# /* e */ f // g", "f"),
    ] {
        assert_eq!(found(text).join(" "), expected, "{text}");
    }
    let tokens = "\n/*\n*/ a; b".parse().expect("Rust");
    let lines: Vec<usize> = paths(tokens).iter().map(|path| path.line).collect();
    assert_eq!(lines, [3, 3]);
}
