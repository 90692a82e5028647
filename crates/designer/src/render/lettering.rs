//! A stroke font, so that pictures look the same on every machine and need no installed font.
//!
//! A glyph is drawn with round strokes on a grid, with y downward: capitals from 0 to 14, small letters from
//! 4 to 14, descenders to 18. The drawings are our own.

/// The baseline.
pub(super) const FOOT: f64 = 14.0;

/// The space between two characters.
const GAP: f64 = 3.4;

/// The width of a blank.
const BLANK: f64 = 5.6;

/// The width and the strokes of a character; an unknown character is a box.
pub(super) const fn glyph(character: char) -> (f64, &'static str) {
    match character {
        'A' => (10.0, "M0 14L5 0L10 14M1.8 9.3H8.2"),
        'B' => (
            8.3,
            "M0 0V14H4.5A3.7 3.7 0 0 0 4.5 6.6H0M4.2 6.6A3.3 3.3 0 0 0 4.2 0H0",
        ),
        'C' => (10.0, "M10 3A5.6 7 0 1 0 10 11"),
        'D' => (9.5, "M0 0V14H3.5A6 7 0 0 0 3.5 0Z"),
        'E' => (7.8, "M7.8 0H0V14H7.8M0 6.8H6.4"),
        'F' => (7.6, "M7.6 0H0V14M0 6.8H6.2"),
        'G' => (10.4, "M10 3A5.6 7 0 1 0 10.4 10.2V7.4H6.4"),
        'H' => (9.0, "M0 0V14M9 0V14M0 6.8H9"),
        'I' => (4.0, "M0 0H4M2 0V14M0 14H4"),
        'J' => (6.5, "M6.5 0V10A3.25 4 0 0 1 0 10"),
        'K' => (9.0, "M0 0V14M8.7 0L0 8.5M3.2 5.7L9 14"),
        'L' => (7.3, "M0 0V14H7.3"),
        'M' => (11.4, "M0 14V0L5.7 9.5L11.4 0V14"),
        'N' => (9.6, "M0 14V0L9.6 14V0"),
        'O' => (11.0, "M5.5 0A5.5 7 0 0 0 5.5 14A5.5 7 0 0 0 5.5 0Z"),
        'P' => (8.4, "M0 14V0H4.4A3.9 3.9 0 0 1 4.4 7.8H0"),
        'Q' => (
            11.0,
            "M5.5 0A5.5 7 0 0 0 5.5 14A5.5 7 0 0 0 5.5 0ZM7.2 10.4L10.8 15",
        ),
        'R' => (8.8, "M0 14V0H4.4A3.8 3.8 0 0 1 4.4 7.6H0M4.6 7.6L8.8 14"),
        'S' => (
            8.6,
            "M8 2.5C7.3 .8 6 0 4.3 0C2 0 .5 1.4 .5 3.4C.5 8.1 8.6 5.8 8.6 10.5C8.6 12.6 6.9 14 4.4 14C2.2 14 .6 13 0 11",
        ),
        'T' => (9.0, "M0 0H9M4.5 0V14"),
        'U' => (9.0, "M0 0V9A4.5 5 0 0 0 9 9V0"),
        'V' => (10.0, "M0 0L5 14L10 0"),
        'W' => (14.4, "M0 0L3.6 14L7.2 1L10.8 14L14.4 0"),
        'X' => (9.4, "M0 0L9.4 14M9.4 0L0 14"),
        'Y' => (9.6, "M0 0L4.8 7.4L9.6 0M4.8 7.4V14"),
        'Z' => (8.8, "M0 0H8.8L0 14H8.8"),
        'a' => (7.4, "M3.7 4A3.7 5 0 0 0 3.7 14A3.7 5 0 0 0 3.7 4ZM7.4 4V14"),
        'b' => (7.4, "M3.7 4A3.7 5 0 0 0 3.7 14A3.7 5 0 0 0 3.7 4ZM0 0V14"),
        'c' => (6.6, "M6.6 5.8A3.8 5 0 1 0 6.6 12.2"),
        'd' => (7.4, "M3.7 4A3.7 5 0 0 0 3.7 14A3.7 5 0 0 0 3.7 4ZM7.4 0V14"),
        'e' => (7.4, "M.1 8.7H7.4A3.7 5 0 1 0 6.6 12.4"),
        'f' => (4.6, "M4.6 .2C2.6 -.4 1.7 .9 1.7 3V14M0 4.8H4.3"),
        'g' => (
            7.4,
            "M3.7 4A3.7 5 0 0 0 3.7 14A3.7 5 0 0 0 3.7 4ZM7.4 4V14.4C7.4 18.4 2.2 19.2 .5 16.6",
        ),
        'h' => (7.0, "M0 0V14M0 8A3.5 4 0 0 1 7 8V14"),
        'i' => (1.0, "M.5 4.4V14M.5 .5V.6"),
        'j' => (2.8, "M2.4 4.4V15.4C2.4 17.6 1.4 18.3 0 18M2.4 .5V.6"),
        'k' => (6.6, "M0 0V14M6.2 4.3L0 10M2.3 7.9L6.6 14"),
        'l' => (2.4, "M.5 0V12C.5 13.4 1.1 14 2.4 14"),
        'm' => (
            11.0,
            "M0 4V14M0 7.6A2.75 3.6 0 0 1 5.5 7.6V14M5.5 7.6A2.75 3.6 0 0 1 11 7.6V14",
        ),
        'n' => (7.0, "M0 4V14M0 8A3.5 4 0 0 1 7 8V14"),
        'o' => (7.6, "M3.8 4A3.8 5 0 0 0 3.8 14A3.8 5 0 0 0 3.8 4Z"),
        'p' => (7.4, "M3.7 4A3.7 5 0 0 0 3.7 14A3.7 5 0 0 0 3.7 4ZM0 4V18"),
        'q' => (7.4, "M3.7 4A3.7 5 0 0 0 3.7 14A3.7 5 0 0 0 3.7 4ZM7.4 4V18"),
        'r' => (4.2, "M0 4V14M0 8C.4 5.2 1.8 3.9 4.2 4.2"),
        's' => (
            6.3,
            "M6 5.6C5.4 4.5 4.4 4 3.2 4C1.5 4 .4 5 .4 6.5C.4 10 6.3 8 6.3 11.3C6.3 13 5 14 3.2 14C1.6 14 .5 13.3 0 12",
        ),
        't' => (4.8, "M1.7 .8V11.4C1.7 13.6 2.9 14.4 4.8 13.8M0 4.4H4.6"),
        'u' => (7.0, "M0 4V10A3.5 4 0 0 0 7 10V4M7 10V14"),
        'v' => (7.4, "M0 4L3.7 14L7.4 4"),
        'w' => (11.2, "M0 4L2.8 14L5.6 4.8L8.4 14L11.2 4"),
        'x' => (7.0, "M0 4L7 14M7 4L0 14"),
        'y' => (7.4, "M0 4L3.8 13.4M7.4 4L3 15.9C2.4 17.5 1.4 18.2 0 18"),
        'z' => (6.6, "M0 4H6.6L0 14H6.6"),
        '0' => (8.0, "M4 0A4 7 0 0 0 4 14A4 7 0 0 0 4 0Z"),
        '1' => (4.0, "M0 3L3.6 0V14"),
        '2' => (
            8.0,
            "M.4 3.5C.4 1.4 2 0 4 0C6.2 0 7.6 1.4 7.6 3.6C7.6 7 .5 10 0 14H8",
        ),
        '3' => (
            8.0,
            "M.4 1.8C1.2 .6 2.4 0 4 0C6 0 7.4 1.3 7.4 3.4C7.4 5.5 6 6.7 3.5 6.7C6.4 6.7 8 8 8 10.2C8 12.5 6.3 14 4 14C2 14 .7 13.2 0 11.5",
        ),
        '4' => (8.4, "M6.4 14V0L0 9.8H8.4"),
        '5' => (
            8.0,
            "M7.4 0H1.2L.6 6.4C1.5 5.6 2.7 5.2 4 5.2C6.4 5.2 8 6.9 8 9.4C8 12.2 6.3 14 3.8 14C2 14 .7 13.2 0 11.8",
        ),
        '6' => (
            8.0,
            "M6.6 .2C2.6 1 .2 4.6 .1 9.2A4 4.8 0 0 0 8 9.3C8 6.8 6.4 5 4.1 5C2.3 5 .6 6.3 .1 9.2",
        ),
        '7' => (8.0, "M0 0H8L2.8 14"),
        '8' => (
            8.0,
            "M4 0A3.4 3.3 0 0 0 4 6.6A3.4 3.3 0 0 0 4 0ZM4 6.6A4 3.7 0 0 0 4 14A4 3.7 0 0 0 4 6.6Z",
        ),
        '9' => (
            8.0,
            "M1.4 13.8C5.4 13 7.8 9.4 7.9 4.8A4 4.8 0 0 0 0 4.7C0 7.2 1.6 9 3.9 9C5.7 9 7.4 7.7 7.9 4.8",
        ),
        '.' => (1.0, "M.5 13.6V13.7"),
        ',' => (1.4, "M1.2 13.2L.2 16.4"),
        ':' => (1.0, "M.5 5.4V5.5M.5 13.6V13.7"),
        ';' => (1.4, "M.9 5.4V5.5M1.2 13.2L.2 16.4"),
        '\'' | '\u{2019}' => (1.0, "M.5 -.5V3"),
        '"' => (3.4, "M.5 -.5V3M2.9 -.5V3"),
        '-' | '\u{2010}' | '\u{2011}' => (4.6, "M0 9H4.6"),
        '\u{2013}' | '\u{2212}' => (7.0, "M0 9H7"),
        '+' => (8.0, "M0 8.5H8M4 4.5V12.5"),
        '*' => (6.0, "M3 0V6.4M.2 1.6L5.8 4.8M5.8 1.6L.2 4.8"),
        '/' => (6.0, "M0 15.5L6 -1"),
        '\\' => (6.0, "M0 -1L6 15.5"),
        '(' => (3.2, "M3.2 -1.5C-1 4 -1 11 3.2 16.5"),
        ')' => (3.2, "M0 -1.5C4.2 4 4.2 11 0 16.5"),
        '[' => (3.0, "M3 -1.5H0V16.5H3"),
        ']' => (3.0, "M0 -1.5H3V16.5H0"),
        '{' => (3.6, "M3.6 -1.5C.6 -1.5 3 7.5 0 7.5C3 7.5 .6 16.5 3.6 16.5"),
        '}' => (3.6, "M0 -1.5C3 -1.5 .6 7.5 3.6 7.5C.6 7.5 3 16.5 0 16.5"),
        '?' => (
            7.0,
            "M.3 3.2C.5 1.2 1.8 0 3.6 0C5.6 0 7 1.2 7 3.2C7 6 3.5 6.2 3.5 9.8M3.5 13.6V13.7",
        ),
        '!' => (1.0, "M.5 0V9.6M.5 13.6V13.7"),
        '=' => (7.4, "M0 6.6H7.4M0 10.6H7.4"),
        '<' => (6.6, "M6.6 4L0 8.5L6.6 13"),
        '>' => (6.6, "M0 4L6.6 8.5L0 13"),
        '_' => (8.0, "M0 16H8"),
        '|' => (1.0, "M.5 -1.5V16.5"),
        '~' => (8.0, "M0 9.6C1.6 6.4 3 7.4 4 8.6C5 9.8 6.4 10.6 8 7.4"),
        '^' => (6.0, "M0 4L3 0L6 4"),
        '&' => (
            10.0,
            "M10 14L2.3 4.6C.8 2.6 2 0 4.4 0C6.6 0 7.4 1.6 7 3.2C6.4 5.4 .3 6.4 .3 10.3C.3 12.6 2 14 4.3 14C7.4 14 9 11.4 9.4 8",
        ),
        '@' => (
            13.0,
            "M9 6V10.4C9 12.4 12.9 12.4 12.9 7.6A6.4 6.9 0 1 0 9.6 14.6M6.4 5A2.6 3 0 0 0 6.4 11A2.6 3 0 0 0 6.4 5Z",
        ),
        '#' => (9.0, "M3.4 1L2 14M7.4 1L6 14M.6 5H9M0 10H8.4"),
        '%' => (
            10.4,
            "M9 0L1.4 14M2.4 .4A2.3 2.7 0 0 0 2.4 5.8A2.3 2.7 0 0 0 2.4 .4ZM8 8.2A2.3 2.7 0 0 0 8 13.6A2.3 2.7 0 0 0 8 8.2Z",
        ),
        '·' => (1.0, "M.5 8.9V9"),
        '×' => (6.4, "M0 5.4L6.4 11.8M6.4 5.4L0 11.8"),
        ' ' => (BLANK - GAP, ""),
        _ => (7.0, "M0 2H7V14H0Z"),
    }
}

/// The base letters of U+00C0 to U+017F, in order.
const LATIN: &str = "\
     AAAAAAACEEEEIIIIDNOOOOO×OUUUUYTsaaaaaaaceeeeiiiidnooooo÷ouuuuyty\
     AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlL\
     lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

/// The base letters of U+1E00 to U+1EFF, in order.
const LATIN_ADDITIONAL: &str = "\
     AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMm\
     MmMmNnNnNnNnOoOoOoOoPpPpRrRrRrRrSsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVv\
     WwWwWwWwWwXxXxYyZzZzZzhtwyasssSdAaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEe\
     EeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYyLlVvYy";

/// The character that is drawn for another one: a letter without its accents, or a plain quotation mark or
/// dash, which is more readable than a box.
pub(super) fn plain(character: char) -> char {
    let base = |letters: &str, first: u32| {
        let index = (character as u32 - first) as usize;
        letters.chars().nth(index).unwrap_or(character)
    };
    match character {
        '\u{c0}'..='\u{17f}' => base(LATIN, 0xc0),
        'Ơ' => 'O',
        'ơ' => 'o',
        'Ư' => 'U',
        'ư' => 'u',
        '\u{1e00}'..='\u{1eff}' => base(LATIN_ADDITIONAL, 0x1e00),
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        '–' | '—' => '-',
        _ => character,
    }
}

/// Whether a character is a combining accent, which is not drawn.
fn is_combining(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

/// The characters of a text with their x positions, and the total width, in units of the grid.
pub(super) fn set(text: &str) -> (Vec<(char, f64)>, f64) {
    let mut at = 0.0;
    let mut places = Vec::new();
    let characters = text.chars().filter(|sign| !is_combining(*sign));
    for character in characters.map(plain) {
        places.push((character, at));
        at += glyph(character).0 + GAP;
    }
    (places, (at - GAP).max(0.0))
}

/// The width of a text with capitals of height `size`.
pub(super) fn width(text: &str, size: f64) -> f64 {
    set(text).1 * size / FOOT
}

/// Breaks a text into lines of at most `limit`: at blanks if possible, otherwise anywhere.
pub(super) fn wrap(text: &str, size: f64, limit: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let joined = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if width(&joined, size) <= limit {
            line = joined;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for character in word.chars() {
            line.push(character);
            if width(&line, size) > limit && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, character.to_string()));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_sign_of_ascii_has_a_drawing() {
        let boxed = glyph('\u{1f600}').1;
        for sign in ('!'..='~').filter(|sign| !"$`".contains(*sign)) {
            assert_ne!(glyph(sign).1, boxed, "{sign}");
        }
    }

    #[test]
    fn letters_lose_their_accents() {
        let drawn = |text: &str| -> String { set(text).0.iter().map(|(sign, _)| sign).collect() };
        assert_eq!(
            drawn("Gliński Łódź Cờ tướng Çağ"),
            "Glinski Lodz Co tuong Cag"
        );
        assert_eq!(drawn("Gli\u{301}nski – “3×3”"), "Glinski - \"3×3\"");
        assert_eq!(LATIN.chars().count(), 0x180 - 0xc0);
        assert_eq!(LATIN_ADDITIONAL.chars().count(), 0x100);
    }

    #[test]
    fn long_words_are_broken_and_nothing_is_lost() {
        let text = "mafsmafsmafsmafsmafsmafsW and more";
        let lines = wrap(text, 10.0, 60.0);
        assert!(lines.iter().all(|line| width(line, 10.0) <= 60.0));
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
    }
}
