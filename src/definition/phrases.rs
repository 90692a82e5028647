//! Names of pieces and squares in English sentences.

/// A name with spaces between its words.
pub fn spaced(name: &str) -> String {
    name.replace(['-', '_'], " ")
}

/// A count with the name of a piece in singular or plural.
pub fn plural(count: u16, name: &str) -> String {
    let name = spaced(name);
    match count {
        1 => format!("1 {name}"),
        _ => format!("{count} {}", several(&name)),
    }
}

/// The plural of a name: `pawns of rooks`, `foxes`.
pub fn several(name: &str) -> String {
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

/// A name, or a choice of several names, with an article: `an heir`, `a unicorn`.
pub fn one_of(names: &str) -> String {
    let begins_with = |starts: &[&str]| starts.iter().any(|start| names.starts_with(start));
    let has_vowel = begins_with(&["a", "e", "i", "o", "u"]);
    let sounds_otherwise = if has_vowel {
        begins_with(&["eu", "one ", "uni", "use"])
    } else {
        begins_with(&["heir", "honest", "honor", "hour"])
    };
    let article = match (has_vowel, sounds_otherwise) {
        (true, false) | (false, true) => "an",
        _ => "a",
    };
    format!("{article} {names}")
}

/// A description of squares as a choice: `a1, g1 or a7`, `rank 8 or 9`.
pub fn either(place: &str) -> String {
    let text = place.replace(" and ", " or ");
    for (several, one) in [("ranks ", "rank "), ("files ", "file ")] {
        let rest = text.strip_prefix(several);
        if let Some(rest) =
            rest.filter(|rest| rest.split(' ').count() == 3 && !rest.contains(" to "))
        {
            return format!("{one}{rest}");
        }
    }
    text
}
