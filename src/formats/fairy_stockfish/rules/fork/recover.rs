//! Recovers the options of the fork from rules.

use crate::definition::{
    AfterMove, CapturedTo, PieceDef, PieceId, PieceSet, PromotionStock, Reach, RuleTable,
    RuleValue, VariantDef,
};
use crate::formats::fairy_stockfish::section::config::Config;
use crate::formats::fairy_stockfish::section::fork::{Custody, Fork};
use crate::formats::fairy_stockfish::section::types::Type;
use crate::geometry::Wrap;
use crate::movement::Pattern;
use crate::state::Color;

use super::options::{rewrapped, set_stock};
use super::{captures, options};

/// The rules that correspond to options of the fork.
const RULES: [&str; 4] = ["turns", "shoves", "capture-points", "ransom"];

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
    rest.rules
        .builtin
        .retain(|name, _| !RULES.contains(&name.as_str()));
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
    if def.rules.builtin.contains_key("ransom") {
        // In the fork, prisoners also count as pieces of the side that lost them.
        rest.rules.set_captured_to(CapturedTo::CaptorHand);
        set_stock(&mut rest, PromotionStock::Unlimited);
    }
    if let Some(start) = options::recover_start(&def.start) {
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
    if let Some(shoves) = rule("shoves") {
        fork.pushes.take_from_rule(shoves, type_of);
    }
    if let Some(ransom) = rule("ransom") {
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
