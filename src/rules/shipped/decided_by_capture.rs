//! Games that end when a piece is captured, by what captured it: `rules.decided-by-capture`.
//!
//! Its keys are the pieces whose capture ends the game, each with the captor's share of the point, or with
//! a table of shares by captor. The field `decided` of a FEN is White's share in thousandths once such a
//! capture has been made.

use super::{Setting, ShippedRule};
use crate::definition::{RuleValue, Verdict};
use crate::geometry::BoardShape;
use crate::rules::{CustomRule, Phases, RuleContext, RuleEnd, RuleError, RuleSettings};
use crate::state::{Color, Move, Role, RuleState};

/// The key for all captors that are not named.
const OTHERS: &str = "*";

/// Shares are kept in such parts of a point.
const PARTS: f64 = WHOLE as f64;

/// The parts of a whole point.
const WHOLE: i64 = 1000;

/// `rules.decided-by-capture`.
pub(super) struct DecidedByCapture {
    victims: Vec<Victim>,
}

/// A piece whose capture ends the game.
struct Victim {
    role: Role,
    name: String,
    /// The share of named captors.
    by: Vec<(Role, String, Share)>,
    /// The share of all others; without one the game goes on.
    others: Option<Share>,
}

/// The captor's share of the point, in thousandths.
type Share = i64;

/// A share in the point.
const SHARE: Setting = Setting::Either(&[Setting::Words(Verdict::NAMES), Setting::Number]);

impl ShippedRule for DecidedByCapture {
    const NAME: &'static str = "decided-by-capture";
    const FIELD: &'static str = "decided";
    const SETTINGS: Setting =
        Setting::ByPiece(&Setting::Either(&[SHARE, Setting::ByPiece(&SHARE)]));

    fn read(settings: &RuleSettings<'_>) -> Result<DecidedByCapture, RuleError> {
        let mut victims = Vec::new();
        for (index, name) in settings.def().pieces.keys().enumerate() {
            let Some(value) = settings.value(name) else {
                continue;
            };
            let mut victim = Victim {
                role: role(settings, name, index)?,
                name: name.clone(),
                by: Vec::new(),
                others: None,
            };
            if let RuleValue::Table(_) = value
                && let Some(captors) = settings.table(name)?
            {
                victim.others = share(&captors, OTHERS)?;
                for (index, captor) in settings.def().pieces.keys().enumerate() {
                    if let Some(share) = share(&captors, captor)? {
                        let role = role(&captors, captor, index)?;
                        victim.by.push((role, captor.clone(), share));
                    }
                }
            } else {
                victim.others = share(settings, name)?;
            }
            victims.push(victim);
        }
        if victims.is_empty() {
            return Err(RuleError::new("no capture decides the game").with_help(
                "name a piece: `queen = 'win'` if its captor wins, or \
                 `queen = { queen = 'win', '*' = 'draw' }` by captor",
            ));
        }
        Ok(DecidedByCapture { victims })
    }
}

/// The number of a piece, which pieces beyond the limit of a variant do not have.
fn role(settings: &RuleSettings<'_>, name: &str, index: usize) -> Result<Role, RuleError> {
    let role = (index < Role::MAX).then(|| Role::new(index));
    role.ok_or_else(|| settings.error(name, format!("`{name}` is one piece too many")))
}

/// A captor's share: a word or a number.
fn share(settings: &RuleSettings<'_>, key: &str) -> Result<Option<Share>, RuleError> {
    match settings.value(key) {
        Some(RuleValue::Number(number)) if (0.0..=1.0).contains(number) => {
            Ok(Some((number * PARTS).round() as Share))
        }
        Some(RuleValue::Text(_)) => {
            settings.one_of(key, &[("win", 1000), ("draw", 500), ("loss", 0)])
        }
        Some(_) => {
            let message = "the captor's share is `win`, `draw`, `loss` or a number from 0 to 1";
            Err(settings.error(key, message))
        }
        None => Ok(None),
    }
}

impl Victim {
    fn share_of(&self, captor: Role) -> Option<Share> {
        let named = self.by.iter().find(|(role, ..)| *role == captor);
        named.map(|(.., share)| *share).or(self.others)
    }

    fn words(&self) -> String {
        let said = |share: Share| match share {
            1000 => "wins".to_owned(),
            500 => "draws".to_owned(),
            0 => "loses".to_owned(),
            share => format!("gets {} of the point", share as f64 / PARTS),
        };
        let name = self.name.replace('-', " ");
        let by = self.by.iter();
        let mut ways: Vec<String> = by
            .map(|(_, captor, share)| {
                format!("with a {} {}", captor.replace('-', " "), said(*share))
            })
            .collect();
        if let Some(share) = self.others {
            let with = if ways.is_empty() {
                ""
            } else {
                "with any other piece "
            };
            ways.push(format!("{with}{}", said(share)));
        }
        format!("Who captures a {name} {}.", ways.join(", "))
    }
}

impl CustomRule for DecidedByCapture {
    fn phases(&self) -> Phases {
        Phases::REMEMBER | Phases::END
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        _: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let captured = mv
            .captures
            .iter()
            .filter_map(|square| before.piece(*square));
        let theirs = captured.filter(|piece| piece.color != mv.piece.color);
        let shares = theirs.filter_map(|piece| {
            let victim = self
                .victims
                .iter()
                .find(|victim| victim.role == piece.role)?;
            victim.share_of(mv.piece.role)
        });
        let share = shares.max()?;
        let white = match mv.piece.color {
            Color::White => share,
            Color::Black => WHOLE - share,
        };
        Some(RuleState::new([white]))
    }

    fn read_state(&self, text: &str, _: &BoardShape) -> Option<RuleState> {
        let white: i64 = text.parse().ok()?;
        (0..=WHOLE)
            .contains(&white)
            .then(|| RuleState::new([white]))
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let white = *at.state().numbers().first()?;
        Some(RuleEnd::shares(white as f64 / PARTS, "king-captured"))
    }

    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.victims.iter().map(Victim::words).collect();
        if self.victims.len() > 1 {
            words.push(
                "If a move captures several of these pieces, the best result for its side counts."
                    .to_owned(),
            );
        }
        words
    }
}
