//! Spelling of atoms without steps.

use crate::movement::pattern::{Castle, Contents, Imitation, Initial, Placement, Universal};

const fn initial_letters(initial: Initial) -> &'static str {
    match initial {
        Initial::Any => "",
        Initial::Unmoved => "i",
        Initial::OneAhead => "ii",
    }
}

pub(super) fn castle_text(castle: Castle, sides: &str) -> String {
    let inset = "j".repeat(castle.inset as usize);
    let initial = initial_letters(castle.initial);
    format!("{initial}{sides}{inset}O{}", castle.distance)
}

pub(super) fn universal_text(leap: Universal) -> Option<String> {
    let modes = target_letters(leap.pass, leap.take, false, leap.relay)?;
    let unload = if leap.unload { "u" } else { "" };
    Some(format!("{}{unload}{modes}U", initial_letters(leap.initial)))
}

pub(super) fn imitation_text(imitation: Imitation, facing: &str) -> Option<String> {
    let Imitation {
        pass,
        take,
        en_passant,
        ..
    } = imitation;
    let modes = target_letters(pass, take, en_passant, false)?;
    let initial = initial_letters(imitation.initial);
    Some(format!("{initial}{facing}{modes}I"))
}

/// The letters for the modes of an atom without steps.
fn target_letters(pass: Contents, take: Contents, e: bool, x: bool) -> Option<String> {
    let known = Contents::ENEMY.union(Contents::FRIEND);
    if !take.difference(known).is_empty() || !pass.difference(Contents::EMPTY).is_empty() {
        return None;
    }
    let mut text = String::new();
    if pass != Contents::EMPTY || take != Contents::ENEMY || e || x {
        let commoner = take.meets(Contents::COMMONER);
        let letters = [
            ('m', !pass.is_empty()),
            ('c', commoner),
            ('d', take.meets(Contents::FRIEND)),
            ('e', e),
            ('k', commoner != take.meets(Contents::ROYAL)),
            ('x', x),
        ];
        text.extend(
            letters
                .iter()
                .filter(|(_, is)| *is)
                .map(|(letter, _)| *letter),
        );
    }
    Some(text)
}

pub(super) fn placement_text(placement: Placement) -> Option<String> {
    let depth = match placement.depth {
        None => "0".to_owned(),
        Some(1) => String::new(),
        Some(depth @ 2..=99) => depth.to_string(),
        Some(_) => return None,
    };
    let mut text = "j".repeat(placement.inset.into());
    for (letter, limit) in [
        ("f", placement.per_file),
        ("s", placement.per_shade),
        ("b", placement.on_board),
    ] {
        text.push_str(&letter.repeat(limit.unwrap_or(0).into()));
    }
    Some(format!("{text}@{depth}"))
}
