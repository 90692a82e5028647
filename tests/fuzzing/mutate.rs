//! Damage: to bytes, tokens and lines, and parts of other texts in the place of own ones.

use super::corpus::{Corpus, Seed, table};
use super::{Case, Kind};
use crate::harness::Random;

/// What files are rarely meant to hold.
const HOSTILE: [&str; 40] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "26",
    "27",
    "36",
    "37",
    "127",
    "128",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "-9223372036854775808",
    "1e9",
    "0.5",
    "''",
    "\"",
    "'",
    "[]",
    "{}",
    "()",
    "-",
    "*",
    "+",
    "~",
    ":",
    ";",
    "=",
    ",",
    "#",
    "é",
    "\u{9b}",
    "\u{feff}",
    "none",
    "true",
    "false",
];

/// A text of this kind with damage.
pub(super) fn damaged(corpus: &Corpus, kind: Kind, random: &mut Random) -> Case {
    let pick = |texts: &[String], random: &mut Random| {
        let empty = String::new();
        texts
            .get(random.below(texts.len().max(1)))
            .unwrap_or(&empty)
            .clone()
    };
    match kind {
        Kind::Definition => Case {
            text: definition(corpus, random),
            kind,
        },
        Kind::Fen { .. } => {
            let (variant, fen) = &corpus.fens[random.below(corpus.fens.len())];
            let (_, other) = &corpus.fens[random.below(corpus.fens.len())];
            Case {
                text: position(fen, other, random),
                kind: Kind::Fen {
                    variant: variant.clone(),
                },
            }
        }
        Kind::Record => {
            let (text, other) = (pick(&corpus.records, random), pick(&corpus.records, random));
            let text = several(text, random, |text, random| any(text, &other, random));
            Case { kind, text }
        }
        Kind::Row => {
            let (text, other) = (pick(&corpus.rows, random), pick(&corpus.rows, random));
            let text = several(text, random, |text, random| any(text, &other, random));
            Case { kind, text }
        }
        Kind::Betza => {
            let (text, other) = (pick(&corpus.betza, random), pick(&corpus.betza, random));
            let text = several(text, random, |text, random| match random.below(3) {
                0 => spliced(&text, &other, random),
                _ => characters(text, &other, random),
            });
            Case { kind, text }
        }
    }
}

/// One damage, or two, or three, …: each further one half as often.
fn several(
    text: String,
    random: &mut Random,
    damage: impl Fn(String, &mut Random) -> String,
) -> String {
    let mut text = damage(text, random);
    while random.below(2) == 0 {
        text = damage(text, random);
    }
    text
}

fn any(text: String, other: &str, random: &mut Random) -> String {
    match random.below(8) {
        0 => characters(text, other, random),
        1..4 => tokens(&text, other, random),
        4..7 => lines(&text, other, random),
        _ => spliced(&text, other, random),
    }
}

fn definition(corpus: &Corpus, random: &mut Random) -> String {
    let seed = &corpus.definitions[random.below(corpus.definitions.len())];
    let alike: &Seed = loop {
        let other = &corpus.definitions[random.below(corpus.definitions.len())];
        if other.format == seed.format {
            break other;
        }
    };
    several(seed.text.clone(), random, |text, random| {
        if seed.format == ferz::formats::Format::Toml && random.below(2) == 0 {
            return grafted(&text, corpus, random);
        }
        any(text, &alike.text, random)
    })
}

/// A key of another file's table in the same table here, which is made if it is not there.
fn grafted(text: &str, corpus: &Corpus, random: &mut Random) -> String {
    let (header, line) = &corpus.grafts[random.below(corpus.grafts.len())];
    let name = text
        .lines()
        .find_map(|line| table(line).map(|(name, _)| name))
        .unwrap_or("mine");
    let key = if header.is_empty() {
        format!("[{name}]")
    } else {
        format!("[{name}.{header}]")
    };
    let assigned = line.split('=').next().unwrap_or_default();
    let mut lines: Vec<&str> = text.lines().collect();
    match lines.iter().position(|one| one.trim_end() == key) {
        Some(at) => {
            // The key may be there already; then it is replaced.
            let end = lines[at + 1..]
                .iter()
                .position(|one| one.starts_with('['))
                .map_or(lines.len(), |more| at + 1 + more);
            match lines[at + 1..end]
                .iter()
                .position(|one| one.starts_with(assigned))
            {
                Some(old) => lines[at + 1 + old] = line,
                None => lines.insert(at + 1, line),
            }
        }
        None => lines.extend([key.as_str(), line]),
    }
    lines.join("\n") + "\n"
}

/// Characters flipped, left out, doubled or put in.
fn characters(text: String, other: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = random.below(chars.len() + 1);
    match random.below(5) {
        0 if at < chars.len() => {
            chars.remove(at);
        }
        1 if at < chars.len() => chars.insert(at, chars[at]),
        2 if at < chars.len() => {
            // Another bit makes another letter of the same case, or the other case.
            let flipped = u32::from(chars[at]) ^ (1 << random.below(7));
            chars[at] = char::from_u32(flipped).unwrap_or('?');
        }
        3 => {
            let word = HOSTILE[random.below(HOSTILE.len())];
            chars.splice(at..at, word.chars());
        }
        _ => {
            let from: Vec<char> = other.chars().collect();
            if !from.is_empty() {
                let start = random.below(from.len());
                let end = (start + 1 + random.below(4)).min(from.len());
                chars.splice(at..at, from[start..end].iter().copied());
            }
        }
    }
    chars.into_iter().collect()
}

/// Words and the signs between them.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_part = |one: char| one.is_alphanumeric() || one == '_';
        let end = if is_part(first) {
            rest.find(|one| !is_part(one)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    words
}

fn tokens(text: &str, other: &str, random: &mut Random) -> String {
    let mut own = words(text);
    if own.is_empty() {
        return other.to_owned();
    }
    let others = words(other);
    // Spaces say least; a few attempts find something else.
    let mut at = random.below(own.len());
    for _ in 0..4 {
        if !own[at].trim().is_empty() {
            break;
        }
        at = random.below(own.len());
    }
    match random.below(6) {
        0 => {
            own.remove(at);
        }
        1 => own.insert(at, own[at]),
        2 => own[at] = HOSTILE[random.below(HOSTILE.len())],
        3 => {
            let with = random.below(own.len());
            own.swap(at, with);
        }
        4 => own[at] = own[random.below(own.len())],
        _ if !others.is_empty() => own[at] = others[random.below(others.len())],
        _ => {}
    }
    own.concat()
}

fn lines(text: &str, other: &str, random: &mut Random) -> String {
    let mut own: Vec<&str> = text.split('\n').collect();
    let others: Vec<&str> = other.split('\n').collect();
    let at = random.below(own.len());
    match random.below(5) {
        0 => {
            own.remove(at);
        }
        1 => own.insert(at, own[random.below(own.len())]),
        2 => {
            let with = random.below(own.len());
            own.swap(at, with);
        }
        3 => {
            // A line with the same key has the other text's value.
            let key = |line: &str| {
                line.split(['=', ':'])
                    .next()
                    .map(|key| key.trim().to_owned())
            };
            match others.iter().find(|line| key(line) == key(own[at])) {
                Some(line) => own[at] = line,
                None => own.insert(at, others[random.below(others.len())]),
            }
        }
        _ => own.insert(at + 1, others[random.below(others.len())]),
    }
    own.join("\n")
}

/// The beginning of one text and the end of another.
fn spliced(text: &str, other: &str, random: &mut Random) -> String {
    let cut = |text: &str, random: &mut Random| {
        let mut at = random.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (head, tail) = (cut(text, random), cut(other, random));
    format!("{}{}", &text[..head], &other[tail..])
}

/// A FEN whose fields, ranks or letters are damaged.
fn position(fen: &str, other: &str, random: &mut Random) -> String {
    several(fen.to_owned(), random, |fen, random| {
        match random.below(10) {
            0 => characters(fen, other, random),
            1 => tokens(&fen, other, random),
            2 => spliced(&fen, other, random),
            3 => {
                // Another game's field.
                let mut fields: Vec<&str> = fen.split(' ').collect();
                let others: Vec<&str> = other.split(' ').collect();
                let at = random.below(fields.len());
                if let Some(field) = others.get(at) {
                    fields[at] = field;
                }
                fields.join(" ")
            }
            4 => {
                let mut fields: Vec<&str> = fen.split(' ').collect();
                fields.remove(random.below(fields.len()));
                fields.join(" ")
            }
            5 => {
                // The other side is to move.
                if fen.contains(" w ") {
                    fen.replacen(" w ", " b ", 1)
                } else {
                    fen.replacen(" b ", " w ", 1)
                }
            }
            _ => rearranged(&fen, random),
        }
    })
}

/// A FEN with two squares of its board changed with each other, or one made like another, so that
/// it stays a board.
fn rearranged(fen: &str, random: &mut Random) -> String {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let (ranks, hand) = board.split_once('[').unwrap_or((board, ""));
    let mut squares: Vec<String> = Vec::new();
    let mut number = 0;
    let mut prefix = String::new();
    for one in ranks.chars() {
        if let Some(digit) = one.to_digit(10) {
            number = (number * 10 + digit).min(200);
            continue;
        }
        squares.extend((0..number).map(|_| "1".to_owned()));
        number = 0;
        match one {
            '+' => prefix.push(one),
            '~' | '\'' => {
                if let Some(last) = squares.last_mut() {
                    last.push(one);
                }
            }
            _ => {
                prefix.push(one);
                squares.push(std::mem::take(&mut prefix));
            }
        }
    }
    squares.extend((0..number).map(|_| "1".to_owned()));
    let places: Vec<usize> = (0..squares.len())
        .filter(|&at| squares[at] != "/")
        .collect();
    if places.is_empty() {
        return fen.to_owned();
    }
    let one = places[random.below(places.len())];
    let other = places[random.below(places.len())];
    match random.below(4) {
        0 => {
            let copy = squares[other].clone();
            squares[one] = copy;
        }
        1 => "1".clone_into(&mut squares[one]),
        _ => squares.swap(one, other),
    }
    let mut written = String::new();
    let mut empty = 0;
    for square in squares.iter().map(String::as_str).chain([""]) {
        if square == "1" {
            empty += 1;
            continue;
        }
        if empty > 0 {
            written += &empty.to_string();
            empty = 0;
        }
        written += square;
    }
    if !hand.is_empty() {
        written += "[";
        written += hand;
    }
    if rest.is_empty() {
        written
    } else {
        format!("{written} {rest}")
    }
}
