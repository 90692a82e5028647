//! Names of pieces in sentences.

/// A name with blanks between its words.
pub(crate) fn spaced(name: &str) -> String {
    name.replace(['-', '_'], " ")
}

/// A count of pieces.
pub(crate) fn plural(count: u16, name: &str) -> String {
    let name = spaced(name);
    match count {
        1 => format!("1 {name}"),
        _ => format!("{count} {}", several(&name)),
    }
}

/// The plural of a name: `pawns of rooks`, `foxes`.
pub(crate) fn several(name: &str) -> String {
    let name = spaced(name);
    if let Some((head, rest)) = name.split_once(" of ") {
        return format!("{} of {rest}", several(head));
    }
    let stem = |ending: &str, new: &str| Some(format!("{}{new}", name.strip_suffix(ending)?));
    let hisses = ["s", "x", "z", "ch", "sh"];
    let after_vowel = ["ay", "ey", "oy", "uy"];
    let is_ox = name == "ox" || name.ends_with(" ox");
    None.or_else(|| is_ox.then(|| format!("{name}en")))
        .or_else(|| stem("wolf", "wolves"))
        .or_else(|| stem("man", "men"))
        .or_else(|| {
            hisses
                .iter()
                .any(|end| name.ends_with(end))
                .then(|| format!("{name}es"))
        })
        .or_else(|| {
            let keeps = after_vowel.iter().any(|end| name.ends_with(end));
            if keeps { None } else { stem("y", "ies") }
        })
        .unwrap_or_else(|| format!("{name}s"))
}
