//! Lint: reaches without any square on the board.

use super::keys_of_captures;
use super::place::Place;
use super::travel::leads_somewhere;
use ferz::definition::{Action, CaptureMethod, Reach};
use ferz::game::Variant;
use ferz::source::{Diagnostic, codes};

/// Finds reaches that lead from no square of the board to another.
pub(super) fn useless(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    let def = variant.def();
    let mut look = |reach: &Reach, path: &[&str]| {
        let Reach::Movement(text) = reach else { return };
        if leads_somewhere(&text.movement, variant.shape()) {
            return;
        }
        let message = format!("the reach `{}` has no squares on this board", text.betza);
        let help =
            "write a shorter move, or delete the reach for the default, the adjacent squares";
        found.push(Diagnostic::new(codes::USELESS_REACH, place.of(path), message).with_help(help));
    };
    for (name, piece) in &def.pieces {
        let freezes = piece.freezes.as_ref().map(|freeze| &freeze.whom);
        let affected = [
            ("freezes", freezes),
            ("burns", piece.burns.as_ref()),
            ("protects", piece.protects.as_ref()),
        ];
        for (key, whom) in affected {
            if let Some(whom) = whom {
                look(&whom.reach, &["pieces", name, key, "reach"]);
            }
        }
        if let Some(after) = &piece.after {
            look(&after.reach, &["pieces", name, "after", "reach"]);
        }
        for action in &piece.actions {
            if let Some((key, reach)) = key_of(action).zip(action.reach()) {
                look(reach, &["pieces", name, "actions", key, "reach"]);
            }
        }
        if let Some(reach) = piece.captures.methods.iter().find_map(CaptureMethod::reach) {
            look(reach, &["pieces", name, "captures", "proximity", "reach"]);
        }
    }
    if let Some(blast) = &variant.compiled_rules().facts.captures.blast {
        look(&blast.reach, &keys_of_captures(variant, "blast-reach"));
    }
}

/// The key of an action with a reach.
const fn key_of(action: &Action) -> Option<&'static str> {
    Some(match action {
        Action::Swap { .. } => "swap",
        Action::Boom { .. } => "boom",
        Action::Explode { .. } => "explode",
        Action::Push { .. } => "push",
        Action::Pull { .. } => "pull",
        Action::Resurrect { .. } => "resurrect",
        Action::Rifle { .. } => "rifle",
        Action::Plow { .. } => "plow",
        Action::LongLeap { .. } | Action::JumpSeries(_) | Action::Run(_) | Action::Imitate => {
            return None;
        }
    })
}
