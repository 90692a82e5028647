//! Moves of two unmoved pieces: castling to fixed files or by explicit squares, and replacement.

use crate::definition::{
    CASTLING_WAYS, CastlingRules, NO_FILE, PieceSet, Setting, VariantDef, file_of, keys, one_of,
};
use crate::geometry::{BoardShape, Square};
use crate::rules::builtin::parts::{Builtin, BuiltinRule, Kinds, names_in_set, royal_kinds};
use crate::rules::builtin::stated::{Stated, stating};
use crate::rules::data::{
    Moves, Phases, Replacement, Rule, RuleContext, RuleError, RuleFact, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::source::codes;
use crate::state::{Move, MoveKind};

/// The rule `rules.castling`.
pub(in crate::rules::builtin) fn castling() -> Builtin {
    let settings = keys! {
        /// The partners.
        "partners" => BySide(&Pieces),
        /// The castling piece. By default it is the royal piece, or, without royal pieces, the only kind of
        /// `extinction`.
        "king" => BySide(&Piece),
        /// The target file of the king to the right; the last but one by default.
        "right" => Text,
        /// The target file of the king to the left; `c` by default.
        "left" => Text,
        /// The rank from each side's view; 1 by default.
        "rank" => Number,
        /// The king's file, if dropped kings can castle; by default the file right of the middle.
        "king-file" => Text,
        /// The file at which the search for the right partner begins; the last by default.
        "right-partner" => Text,
        /// The file at which the search for the left partner begins; the first by default; `none` for no castling to
        /// the left.
        "left-partner" => Text,
        /// Kings and partners can start on any file.
        "any-files" => Flag,
        /// A side cannot castle to the wing to which its opponent has castled.
        "opposite" => Flag,
        /// Dropped pieces can castle.
        "dropped" => Flag,
        /// Castlings that win, `left`, `right` or both; a side that can no longer make any of them loses.
        "wins" => BySide(&Either(&[Words(&CASTLING_WAYS), List(&Words(&CASTLING_WAYS))])),
    };
    stating("castling", settings, |settings| {
        settings.by_side("partners", RuleSettings::pieces)?;
        settings.by_side("king", RuleSettings::piece)?;
        for key in ["right", "left", "left-partner"] {
            if settings.text(key)? != Some(NO_FILE) {
                file(settings, key)?;
            }
        }
        for key in ["king-file", "right-partner"] {
            file(settings, key)?;
        }
        settings.whole("rank", 0, u8::MAX.into())?;
        for key in ["any-files", "opposite", "dropped"] {
            settings.flag(key)?;
        }
        settings.by_side("wins", |settings, key| settings.words(key, &CASTLING_WAYS))?;
        if settings.value("partners").is_none() {
            let help = "write the partners of the king: `partners = 'rook'`";
            return Err(RuleError::missing("`partners` is missing", help));
        }
        let rule = settings.def().castling();
        let castles =
            |rule: &CastlingRules| rule.king != [None; 2] || rule.partners == [PieceSet::NONE; 2];
        if settings.value("king").is_none() && !rule.as_ref().is_none_or(castles) {
            let help = "write the castling piece: `king = 'NAME'`";
            return Err(RuleError::missing(
                "no piece is royal, and `king` is missing",
                help,
            ));
        }
        let royal = royal_kinds(settings.def());
        let kings = rule.iter().flat_map(|rule| rule.king).flatten();
        let others: PieceSet = kings.filter(|king| !royal.contains(*king)).collect();
        let is_doubted = !others.is_empty() && !royal.is_empty();
        let finding = is_doubted.then(|| {
            let name = one_of(&names_in_set(settings.def(), others));
            let message = format!("{name} castles only while its side has no royal piece");
            RuleFinding::new(message).about("king")
        });
        Ok(Stated::from(rule.map(RuleFact::Castling)).findings(finding))
    })
}

/// Validates a file of the board.
fn file(settings: &RuleSettings<'_>, key: &str) -> Result<(), RuleError> {
    let shape = settings.shape();
    match settings.text(key)? {
        Some(name) if file_of(name, shape).is_none() => {
            let (first, last) = (shape.file_label(0), shape.file_label(shape.files() - 1));
            let message =
                format!("the board has no file `{name}`, its files are {first} to {last}");
            Err(RuleError::with_code(codes::BAD_ZONE, message).about(key))
        }
        _ => Ok(()),
    }
}

// Castling with explicit squares (`rules.use.castling-by-squares`).
//
// For boards on which king and partner are not on one rank, or do not end next to each other. The
// only state is which pieces have not moved.

/// The rule `rules.use.castling-by-squares`.
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
        /// The moves of king and partner: `'e1g1,h1f1'`; required.
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
        if ways.iter().all(Option::is_none) {
            let help = "write the moves of king and partner: `ways = 'e1g1,h1f1'`";
            return Err(RuleError::missing("`ways` is missing", help));
        }
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
        if self.ways.iter().all(Vec::is_empty) {
            return vec![RuleFinding::new("nobody castles").about("ways")];
        }
        Vec::new()
    }
}

// Replacement of a piece on its first move by another unmoved piece (`rules.use.replacement`).

/// The rule `rules.use.replacement`.
pub(in crate::rules::builtin) fn replacement() -> Builtin {
    let settings = keys! {
        /// One of the two must be of these kinds; all by default.
        "with" => BySide(&Pieces),
        /// It is also possible with castling, on either of the two squares that become empty.
        "castling" => Flag,
    };
    stating("replacement", settings, |settings| {
        let with = Kinds::read(settings, "with")?;
        let castling = settings.flag("castling")?.unwrap_or(false);
        let one_of = with.as_ref().map_or_else(String::new, |with| {
            format!(" One of the two must be {}.", with.words())
        });
        let words = format!(
            "When a piece makes its first move, another piece of its side that has not moved may \
             take its place in the same move, but not out of check{}.{one_of}",
            if castling {
                "; beside castling, either of the two places"
            } else {
                " and not with castling"
            }
        );
        let what = "no piece takes the place of another";
        let nobody: Vec<RuleFinding> = (with.iter())
            .flat_map(|with| with.doubts("with", what))
            .collect();
        let with = with.as_ref().map(Kinds::sets);
        let stated = Stated::from(RuleFact::Replacement(Replacement {
            castling,
            ..Replacement::of(with.unwrap_or([PieceSet::ALL; 2]))
        }));
        Ok(stated.may_win(true).words([words]).findings(nobody))
    })
}
