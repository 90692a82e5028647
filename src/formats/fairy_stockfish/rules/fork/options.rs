//! Points for captures, prisoners, and pieces that push others, as options of the fork and as rules.

use super::captures;
use crate::definition::{
    AfterMove, CapturedTo, PieceDef, PieceId, PieceSet, PromotionStock, Reach, RuleTable,
    RuleValue, VariantDef, Verdict,
};
use crate::formats::fairy_stockfish::rules::terms::Builder;
use crate::formats::fairy_stockfish::section::config::Config;
use crate::formats::fairy_stockfish::section::fork::{
    Custody, FIRST, Fork, Points, Prison, Pushes, RECEIVERS, THEM, US,
};
use crate::formats::fairy_stockfish::section::types::Type;
use crate::formats::toml::rule_of_option;
use crate::geometry::Wrap;
use crate::movement::{Movement, Pattern};
use crate::state::Color;

// Names, tables and movements for the rules of the fork.

/// The names of the pieces of a definition, with the types whose moves they have.
pub(super) fn names(builder: &Builder<'_>, def: &VariantDef) -> Vec<(String, Type)> {
    let kinds = def.pieces.keys().enumerate();
    kinds
        .filter_map(|(number, name)| Some((name.clone(), builder.type_of(PieceId::new(number))?)))
        .collect()
}

pub(super) fn table<K: Into<String>>(
    entries: impl IntoIterator<Item = (K, RuleValue)>,
) -> RuleTable {
    let entries = entries.into_iter();
    entries.map(|(key, value)| (key.into(), value)).collect()
}

/// The movement on a board with these edges joined.
pub(super) fn rewrapped(movement: &Movement, wrap: Wrap) -> Movement {
    let patterns = movement.patterns().iter().map(|pattern| {
        let mut pattern = pattern.clone();
        if let Pattern::Walk(walk) = &mut pattern {
            walk.legs.iter_mut().for_each(|leg| leg.wrap = wrap);
        }
        pattern
    });
    Movement::from_patterns(patterns)
}

// Points for captures.

impl Points {
    /// The rule; `None` if points do not count.
    pub(super) fn rule(&self, builder: &Builder<'_>, def: &VariantDef) -> Option<RuleTable> {
        if !(self.counting || self.pays_drops) {
            return None;
        }
        let worth = |number: Type| f64::from(self.worth[number]);
        let kinds = names(builder, def).into_iter();
        let worth = kinds.filter(|(_, number)| worth(*number) > 0.0);
        let worth =
            worth.map(|(name, number)| (name, RuleValue::Number(self.worth[number].into())));
        let mut rule = RuleTable::new();
        rule.insert("worth".to_owned(), RuleValue::Table(table(worth)));
        let text = |word: &str| RuleValue::Text(word.to_owned());
        if self.to != 0 {
            rule.insert("to".to_owned(), text(RECEIVERS[self.to].1));
        }
        if self.goal > 0 {
            rule.insert("goal".to_owned(), RuleValue::Number(self.goal.into()));
            let verdicts = [
                ("result", self.value, Verdict::Win),
                ("more", self.more, Verdict::Win),
                ("mover", self.mover.unwrap_or(Verdict::Draw), Verdict::Draw),
            ];
            for (key, verdict, usual) in verdicts {
                if verdict != usual {
                    rule.insert(key.to_owned(), text(word(verdict)));
                }
            }
        }
        if self.pays_drops {
            for key in ["buys-drops", "restocks"] {
                rule.insert(key.to_owned(), RuleValue::Flag(true));
            }
        }
        Some(rule)
    }

    /// Recovers the options from the rule.
    pub(super) fn take_from_rule(&mut self, rule: &RuleTable, type_of: impl Fn(&str) -> Type) {
        self.counting = true;
        let text = |key| match rule.get(key) {
            Some(RuleValue::Text(text)) => Some(text.as_str()),
            _ => None,
        };
        let place = text("to").and_then(|to| RECEIVERS.iter().position(|(_, word)| *word == to));
        self.to = place.unwrap_or(0);
        if let Some(RuleValue::Table(worth)) = rule.get("worth") {
            numbers_from_rule(&mut self.worth, worth, type_of);
        }
        if let Some(RuleValue::Number(goal)) = rule.get("goal") {
            self.goal = *goal as u16;
        }
        let verdict = |key| text(key).and_then(verdict);
        self.value = verdict("result").unwrap_or(Verdict::Win);
        self.more = verdict("more").unwrap_or(Verdict::Win);
        self.mover = verdict("mover");
        self.pays_drops = rule.get("buys-drops") == Some(&RuleValue::Flag(true));
    }
}

/// Reads numbers by kind from a rule.
pub(super) fn numbers_from_rule(
    places: &mut [u32],
    table: &RuleTable,
    type_of: impl Fn(&str) -> Type,
) {
    for (name, value) in table {
        if let (number @ 1.., RuleValue::Number(value)) = (type_of(name), value) {
            places[number] = *value as u32;
        }
    }
}

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    }
}

fn verdict(word: &str) -> Option<Verdict> {
    match word {
        "win" => Some(Verdict::Win),
        "draw" => Some(Verdict::Draw),
        "loss" => Some(Verdict::Loss),
        _ => None,
    }
}

/// Converts a start position with both sides' points in braces after the clocks to our format.
pub(super) fn start(fen: &str) -> Option<String> {
    let (fen, points) = fen.split_once('{')?;
    let mut points = points.trim_end().strip_suffix('}')?.split_whitespace();
    let mut number = || points.next()?.parse::<u32>().ok();
    let (white, black) = (number()?, number()?);
    let fen = fen.trim_end();
    if (white, black) == (0, 0) {
        return Some(fen.to_owned());
    }
    Some(format!("{fen} score={white}/{black}"))
}

/// Converts a start position to Fairy-Stockfish-X's format.
pub(super) fn recover_start(fen: &str) -> Option<String> {
    let (fen, points) = fen.split_once(" score=")?;
    let (white, black) = points.split_once('/')?;
    Some(format!("{fen} {{{white} {black}}}"))
}

// Captured pieces as prisoners, and their exchange.

impl Prison {
    /// The rule.
    pub(super) fn rule(&self, builder: &Builder<'_>, def: &VariantDef) -> Option<RuleTable> {
        if !self.holds || !builder.config.to_hand {
            return None;
        }
        let kinds = names(builder, def);
        let price = kinds.iter().filter_map(|(name, number)| {
            let price = &self.price[*number];
            let given = kinds.iter();
            let given = given.filter(|(_, other)| price.contains(0) || price.contains(*other));
            let given: Vec<RuleValue> = given
                .map(|(name, _)| RuleValue::Text(name.clone()))
                .collect();
            (!given.is_empty()).then(|| (name.clone(), RuleValue::List(given)))
        });
        let mut rule = table([("price", RuleValue::Table(table(price)))]);
        if self.promotes {
            rule.insert("promotion-exchanges".to_owned(), RuleValue::Flag(true));
        }
        Some(rule)
    }

    /// Makes promotion take pieces from the side's hand.
    pub(super) fn promote(&self, def: &mut VariantDef) {
        if self.holds && self.promotes {
            set_stock(def, PromotionStock::Hand);
        }
    }

    /// Recovers the options from the rule.
    pub(super) fn take_from_rule(&mut self, rule: &RuleTable, type_of: impl Fn(&str) -> Type) {
        self.holds = true;
        self.promotes = rule.get("promotion-exchanges") == Some(&RuleValue::Flag(true));
        let Some(RuleValue::Table(price)) = rule.get("price") else {
            return;
        };
        for (name, given) in price {
            let given = match given {
                RuleValue::List(names) => names.as_slice(),
                one => std::slice::from_ref(one),
            };
            let number = type_of(name);
            for name in given {
                match name {
                    RuleValue::Text(name) if number != 0 && type_of(name) != 0 => {
                        self.price[number].insert(type_of(name));
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Sets the stock of all promotion choices.
pub(super) fn set_stock(def: &mut VariantDef, stock: PromotionStock) {
    let promotions = def.pieces.values_mut();
    let promotions = promotions.filter_map(|piece| piece.promotion.as_mut());
    for choice in promotions.flat_map(|promotion| &mut promotion.choices) {
        choice.stock = stock;
    }
}

// Pieces that push others.

impl Pushes {
    /// The rule; `None` if no piece pushes.
    pub(super) fn rule(&self, builder: &Builder<'_>, def: &VariantDef) -> Option<RuleTable> {
        let kinds = names(builder, def);
        let pushers = kinds
            .iter()
            .filter(|(_, number)| self.strength[*number] > 0);
        let strength = pushers.map(|(name, number)| {
            let strength = self.strength[*number].min(1000);
            (name.clone(), RuleValue::Number(strength.into()))
        });
        let strength = table(strength);
        // Without single steps, pieces of the mover's side are then not pushed at all.
        let of = match (self.first, self.enemies_only && !self.stepwise) {
            (US, true) => return None,
            (_, true) => THEM,
            (first, false) => first,
        };
        if strength.is_empty() {
            return None;
        }
        let mut rule = RuleTable::new();
        rule.insert("strength".to_owned(), RuleValue::Table(strength));
        if of != THEM {
            let word = FIRST[of].1.to_owned();
            rule.insert("first-side".to_owned(), RuleValue::Text(word));
        }
        let flags = [
            ("own-blocks", self.enemies_only),
            ("crush", self.enemies_only && self.crushes),
            ("off-board", self.removes),
            ("one-step", !self.stepwise),
            ("instead", true),
        ];
        for (key, _) in flags.into_iter().filter(|(_, flag)| *flag) {
            rule.insert(key.to_owned(), RuleValue::Flag(true));
        }
        if self.no_return {
            rule.insert("returning".to_owned(), RuleValue::Flag(false));
        }
        Some(rule)
    }

    /// Recovers the options from the rule.
    pub(super) fn take_from_rule(&mut self, rule: &RuleTable, type_of: impl Fn(&str) -> Type) {
        let flag = |key| rule.get(key) == Some(&RuleValue::Flag(true));
        if let Some(RuleValue::Table(strength)) = rule.get("strength") {
            numbers_from_rule(&mut self.strength, strength, type_of);
        }
        if let Some(RuleValue::Text(of)) = rule.get("first-side") {
            let place = FIRST.iter().position(|(_, word)| word == of);
            self.first = place.unwrap_or(THEM);
        }
        self.enemies_only = flag("own-blocks");
        self.crushes = flag("crush");
        self.removes = flag("off-board");
        self.stepwise = !flag("one-step");
        self.no_return = rule.get("returning") == Some(&RuleValue::Flag(false));
    }
}

// Recovers the options of the fork from rules.

/// The options of the fork that correspond to rules of the library.
pub(super) const PUSHES: &str = "pushingStrength";
pub(super) const PRISONERS: &str = "hostageExchange";

/// The joined edges of the board, common to all pieces.
fn wrap(def: &VariantDef) -> Wrap {
    let moves = def.pieces.values().flat_map(|piece| &piece.moves);
    let patterns = moves.flat_map(|one| one.movement.patterns());
    let mut wraps = patterns.flat_map(|pattern| match pattern {
        Pattern::Walk(walk) => walk.legs.iter().map(|leg| leg.wrap).collect(),
        _ => Vec::new(),
    });
    let first = wraps.next().unwrap_or(Wrap::None);
    if wraps.all(|wrap| wrap == first) {
        first
    } else {
        Wrap::None
    }
}

/// The lines of blasts: orthogonals and diagonals.
fn blast_lines(def: &VariantDef) -> Option<[bool; 2]> {
    let reach = &def.captures().blast?.reach;
    let is = |text| Reach::read_on(text, &def.shape).is_ok_and(|other| other == *reach);
    if is("W") {
        Some([true, false])
    } else if is("F") {
        Some([false, true])
    } else {
        None
    }
}

/// For each piece, whether it leaves the board when it captures, as by a blast without lines.
fn kamikazes(def: &VariantDef) -> Option<Vec<bool>> {
    let victims: PieceSet = (0..def.pieces.len()).map(PieceId::new).collect();
    let gone = AfterMove {
        vanishes: victims,
        ..AfterMove::default()
    };
    let is_gone = |piece: &PieceDef| match &piece.after {
        None => Some(false),
        Some(after) => (*after == gone).then_some(true),
    };
    let all: Option<Vec<bool>> = def.pieces.values().map(is_gone).collect();
    all.filter(|all| all.contains(&true) && def.captures().blast.is_none())
}

/// The definition without the features that the fork's options cover, for the options of Fairy-Stockfish.
pub(in crate::formats::fairy_stockfish) fn without(def: &VariantDef) -> VariantDef {
    let mut rest = def.clone();
    let rules = [PUSHES, PRISONERS].map(rule_of_option);
    let rules = ["turns", "capture-points"].into_iter().chain(rules);
    let rules: Vec<&str> = rules.collect();
    rest.rules
        .builtin
        .retain(|name, _| !rules.contains(&name.as_str()));
    Custody::take(&mut rest.rules, &def.shape);
    captures::take(&mut rest.rules, |name| {
        Type::from(def.pieces.contains_key(name))
    });
    if matches!(wrap(def), Wrap::Cylinder | Wrap::Torus) {
        let moves = rest.pieces.values_mut().flat_map(|piece| &mut piece.moves);
        moves.for_each(|one| {
            let plain = rewrapped(&one.movement, Wrap::None);
            *one = one.with_movement(plain);
        });
    }
    let mut captures = rest.captures();
    if let (Some(_), Some(blast)) = (blast_lines(def), &mut captures.blast) {
        blast.reach = Reach::Around;
        rest.set_captures(&captures);
    }
    if kamikazes(def).is_some() {
        let pieces = rest.pieces.values_mut();
        pieces.for_each(|piece| piece.after = None);
    }
    if def.rules.builtin.contains_key(rule_of_option(PRISONERS)) {
        // In the fork, prisoners also count as pieces of the side that lost them.
        rest.rules.set_captured_to(CapturedTo::CaptorHand);
        set_stock(&mut rest, PromotionStock::Unlimited);
    }
    if let Some(start) = recover_start(&def.start) {
        rest.start = start;
    }
    rest
}

/// Sets the options for these features. `type_of` returns the type of a piece by name, or 0.
pub(in crate::formats::fairy_stockfish) fn write_options(
    config: &mut Config,
    def: &VariantDef,
    type_of: impl Fn(&str) -> Type + Copy,
) {
    let fork = &mut config.fork;
    let wrap = wrap(def);
    fork.cylindrical = wrap == Wrap::Cylinder;
    fork.toroidal = wrap == Wrap::Torus;
    if let Some([orthogonals, diagonals]) = blast_lines(def) {
        (fork.blast_orthogonals, fork.blast_diagonals) = (orthogonals, diagonals);
    }
    if let Some(gone) = kamikazes(def) {
        config.blast = true;
        (fork.blast_orthogonals, fork.blast_diagonals) = (false, false);
        let pieces = def.pieces.keys().zip(gone);
        for (name, _) in pieces.filter(|(_, is_gone)| !is_gone) {
            config.blast_immune.insert(type_of(name));
        }
    }
    let rule = |name| def.rules.builtin.get(name);
    if let Some(turns) = rule("turns") {
        fork.recover_turns(turns, def);
    }
    fork.forbidden = captures::take(&mut def.rules.clone(), type_of);
    if let Some(shoves) = rule(rule_of_option(PUSHES)) {
        fork.pushes.take_from_rule(shoves, type_of);
    }
    if let Some(ransom) = rule(rule_of_option(PRISONERS)) {
        fork.prison.take_from_rule(ransom, type_of);
    }
    if let Some(points) = rule("capture-points") {
        fork.points.take_from_rule(points, type_of);
    }
    if let Some((custody, lines)) = Custody::take(&mut def.rules.clone(), &def.shape) {
        fork.custody = custody;
        let has = |line: &str| lines.contains(line);
        config.connect_horizontal = has("W") && !has("vW");
        config.connect_vertical = has("W") && !has("sW");
        config.connect_diagonal = has("F");
    }
}

/// The numbers of a setting: one, or a list.
fn numbers(value: &RuleValue) -> Option<Vec<u16>> {
    let number = |value: &RuleValue| match value {
        RuleValue::Number(number) => Some(*number as u16),
        _ => None,
    };
    match value {
        RuleValue::List(items) => items.iter().map(number).collect(),
        one => Some(vec![number(one)?]),
    }
}

impl Fork {
    fn recover_turns(&mut self, turns: &RuleTable, def: &VariantDef) {
        self.multimove_check =
            !matches!(turns.get("check"), Some(RuleValue::Text(word)) if word == "last");
        let moves = turns.get("moves");
        if matches!(moves, Some(RuleValue::Text(_))) {
            self.progressive = true;
            return;
        }
        let sides = match moves {
            Some(RuleValue::Table(sides)) => Color::ALL.map(|side| {
                let key = ["white", "black"][side.index()];
                sides.get(key).and_then(numbers)
            }),
            Some(both) => [numbers(both), numbers(both)],
            None => return,
        };
        let [Some(white), Some(black)] = sides else {
            return;
        };
        let black_begins = def.start.split(' ').nth(1) == Some("b");
        let (first, second) = if black_begins {
            (black, white)
        } else {
            (white, black)
        };
        let turn =
            |side: &[u16], number: usize| side.get(number).or(side.last()).copied().unwrap_or(1);
        let rounds = 0..first.len().max(second.len());
        let rounds = rounds.flat_map(|number| [turn(&first, number), turn(&second, number)]);
        self.multimoves = rounds.collect();
    }
}
