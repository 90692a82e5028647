//! The syntactic context of a place in a definition that is being written, and so may be invalid.

/// The context of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// A key in the table with this path.
    Key {
        /// The path of the table.
        table: Vec<String>,
        /// The start of the key.
        start: usize,
    },
    /// The value of a key.
    Value {
        /// The path of the key; an item of a list has its index.
        path: Vec<String>,
        /// The start of the value, after its quote if it has one.
        start: usize,
        /// Whether the value is in quotes.
        quoted: bool,
    },
    /// A comment or a header.
    Elsewhere,
}

/// An open table or list.
struct Frame {
    /// The path of the table or list.
    path: Vec<String>,
    /// The number of items so far, in a list.
    items: Option<usize>,
}

impl Context {
    /// The context at a byte of the text.
    pub(super) fn at(text: &str, offset: usize) -> Context {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let head = &text[..offset];
        let mut scan = Scan {
            text: head,
            at: 0,
            table: Vec::new(),
        };
        loop {
            scan.skip_blank_lines();
            if scan.rest().starts_with('#') {
                match scan.rest().find('\n') {
                    Some(length) => scan.at += length,
                    None => return Context::Elsewhere,
                }
            } else if scan.rest().starts_with('[') {
                let Some(length) = scan.rest().find('\n') else {
                    return Context::Elsewhere;
                };
                let line = &scan.rest()[..length];
                let header = line.trim_start_matches('[').split(']').next();
                scan.table = keys_of(header.unwrap_or_default());
                scan.at += length;
            } else if let Some(context) = scan.statement() {
                return context;
            }
        }
    }
}

/// A scanner that stops at the place.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// The path of the last header.
    table: Vec<String>,
}

impl Scan<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blank_lines(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Scans a key and its value. Returns the context if the text ends within them.
    fn statement(&mut self) -> Option<Context> {
        let mut frames = vec![Frame {
            path: self.table.clone(),
            items: None,
        }];
        // The start of the current key; its value follows.
        let mut key_start = self.at;
        let mut path: Option<Vec<String>> = None;
        let mut value_start = None;
        while let Some(sign) = self.rest().chars().next() {
            let here = self.at;
            self.at += sign.len_utf8();
            match sign {
                '\n' if frames.len() == 1 => return None,
                '#' => match self.rest().find('\n') {
                    Some(length) => self.at += length,
                    None => return Some(Context::Elsewhere),
                },
                '\'' | '"' => {
                    let Some(length) = closing(self.rest(), sign) else {
                        let start = self.at;
                        return Some(if let Some(path) = path {
                            Context::Value {
                                path,
                                start,
                                quoted: true,
                            }
                        } else {
                            // A key in quotes, such as the path of a file.
                            let table = frames.pop().map(|frame| frame.path);
                            let mut table = table.unwrap_or_default();
                            let before = self.text[key_start..here].trim_end_matches('.');
                            table.extend(keys_of(before));
                            Context::Key { table, start }
                        });
                    };
                    if path.is_some() && value_start.is_none() {
                        value_start = Some(here);
                    }
                    self.at += length;
                }
                '=' if path.is_none() => {
                    let mut full = frames[frames.len() - 1].path.clone();
                    full.extend(keys_of(&self.text[key_start..here]));
                    path = Some(full);
                    value_start = None;
                }
                '{' | '[' => {
                    if let Some(inner) = path.take() {
                        let list = sign == '[';
                        frames.push(Frame {
                            path: inner.clone(),
                            items: list.then_some(0),
                        });
                        path = list.then(|| numbered(&inner, 0));
                    }
                    key_start = self.at;
                    value_start = None;
                }
                '}' | ']' if frames.len() > 1 => {
                    // The closed part was the value of the frame around it.
                    let closed = frames.pop();
                    path = closed.map(|frame| frame.path);
                    value_start = Some(here);
                }
                ',' => {
                    key_start = self.at;
                    value_start = None;
                    path = match frames.last_mut() {
                        Some(Frame {
                            path,
                            items: Some(count),
                        }) => {
                            *count += 1;
                            Some(numbered(path, *count))
                        }
                        _ => None,
                    };
                }
                sign if sign.is_whitespace() => {
                    if path.is_none() && self.text[key_start..here].trim().is_empty() {
                        key_start = self.at;
                    }
                }
                _ => {
                    if path.is_some() && value_start.is_none() {
                        value_start = Some(here);
                    }
                }
            }
        }
        let end = self.text.len();
        if let Some(path) = path {
            return Some(Context::Value {
                path,
                start: value_start.unwrap_or(end),
                quoted: false,
            });
        }
        let written = &self.text[key_start..];
        let done = written.rfind('.').map_or(0, |dot| dot + 1);
        let mut table = frames.pop().map(|frame| frame.path).unwrap_or_default();
        table.extend(keys_of(written[..done].trim_end_matches('.')));
        Some(Context::Key {
            table,
            start: key_start + done,
        })
    }
}

fn numbered(path: &[String], number: usize) -> Vec<String> {
    let mut path = path.to_vec();
    path.push(number.to_string());
    path
}

/// The length of a quoted text including its closing quote, if that is on the same line.
fn closing(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, sign) in text.char_indices() {
        match sign {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            sign if sign == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The parts of a dotted key; quoted parts can contain dots.
fn keys_of(text: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let mut key = String::new();
    let mut quote = None;
    for sign in text.chars() {
        match (quote, sign) {
            (None, '\'' | '"') => quote = Some(sign),
            (Some(open), sign) if sign == open => quote = None,
            (None, '.') => keys.push(std::mem::take(&mut key)),
            (_, sign) => key.push(sign),
        }
    }
    keys.push(key);
    let keys = keys.iter().map(|key| key.trim().to_owned());
    keys.filter(|key| !key.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `|` marks the place.
    fn at(text: &str) -> String {
        let offset = text.find('|').unwrap();
        let text = text.replace('|', "");
        match Context::at(&text, offset) {
            Context::Key { table, start } => {
                format!("key {} {}", table.join("."), &text[start..offset])
            }
            Context::Value {
                path,
                start,
                quoted,
            } => format!("value {} {} {quoted}", path.join("."), &text[start..offset]),
            Context::Elsewhere => "elsewhere".to_owned(),
        }
    }

    #[test]
    fn unfinished_texts_have_a_context() {
        let cases = [
            ("in|", "key  in"),
            ("a = 1\n[m.pieces]\n|", "key m.pieces "),
            ("[m]\npieces.pawn.mo|", "key m.pieces.pawn mo"),
            ("[m]\ninherits = |", "value m.inherits  false"),
            ("[m]\ninherits = 'ch|", "value m.inherits ch true"),
            ("[m]\ninherits = che|\nx = 1", "value m.inherits che false"),
            ("p = { letter = 'P', mo|", "key p mo"),
            ("p = { letter = 'P', move = '|' }", "value p.move  true"),
            ("to = ['a', '|']", "value to.1  true"),
            ("to = [\n  'a',\n  'b|", "value to.1 b true"),
            ("m = [{ betza = 'N', |", "key m.0 "),
            ("a = { b = 1 }\n|", "key  "),
            ("u.'./r.toml#m' = { |", "key u../r.toml#m "),
            ("# comment |", "elsewhere"),
            ("[pie|", "elsewhere"),
            ("a = 'x' # c\nb|", "key  b"),
        ];
        for (text, expected) in cases {
            assert_eq!(at(text), expected, "{text}");
        }
    }
}
