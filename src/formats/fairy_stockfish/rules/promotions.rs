//! Promotion of pawns to common choices and in place, in both directions.

use crate::definition::moves::normal_forms::may_promote_in_passing;
use crate::definition::setting::{names_of, names_value, zone_of, zone_value};
use crate::definition::{
    ByPiece, PieceId, PromotionChoice, PromotionDef, PromotionStock, RuleTable, RuleValue,
    VariantDef,
};
use crate::formats::fairy_stockfish::section::config::Config;
use crate::formats::fairy_stockfish::section::types::{KING, Type, TypeSet, fixed, wide};
use crate::formats::toml::rule_of_option;
use crate::geometry::{Perspective, SquareSet, Zone};

use super::terms::{Builder, Writer, Written};

const SIDES: [Perspective; 2] = [Perspective::White, Perspective::Black];

/// The choices and zone of a promotion, by side.
#[derive(Clone, Debug, PartialEq)]
struct Common {
    choices: [TypeSet; 2],
    zone: [SquareSet; 2],
    optional: bool,
}

/// The limit of an unavailable choice: if a piece must promote and has no other choice, it cannot enter the squares of
/// the zone.
const CLOSED: u16 = 0;

impl Builder<'_> {
    /// Gives the pawns their promotions.
    pub(in crate::formats::fairy_stockfish) fn promote(&self, def: &mut VariantDef) {
        let config = self.config;
        if config.sittuyin_promotion {
            return;
        }
        let pawn = fixed("pawn");
        let zone = self.regions(&config.promotion_region);
        let offered = config
            .promotion_pieces
            .map(|set| def.choices(self.choices(set)));
        let types = config.promotion_pawns.map(|mut set| {
            set.insert(pawn);
            set
        });
        let ids: Vec<PieceId> = def.piece_ids().collect();
        let kinds = self.spread(|kind| kind);
        for (id, kind) in ids.iter().zip(&kinds) {
            let turned = Some(*kind).filter(|kind| *kind == pawn && self.turns_by_choice());
            let turned = turned.and_then(|kind| self.turned(kind));
            let mine = [0, 1].map(|side| {
                let promotes = types[side].contains(*kind) || types[side].contains(0);
                promotes && *kind != KING && !zone[side].is_empty()
            });
            let on = |sides: [bool; 2]| {
                let [white, black] = [0, 1].map(|side| {
                    if sides[side] {
                        zone[side].clone()
                    } else {
                        SquareSet::new()
                    }
                });
                Zone::of_sides(white, black)
            };
            let has = |piece: PieceId| {
                [0, 1].map(|side| {
                    mine[side] && (offered[side].contains(piece) || turned == Some(piece))
                })
            };
            let offers = ids.iter().filter(|piece| has(**piece) != [false; 2]);
            let mut choices: Vec<PromotionChoice> = offers
                .map(|piece| {
                    let limit = kinds
                        .get(*piece)
                        .map_or(0, |kind| config.promotion_limit[*kind]);
                    let is_turned = turned == Some(*piece);
                    PromotionChoice {
                        limit: Some(limit).filter(|limit| *limit > 0 && !is_turned),
                        ..PromotionChoice::new(*piece, on(has(*piece)))
                    }
                })
                .collect();
            let nothing =
                [0, 1].map(|side| mine[side] && offered[side].is_empty() && turned.is_none());
            if config.mandatory_pawn && nothing != [false; 2] {
                choices.push(PromotionChoice {
                    limit: Some(CLOSED),
                    ..PromotionChoice::new(*id, on(nothing))
                });
            }
            if choices
                .iter()
                .all(|choice| SIDES.iter().all(|side| choice.zone.of(*side).is_empty()))
            {
                continue;
            }
            let may_stay =
                [0, 1].map(|side| mine[side] && !nothing[side] && !config.mandatory_pawn);
            def.pieces[id.index()].promotion = Some(PromotionDef::of(choices, on(may_stay)));
        }
        // Fairy-Stockfish does not promote by en passant captures.
        let passes = may_promote_in_passing(def);
        for piece in def.pieces.values_mut().filter(|_| passes) {
            if let Some(promotion) = &mut piece.promotion {
                promotion.in_passing = false;
            }
        }
    }
}

impl Writer<'_> {
    /// Sets the options for promotion by rules of the game and for forms of pieces.
    pub(in crate::formats::fairy_stockfish) fn promotions(
        &self,
        def: &VariantDef,
        config: &mut Config,
    ) {
        let pawn = fixed("pawn");
        let nowhere = |zone: &[SquareSet; 2]| zone.iter().all(SquareSet::is_empty);
        let pairs = def.paired_promotion();
        config.promotion_on_capture = pairs.on_capture;
        config.mandatory_piece = pairs.mandatory;
        config.demotion = pairs.demotion;
        // Pieces with promotions of their own have already set the zone.
        let common = def.pieces.values().all(|piece| piece.promotion.is_none());
        if common {
            let zone = &pairs.zone;
            if !nowhere(zone) {
                config.promotion_region = self.regions(zone);
            }
            self.in_place_promotion(def, config);
        }
        if config.letters[pawn].is_none() {
            // The pawn belongs to the set even if the variant has none.
            for set in &mut config.promotion_pawns {
                set.insert(pawn);
            }
        }
        let letters: Vec<&str> = def.pieces.values().map(|one| one.letter.as_str()).collect();
        for (number, kind) in self.kinds.clone().pairs() {
            let Some(kind) = *kind else { continue };
            let form = def.forms.of(number);
            let limit = pairs.limits.get(number).copied().unwrap_or(0);
            if form.kind == number && limit > 0 {
                config.promotion_limit[kind] = limit;
            }
            let turned = letters[number.index()].starts_with('+');
            if let Some(base) = form.base[0].filter(|_| turned) {
                let base = self.kind(base);
                config.promoted[base] = kind;
            }
        }
        // A piece that came from a pawn reverts to the main pawn.
        let mut pieces = def.numbered();
        let returning = pieces.find(|(.., piece)| piece.letter.ends_with('~'));
        if let Some(form) = returning.map(|(id, ..)| def.forms.of(id)) {
            config.main_pawn = form.base.map(|base| self.kind_of(base));
        }
    }
}

/// Sets the promotion options, if all promotions are alike.
pub(in crate::formats::fairy_stockfish) fn promotions(
    one: &mut Written,
    def: &VariantDef,
    kinds: &ByPiece<Option<Type>>,
) {
    let mut known: [Option<Common>; 2] = [None, None];
    let mut pawns = [TypeSet::default(), TypeSet::default()];
    for (id, name, piece) in def.numbered() {
        let found = one.types.get(id).copied().flatten();
        let (Some(promotion), Some(found)) = (&piece.promotion, found) else {
            continue;
        };
        let place = format!("pieces.{name}.promotion");
        let mut this = Common {
            choices: Default::default(),
            zone: Default::default(),
            optional: false,
        };
        let mut alike = true;
        for choice in &promotion.choices {
            // The promoted form of a pawn is not a choice of all pawns.
            let letter = def.piece(choice.piece).map(|(_, piece)| &piece.letter);
            let is_turned = letter.is_some_and(|letter| letter.starts_with('+'));
            let Some(kind) = kinds.get(choice.piece).copied().flatten() else {
                let message = "one of its choices does not exist";
                one.lost.report(place.clone(), message);
                continue;
            };
            if kind == KING {
                let message = "no piece can become a king in Fairy-Stockfish";
                one.lost.report(place.clone(), message);
            }
            for (side, owner) in SIDES.into_iter().enumerate() {
                let zone = choice.zone.of(owner);
                if zone.is_empty() {
                    continue;
                }
                alike &= this.zone[side].is_empty() || this.zone[side] == *zone;
                this.zone[side].clone_from(zone);
                if choice.limit != Some(CLOSED) && !is_turned {
                    this.choices[side].insert(kind);
                }
            }
            alike &= choice.stock == PromotionStock::Unlimited;
            if let Some(limit) = choice.limit.filter(|limit| *limit != CLOSED) {
                let known = &mut one.config.promotion_limit[kind];
                alike &= *known == 0 || *known == limit;
                *known = limit;
            }
        }
        let stay = SIDES.map(|side| promotion.stay.of(side).clone());
        this.optional = stay.iter().any(|set| !set.is_empty());
        if this.optional && stay != this.zone {
            // The last rank is a dead end for pieces that only move forward.
            let last = [def.shape.ranks() - 1, 0];
            let open = [0, 1].map(|side| -> SquareSet {
                let zone = this.zone[side].iter();
                zone.filter(|square| def.shape.rank_of(*square) != last[side])
                    .collect()
            });
            if stay == open {
                one.config.immobility_illegal = true;
            } else {
                let message = "promotion is optional on some squares of the zone";
                one.lost.report(place.clone(), message);
            }
        }
        if !alike {
            let message = "its choices depend on the square, or come from the hand";
            one.lost.report(place, message);
            continue;
        }
        for side in 0..2 {
            if this.zone[side].is_empty() {
                continue;
            }
            // A kind that a side never has does not determine that side's promotion.
            let there = def.start.split([' ', '[']).next().unwrap_or_default();
            let letter = piece.letter.chars().next().unwrap_or('?');
            let letter = [letter.to_ascii_uppercase(), letter.to_ascii_lowercase()][side];
            if known[side].is_some() && !there.contains(letter) && found != fixed("pawn") {
                continue;
            }
            let differs = known[side].as_ref().is_some_and(|known| {
                known.choices[side] != this.choices[side]
                    || known.zone[side] != this.zone[side]
                    || known.optional != this.optional
            });
            let elsewhere = known[side].is_some() && !there.contains(letter);
            if differs && !elsewhere {
                let message = "another piece promotes differently";
                one.lost.report(format!("pieces.{name}.promotion"), message);
                continue;
            }
            pawns[side].insert(found);
            one.config.main_pawn[side] = found;
            if !elsewhere {
                known[side] = Some(this.clone());
            }
        }
    }
    for (side, known) in known.into_iter().enumerate() {
        let Some(known) = known else { continue };
        let config = &mut one.config;
        config.promotion_pawns[side] = pawns[side];
        config.promotion_pawns[side].insert(fixed("pawn"));
        config.promotion_region[side] = wide(&def.shape, &known.zone[side]);
        config.promotion_pieces[side] = known.choices[side];
        config.mandatory_pawn = !known.optional;
    }
}

// In-place promotion of pawns, as in Sittuyin.

impl Builder<'_> {
    /// The rule; `None` if pawns promote by moving, or if there are none.
    pub(in crate::formats::fairy_stockfish) fn in_place_promotion(
        &self,
        def: &VariantDef,
    ) -> Option<RuleTable> {
        let config = self.config;
        let pawn = config.sittuyin_promotion.then(|| fixed("pawn"))?;
        let (pawn, _) = def.piece(self.number(pawn)?)?;
        let choices = config.promotion_pieces;
        let choices = choices.map(|set| def.choices(self.choices(set)));
        let [white, black] = self.regions(&config.promotion_region);
        let settings = [
            ("piece", RuleValue::Text(pawn.to_owned())),
            ("to", names_value(choices, def)),
            ("zone", zone_value([&white, &black], self.shape)),
        ];
        Some(settings.map(|(key, value)| (key.to_owned(), value)).into())
    }
}

impl Writer<'_> {
    /// Sets the options of the rule.
    pub(in crate::formats::fairy_stockfish) fn in_place_promotion(
        &self,
        def: &VariantDef,
        config: &mut Config,
    ) {
        let rule = rule_of_option("sittuyinPromotion");
        let Some(rule) = def.rules.builtin.get(rule) else {
            return;
        };
        config.sittuyin_promotion = true;
        let zone = rule.get("zone");
        let zone = zone.and_then(|zone| zone_of(zone, self.shape));
        if let Some(zone) = zone.filter(|zone| !zone.iter().all(SquareSet::is_empty)) {
            config.promotion_region = self.regions(&zone);
        }
        if let Some(choices) = rule.get("to") {
            let choices = names_of(choices, def).unwrap_or_default();
            config.promotion_pieces = choices.map(|set| self.set(set));
        }
    }
}
