//! Rules of our own format, drawn from the JSON Schema.

use ferz::formats::{Format, schema};
use serde_json::Value;

use super::{Mixture, clauses};
use crate::composition::{ACTIVE, BASE, lay_over, lay_under, parse};
use crate::harness::Random;

const PIECES: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

const MOVES: [&str; 14] = [
    "W", "F", "R", "B", "N", "K", "fW", "mR", "cF", "A", "D", "W2", "fmWfcF", "NN",
];

const ZONES: [&str; 9] = [
    "rank 4",
    "rank -1",
    "rank -2..",
    "rank 1..2",
    "file d",
    "c3-f6",
    "a1, h1",
    "*",
    "d4",
];

const NUMBERS: [&str; 9] = ["0", "1", "1", "2", "2", "3", "4", "10", "0.5"];

/// Games that are looked at for one that the tables play.
const BASES: usize = 4;

/// What a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Any,
    Piece,
    Zone,
    Move,
}

/// The keys of rules and of what pieces do besides moving.
pub(super) struct Keys {
    schema: Value,
    /// The table of the schema, and the key.
    keys: Vec<(&'static str, String)>,
}

impl Keys {
    pub(super) fn new() -> Keys {
        let schema = schema();
        let mut keys = Vec::new();
        for table in ["Rules", "Adjudication", "Piece"] {
            let properties = schema["definitions"][table]["properties"].as_object();
            for key in properties.expect("keys").keys() {
                // What the base says of its pieces, and what only a program can give.
                let is_other =
                    ["letter", "second-letter", "custom", "adjudication"].contains(&key.as_str());
                if !is_other {
                    keys.push((table, key.clone()));
                }
            }
        }
        Keys { schema, keys }
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.keys.iter().map(|(_, key)| key.as_str()).collect()
    }

    /// The key with this number, and a text that sets it: one that the schema allows, or that of a game in
    /// which such a rule matters.
    pub(super) fn draw(&self, random: &mut Random, key: usize) -> (String, String) {
        let (table, key) = &self.keys[key];
        if random.below(4) == 0 {
            let games = ACTIVE.iter().filter(|game| game.1.contains(key.as_str()));
            let games: Vec<_> = games.collect();
            if !games.is_empty() {
                return (key.clone(), games[random.below(games.len())].1.to_owned());
            }
        }
        let text = match key.as_str() {
            "forbid" => Some(clauses::condition(2, random)),
            "effects" => Some(clauses::effect(random)),
            "moves" => Some(clauses::moves(random)),
            "ends" => Some(clauses::end(random)),
            _ => None,
        };
        if let Some(text) = text {
            return (key.clone(), format!("rules.{key} = '{text}'"));
        }
        let node = &self.schema["definitions"][table]["properties"][key];
        let value = self.value(node, "", Kind::Any, random);
        let place = match *table {
            "Rules" => "rules".to_owned(),
            "Adjudication" => "rules.adjudication".to_owned(),
            _ => format!("pieces.{}", PIECES[random.below(PIECES.len())]),
        };
        (key.clone(), format!("{place}.{key} = {value}"))
    }

    /// A value that a part of the schema allows, as TOML; `about` describes it.
    fn value(&self, node: &Value, about: &str, kind: Kind, random: &mut Random) -> String {
        let about = node["description"].as_str().unwrap_or(about);
        if let Some(name) = node["$ref"].as_str() {
            let name = name.rsplit('/').next().unwrap_or(name);
            let kind = match name {
                "Zone" | "Sides" | "ZoneByPiece" => Kind::Zone,
                "Move" | "OneOrManyMove" => Kind::Move,
                "PieceNames" | "PieceNamesBySide" | "NamesBySide" | "Choice" => Kind::Piece,
                _ => kind,
            };
            return self.value(&self.schema["definitions"][name], about, kind, random);
        }
        if let Some(all) = node["allOf"].as_array() {
            return self.value(&all[0], about, kind, random);
        }
        if let Some(any) = node["anyOf"].as_array() {
            let any: Vec<&Value> = (any.iter())
                .filter(|one| one["const"] != false && one["type"] != "null")
                .collect();
            return self.value(any[random.below(any.len())], about, kind, random);
        }
        if let Some(words) = node["enum"].as_array() {
            return words[random.below(words.len())].to_string();
        }
        if let Some(one) = node.get("const") {
            return one.to_string();
        }
        match node["type"].as_str() {
            Some("boolean") => (random.below(4) > 0).to_string(),
            Some("number") => NUMBERS[random.below(NUMBERS.len())].to_owned(),
            Some("integer") => (1 + random.below(4)).to_string(),
            Some("array") => {
                let items =
                    (0..=random.below(2)).map(|_| self.value(&node["items"], about, kind, random));
                format!("[{}]", items.collect::<Vec<_>>().join(", "))
            }
            Some("object") => self.table(node, about, kind, random),
            _ => format!("'{}'", text(about, kind, random)),
        }
    }

    fn table(&self, node: &Value, about: &str, kind: Kind, random: &mut Random) -> String {
        let mut entries = Vec::new();
        if let Some(properties) = node["properties"].as_object() {
            let chance = 1 + random.below(3);
            for (key, node) in properties {
                let about = node["description"].as_str().unwrap_or_default();
                if about.contains("required") || random.below(5) < chance {
                    let value = self.value(node, about, kind, random);
                    entries.push(format!("{key} = {value}"));
                }
            }
        } else if node["additionalProperties"].is_object() {
            let first = random.below(PIECES.len());
            for step in 0..=random.below(2) {
                let key = PIECES[(first + step) % PIECES.len()];
                let value = self.value(&node["additionalProperties"], about, kind, random);
                entries.push(format!("{key} = {value}"));
            }
        }
        format!("{{ {} }}", entries.join(", "))
    }
}

/// A text for a value that is described so: one that the description quotes, or the name of something.
fn text(about: &str, kind: Kind, random: &mut Random) -> String {
    let of = |texts: &[&str], random: &mut Random| texts[random.below(texts.len())].to_owned();
    let lower = about.to_lowercase();
    let has_moves = ["betza", "lines", "leap", "ride"];
    let quoted: Vec<&str> = about.split('\'').skip(1).step_by(2).collect();
    if !quoted.is_empty() && random.below(3) > 0 {
        return of(&quoted, random);
    }
    match kind {
        Kind::Piece => return of(&PIECES, random),
        Kind::Zone => return of(&ZONES, random),
        Kind::Move => return of(&MOVES, random),
        Kind::Any => {}
    }
    if has_moves.iter().any(|word| lower.contains(word)) && random.below(4) > 0 {
        return of(&MOVES, random);
    }
    match random.below(3) {
        0 => of(&MOVES, random),
        1 => of(&ZONES, random),
        _ => of(&PIECES, random),
    }
}

/// A game to which rules are added: one in which a rule matters where it begins, or all pieces at home. For
/// half of them only rules come into question that leave the game to the tables.
pub(super) fn base(random: &mut Random) -> Mixture {
    const HOME: &str = "start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'";
    let is_for_tables = random.below(2) == 0;
    let with = |rules: &str, fen: &str| {
        let mut base = parse(BASE);
        lay_over(&mut base, parse(rules));
        base.insert("name".to_owned(), "mixture".into());
        Mixture {
            format: Format::Toml,
            base: toml::to_string(&base).expect("a table is text"),
            rules: Vec::new(),
            fen: fen.to_owned(),
            is_for_tables,
        }
    };
    for _ in 0..BASES {
        let game = &ACTIVE[random.below(ACTIVE.len())];
        let mixture = with(game.1, game.2);
        if random.below(4) > 0 && (!is_for_tables || mixture.begin().is_some()) {
            return mixture;
        }
        if !is_for_tables {
            break;
        }
    }
    with(HOME, "")
}

/// The base with the rules under it: what both say, the base says.
pub(super) fn joined<'a>(base: &str, rules: impl Iterator<Item = &'a str>) -> String {
    let mut table = parse(base);
    for rule in rules {
        lay_under(&mut table, parse(rule));
    }
    toml::to_string(&table).expect("a table is text")
}
