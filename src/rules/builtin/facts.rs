//! Rules that only state facts for the engines: common tables of a definition, such as `royal` and `repetition`.

use crate::definition::{
    CaptureMethod, CapturedTo, Enclosing, FirstLeaps, PieceId, RepetitionRules, RoyalGuard,
    RoyalRule, RuleValue, Setting, VariantDef, Verdict, keys,
};
use crate::rules::data::{Halfway, RuleError, RuleFact, RuleFinding};
use crate::rules::settings::RuleSettings;

use super::parts::{Builtin, piece_set, required_verdict, required_word, sides_required, verdict};
use super::stated::{Stated, stating};

/// A rule that is `true` or missing.
fn flag(name: &'static str, state: fn(&VariantDef) -> Stated) -> Builtin {
    Builtin::reading(name, Setting::Flag, move |settings| {
        settings.presence()?;
        Ok(Box::new(state(settings.def())))
    })
}

/// `rules.royal`: royal pieces decide the game by check, by capture or not at all.
pub(super) fn royal() -> Builtin {
    stating("royal", Setting::Words(RoyalRule::NAMES), |settings| {
        let help = "write the protection of royal pieces: `royal = 'capture'`";
        let royal = required_word(settings, RoyalRule::WORDS, ["value", help])?;
        Ok(RuleFact::Royal(royal).into())
    })
}

/// `rules.guard`: the royal pieces that a side with several must keep safe.
pub(super) fn guard() -> Builtin {
    stating("guard", Setting::Words(RoyalGuard::NAMES), |settings| {
        let help = "write what must be guarded: `guard = 'last'`";
        let guard = required_word(settings, RoyalGuard::WORDS, ["value", help])?;
        Ok(RuleFact::Guard(guard).into())
    })
}

/// `rules.checkmate`: the result for the side that is in check without legal moves.
pub(super) fn checkmate() -> Builtin {
    stating("checkmate", Setting::Words(Verdict::NAMES), |settings| {
        let help = "write the result for that player: `checkmate = 'loss'`";
        Ok(RuleFact::Checkmate(required_verdict(settings, help)?).into())
    })
}

/// `rules.stalemate`: the result for the side without legal moves that is not in check.
pub(super) fn stalemate() -> Builtin {
    stating("stalemate", Setting::Words(Verdict::NAMES), |settings| {
        let help = "write the result for that player: `stalemate = 'loss'`";
        let verdict = required_verdict(settings, help)?;
        let stated = Stated::from(RuleFact::Stalemate(verdict));
        Ok(stated.may_win(verdict != Verdict::Draw))
    })
}

/// `rules.repetition`: repetition of positions.
pub(super) fn repetition() -> Builtin {
    let settings = keys! {
        /// The occurrence that ends the game; 3 by default, `false` for none.
        "limit" => Either(&[Number, Flag]),
        /// The result for the side to move, which did not make the repetition; `draw` by default.
        "result" => Words(Verdict::NAMES),
        /// The result is that of White instead.
        "for-white" => Flag,
    };
    stating("repetition", settings, |settings| {
        let usual = RepetitionRules::default();
        let limit = if settings.value("limit") == Some(&RuleValue::Flag(false)) {
            None
        } else {
            let limit = settings.whole("limit", 0, u16::MAX.into())?;
            limit.map(|limit| limit as u16).or(usual.limit)
        };
        let verdict = verdict(settings, "result")?.unwrap_or(usual.verdict);
        let stated = Stated::from(RuleFact::Repetition(RepetitionRules {
            limit,
            verdict,
            for_white: settings.flag("for-white")?.unwrap_or(usual.for_white),
        }));
        Ok(stated.may_win(limit.is_some() && verdict != Verdict::Draw))
    })
}

/// `rules.move-limit`: moves without progress after which the game is drawn.
pub(super) fn move_limit() -> Builtin {
    stating("move-limit", Setting::Number, |settings| {
        let moves = settings.whole("value", 0, u16::MAX.into())?;
        let moves = moves.ok_or_else(|| {
            let help = "write how many moves each side may make: `move-limit = 50`";
            RuleError::missing("the number is missing", help)
        })?;
        Ok(RuleFact::MoveLimit(moves as u16).into())
    })
}

/// `rules.adjudication.restarts`: pieces that reset the clock of the move limit.
pub(super) fn restarts() -> Builtin {
    stating("restarts", Setting::BySide(&Setting::Pieces), |settings| {
        let sides = sides_required(settings, piece_set)?;
        let sides = sides.map(Option::unwrap_or_default);
        Ok(RuleFact::Restarts(sides).into())
    })
}

/// `rules.adjudication.back-and-forth-loses`: loss by moving a piece back and forth.
pub(super) fn back_and_forth() -> Builtin {
    flag("back-and-forth-loses", |_| {
        let words = "A side that moves a piece back and forth four times loses.";
        let stated = Stated::from(RuleFact::BackAndForthLoses);
        stated.may_win(true).words([words.to_owned()])
    })
}

/// `rules.use.optional-midpoint`: optional captures at the midpoint of moves.
pub(super) fn optional_midpoint() -> Builtin {
    flag("optional-midpoint", |def| {
        let words = "A capture halfway along a move may be left out.";
        halfway(Halfway::Optional, words, def)
    })
}

/// `rules.use.double-midpoint`: captures at the midpoint of moves that capture on their target too.
pub(super) fn double_midpoint() -> Builtin {
    flag("double-midpoint", |def| {
        let words = "A move that captures where it ends captures halfway along as well.";
        halfway(Halfway::Double, words, def)
    })
}

/// A rule about captures at the midpoint of moves.
fn halfway(halfway: Halfway, words: &str, def: &VariantDef) -> Stated {
    let stated = Stated::from(RuleFact::Halfway(halfway));
    let stated = stated.words([words.to_owned()]);
    let mut methods = (def.pieces.values()).flat_map(|piece| &piece.captures.methods);
    if methods.any(|method| *method == CaptureMethod::Midpoint) {
        return stated;
    }
    let finding = RuleFinding::new("no piece captures halfway along its moves");
    stated.findings([finding.with_help("let a piece do so: `captures = { midpoint = true }`")])
}

/// `rules.en-passant`: en passant restrictions by piece and square.
pub(super) fn en_passant() -> Builtin {
    let settings = keys! {
        /// The pieces that can capture en passant, of those whose moves do; all by default.
        "pieces" => BySide(&Pieces),
        /// The squares on which a side can capture en passant; all by default.
        "zone" => Zone,
    };
    stating("en-passant", settings, |settings| {
        settings.by_side("pieces", RuleSettings::pieces)?;
        settings.zone("zone")?;
        Ok(settings.def().en_passant().map(RuleFact::EnPassant).into())
    })
}

/// `rules.captures`: side effects of captures.
pub(super) fn captures() -> Builtin {
    let settings = keys! {
        /// Captures are mandatory.
        "mandatory" => Flag,
        /// Captured pieces keep their promotion in a hand.
        "keep-promoted" => Flag,
        /// The kind in hand of a captured piece that came from a promotion by choice; by default
        /// the last of the pieces that promote to it. `false` if it keeps its kind.
        "returns-as" => BySide(&Either(&[Piece, Flag])),
        /// Captures remove all pieces on the adjacent squares.
        "blast" => Flag,
        /// The squares of a blast: the target squares of this move in Betza notation from the square of
        /// the capture, from the captor's view, empty or not; `own` for the squares on which the captor
        /// could capture next. By default the adjacent squares.
        "blast-reach" => Text,
        /// Pieces that survive blasts.
        "blast-immune" => Pieces,
        /// Pieces that survive blasts unless they capture.
        "blast-sheltered" => Pieces,
        /// Pieces that cannot capture their own kind.
        "immune-to-own" => Pieces,
        /// Pieces that turn into walls when they capture.
        "petrify" => Pieces,
        /// Blasted pieces leave walls.
        "petrify-blasted" => Flag,
    };
    stating("captures", settings, |settings| {
        for key in ["mandatory", "keep-promoted", "petrify-blasted"] {
            settings.flag(key)?;
        }
        let blasts = settings.flag("blast")?.unwrap_or(false);
        settings.pieces("immune-to-own")?;
        settings.pieces("petrify")?;
        if blasts {
            settings.reach("blast-reach")?;
            settings.pieces("blast-immune")?;
            settings.pieces("blast-sheltered")?;
        } else {
            // A variant without blasts may inherit settings of blasts, which are ignored.
            for key in ["blast-reach", "blast-immune", "blast-sheltered"] {
                settings.value(key);
            }
        }
        Ok(RuleFact::Captures(settings.def().captures()).into())
    })
}

/// `rules.captured-to`: the destination of captured pieces.
pub(super) fn captured_to() -> Builtin {
    let settings = Setting::Words(CapturedTo::NAMES);
    stating("captured-to", settings, |settings| {
        let help = "write where captured pieces go: `captured-to = 'captor-hand'`";
        let to = required_word(settings, CapturedTo::WORDS, ["value", help])?;
        Ok(RuleFact::CapturedTo(to).into())
    })
}

/// `rules.drops`: drops from the hand.
pub(super) fn drops() -> Builtin {
    let settings = keys! {
        /// Whether drops are separate moves; true by default. The other keys also apply to gating.
        "moves" => Flag,
        /// The squares for drops; all by default. A piece cannot be dropped where none of its moves
        /// could end.
        "zone" => Zone,
        /// By piece: the squares on which it can be dropped.
        "zones" => ByPiece(&Zone),
        /// Pieces can also be dropped promoted.
        "promoted" => Flag,
        /// Dropped pieces stay in the hand; royal pieces only if `zones` names them.
        "free" => Flag,
        /// A piece whose number on a file is limited for drops; `false` for none.
        "no-doubled" => Piece,
        /// That number; 1 by default.
        "no-doubled-count" => Number,
        /// A piece that must be dropped on both colors of squares in equal numbers; `false` for
        /// none.
        "opposite-colors" => Piece,
        /// Drops are mandatory while any piece, or the named piece, is in hand.
        "mandatory" => Either(&[Flag, Piece]),
        /// The condition of drops: `reversi` encloses lines of opposing pieces, `ataxx` has opposing
        /// neighbors, `quadwrangle` has opposing neighbors, for moves or next to a friendly piece,
        /// `snort` has no opposing neighbor, `any-side` enters from an edge, `top` from the top.
        /// `false` for none.
        "enclosing" => Words(Enclosing::NAMES),
        /// Squares that are filled first, without this condition. Not mirrored.
        "enclosing-start" => Texts,
        /// Whether a drop can give check; true by default.
        "may-check" => Flag,
    };
    stating("drops", settings, |settings| {
        for key in ["moves", "promoted", "free", "may-check"] {
            settings.flag(key)?;
        }
        settings.zone("zone")?;
        settings.by_piece("zones", RuleSettings::zone)?;
        for key in ["no-doubled", "opposite-colors"] {
            settings.piece(key)?;
        }
        settings.whole("no-doubled-count", 0, u16::MAX.into())?;
        if !matches!(settings.value("mandatory"), Some(RuleValue::Flag(_))) {
            settings.piece("mandatory")?;
        }
        settings.one_of("enclosing", Enclosing::WORDS)?;
        settings.squares("enclosing-start")?;
        Ok(settings.def().drops().map(RuleFact::Drops).into())
    })
}

/// `rules.gating`: pieces from the hand enter behind pieces that move for the first time.
pub(super) fn gating() -> Builtin {
    flag("gating", |_| RuleFact::Gating.into())
}

/// `rules.use.first-leaps`: leaps of unmoved pieces.
pub(super) fn first_leaps() -> Builtin {
    let settings = keys! {
        /// The piece that leaps two files sideways and one rank ahead.
        "king" => Piece,
        /// The piece that leaps two squares straight ahead.
        "counsellor" => Piece,
        /// The piece that removes the right of the king to leap by aiming at it.
        "rook" => Piece,
    };
    stating("first-leaps", settings, |settings| {
        let piece = |key: &str| Ok(settings.piece(key)?.map(PieceId::from));
        Ok(RuleFact::FirstLeaps(FirstLeaps {
            king: piece("king")?,
            counsellor: piece("counsellor")?,
            rook: piece("rook")?,
        })
        .into())
    })
}
