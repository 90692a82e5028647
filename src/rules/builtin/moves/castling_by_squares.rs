//! Castling with explicit squares: `rules.castling-by-squares`.
//!
//! For boards on which king and partner are not on one rank, or do not end next to each other. The
//! only state is which pieces have not moved.

use crate::definition::{Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Square};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Moves, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::state::{Move, MoveKind};

/// The rule `rules.castling-by-squares`.
pub(in crate::rules::builtin) struct CastlingBySquares {
    /// The castlings by side.
    ways: [Vec<Way>; 2],
    /// The castlings by side, in words.
    words: [Vec<String>; 2],
}

/// One castling.
#[derive(Clone, PartialEq)]
struct Way {
    king: Leg,
    partner: Leg,
    /// The squares that must be empty, apart from the two pieces.
    clear: Vec<Square>,
}

/// The origin and target of a piece.
#[derive(Clone, Copy, PartialEq)]
struct Leg {
    from: Square,
    to: Square,
}

impl BuiltinRule for CastlingBySquares {
    const NAME: &'static str = "castling-by-squares";
    const SETTINGS: Setting = keys! {
        /// The moves of king and partner: `'e1g1,h1f1'`.
        "ways" => BySide(&Texts),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<CastlingBySquares, RuleError> {
        let ways = settings.by_side("ways", |settings, key| {
            let Some(texts) = settings.texts(key)? else {
                return Ok(None);
            };
            let way = |text: &str| {
                let way = Way::read(settings.shape(), text);
                way.ok_or_else(|| {
                    let message = format!("`{text}` is not a castling");
                    let error = settings.error(key, message);
                    error.with_help("write the moves of king and partner: `e1g1,h1f1`")
                })
            };
            let ways: Result<Vec<Way>, RuleError> = texts.into_iter().map(way).collect();
            ways.map(Some)
        })?;
        let ways = ways.map(Option::unwrap_or_default);
        let words = |ways: &Vec<Way>| ways.iter().map(|way| way.words(settings.shape())).collect();
        Ok(CastlingBySquares {
            words: ways.each_ref().map(words),
            ways,
        })
    }
}

impl Leg {
    fn read(shape: &BoardShape, text: &str) -> Option<Leg> {
        let (from, length) = shape.parse_prefix(text)?;
        let to = shape.parse(&text[length..])?;
        (shape.exists(from) && shape.exists(to)).then_some(Leg { from, to })
    }
}

impl Way {
    fn read(shape: &BoardShape, text: &str) -> Option<Way> {
        let (king, partner) = text.split_once(',')?;
        let king = Leg::read(shape, king.trim())?;
        let partner = Leg::read(shape, partner.trim())?;
        let is_good = king.from != partner.from && king.to != partner.to && king.from != king.to;
        if !is_good {
            return None;
        }
        let mut clear = vec![king.to, partner.to];
        for (from, to) in [
            (king.from, partner.from),
            (king.from, king.to),
            (partner.from, partner.to),
        ] {
            clear.extend(shape.line_between(from, to));
        }
        clear.retain(|square| *square != king.from && *square != partner.from);
        Some(Way {
            king,
            partner,
            clear,
        })
    }

    fn words(&self, shape: &BoardShape) -> String {
        let [from, to, partner, partner_to] = [
            self.king.from,
            self.king.to,
            self.partner.from,
            self.partner.to,
        ]
        .map(|square| shape.name(square));
        format!("from {from} to {to} with the piece on {partner}, which moves to {partner_to}")
    }
}

impl Rule for CastlingBySquares {
    fn phases(&self) -> Phases {
        Phases::OFFER
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        let us = at.turn();
        let unmoved = at.unmoved();
        let own = |square: Square| {
            let piece = at.piece(square).filter(|piece| piece.color == us);
            piece.filter(|_| unmoved.contains(square))
        };
        for way in &self.ways[us.index()] {
            let (Some(king), Some(_)) = (own(way.king.from), own(way.partner.from)) else {
                continue;
            };
            if way.clear.iter().all(|square| at.is_empty(*square)) {
                let mut mv = Move::walk(king, way.king.from, way.king.to);
                mv.kind = MoveKind::Castle;
                mv.shifts.push((way.partner.from, way.partner.to));
                moves.push(mv);
            }
        }
    }

    fn depends_on_first_moves(&self) -> bool {
        true
    }

    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (side, ways) in ["White", "Black"].into_iter().zip(&self.words) {
            if !ways.is_empty() {
                words.push(format!("{side} castles {}.", ways.join("; ")));
            }
        }
        words.push(
            "Both pieces must be unmoved, and the squares between them and on their paths must be empty. A royal \
             piece castles neither out of check nor across an attacked square."
                .to_owned(),
        );
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let is_idle = self.ways.iter().all(Vec::is_empty);
        is_idle
            .then(|| RuleFinding::new("nobody castles").about("ways"))
            .into_iter()
            .collect()
    }
}
