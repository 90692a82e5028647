//! The special rules of a variant without any, and rules in terms of other numbers for the pieces.

use super::adjudication::{
    AdjudicationRules, ChasingRules, CountingRules, MateRules, MaterialRule, ShatarMate,
};
use super::special::{
    Blast, CaptureRules, CastlingRules, CheckRules, ConnectionRules, DropRules, EnPassantRules,
    ExtinctionRules, FlagRules, Form, GatingRules, InPlacePromotion, PassRules, PawnPromotion,
    PiecePromotion, PieceSet, ResultRules, SpecialRules, Verdict,
};
use super::variant::{RulesDef, StalemateRule};
use crate::geometry::{BoardShape, SquareSet};

impl SpecialRules {
    /// Special rules that say nothing special, for a variant with so many pieces.
    pub fn plain(rules: &RulesDef, n_pieces: usize, shape: &BoardShape) -> SpecialRules {
        let all: SquareSet = shape.squares().collect();
        SpecialRules {
            forms: (0..n_pieces).map(Form::plain).collect(),
            pawns: PawnPromotion::default(),
            promotion: PiecePromotion::default(),
            in_place: None,
            castling: None,
            en_passant: EnPassantRules {
                types: [PieceSet::ALL; 2],
                region: [all.clone(), all],
            },
            captures: CaptureRules::default(),
            drops: None,
            gating: None,
            walls: None,
            flip: None,
            passing: PassRules::default(),
            checks: CheckRules::default(),
            no_dead_ends: false,
            extinction: None,
            flags: None,
            connection: None,
            ends_when_full: false,
            results: ResultRules {
                stalemate: match rules.stalemate {
                    StalemateRule::Draw => Verdict::Draw,
                    StalemateRule::Loss => Verdict::Loss,
                    StalemateRule::Win => Verdict::Win,
                },
                stalemate_by_count: false,
                checkmate: Verdict::Loss,
            },
            adjudication: AdjudicationRules::default(),
        }
    }

    /// The same rules where pieces have other numbers: `numbers` has the new one of each piece, or
    /// nothing for a piece that is not there any more.
    pub(super) fn renumbered(&self, numbers: &[Option<usize>], n_pieces: usize) -> SpecialRules {
        let new = Numbers(numbers);
        let mut forms: Vec<Form> = (0..n_pieces).map(Form::plain).collect();
        for (form, number) in self.forms.iter().zip(numbers) {
            if let Some(number) = number {
                forms[*number] = Form {
                    kind: new.one(form.kind).unwrap_or(*number),
                    base: form.base.map(|base| new.maybe(base)),
                    ..*form
                };
            }
        }
        SpecialRules {
            forms,
            pawns: PawnPromotion {
                types: self.pawns.types.map(|set| new.set(set)),
                choices: self.pawns.choices.map(|set| new.set(set)),
                ..self.pawns.clone()
            },
            promotion: PiecePromotion {
                targets: new.list(&self.promotion.targets, n_pieces, None, |to| new.maybe(*to)),
                limits: new.list(&self.promotion.limits, n_pieces, 0, |limit| *limit),
                arriving: new.set(self.promotion.arriving),
                ..self.promotion.clone()
            },
            in_place: self.in_place.as_ref().and_then(|rule| {
                Some(InPlacePromotion {
                    pawn: new.one(rule.pawn)?,
                    choices: rule.choices.map(|set| new.set(set)),
                    ..rule.clone()
                })
            }),
            castling: self.castling.as_ref().map(|rule| CastlingRules {
                king: rule.king.map(|king| new.maybe(king)),
                partners: rule.partners.map(|set| new.set(set)),
                ..rule.clone()
            }),
            en_passant: EnPassantRules {
                types: self.en_passant.types.map(|set| new.set(set)),
                ..self.en_passant.clone()
            },
            captures: CaptureRules {
                immune_to_own: new.set(self.captures.immune_to_own),
                blast: self.captures.blast.map(|blast| Blast {
                    immune: new.set(blast.immune),
                    sheltered: new.set(blast.sheltered),
                }),
                petrify: new.set(self.captures.petrify),
                ..self.captures.clone()
            },
            drops: self.drops.as_ref().map(|rule| DropRules {
                regions: {
                    let nowhere = [SquareSet::new(), SquareSet::new()];
                    new.list(&rule.regions, n_pieces, nowhere, Clone::clone)
                },
                no_doubled: rule
                    .no_doubled
                    .and_then(|(kind, count)| Some((new.one(kind)?, count))),
                opposite_colors: new.maybe(rule.opposite_colors),
                mandatory: rule.mandatory.map(|kind| new.maybe(kind)),
                ..rule.clone()
            }),
            gating: self.gating.as_ref().map(|rule| GatingRules {
                leaps: rule.leaps.map(|mut leaps| {
                    leaps.king = new.maybe(leaps.king);
                    leaps.counsellor = new.maybe(leaps.counsellor);
                    leaps.rook = new.maybe(leaps.rook);
                    leaps
                }),
                ..rule.clone()
            }),
            extinction: self.extinction.map(|rule| ExtinctionRules {
                kinds: new.set(rule.kinds),
                ..rule
            }),
            flags: self.flags.as_ref().map(|rule| FlagRules {
                piece: rule.piece.map(|piece| new.maybe(piece)),
                ..rule.clone()
            }),
            connection: self.connection.as_ref().map(|rule| ConnectionRules {
                kinds: new.set(rule.kinds),
                ..rule.clone()
            }),
            adjudication: new.adjudication(&self.adjudication, n_pieces),
            ..self.clone()
        }
    }

    /// Where `other` is different, as keys of the definition format with a message each.
    pub(super) fn differing(&self, other: &SpecialRules) -> Vec<(&'static str, &'static str)> {
        let groups = [
            (
                self.forms != other.forms
                    || self.pawns != other.pawns
                    || self.promotion != other.promotion
                    || self.in_place != other.in_place,
                "rules.promotion",
                "promotion by rules of the variant is different",
            ),
            (
                self.castling != other.castling,
                "rules.castling",
                "castling to fixed files is different",
            ),
            (
                self.en_passant != other.en_passant,
                "rules.en-passant",
                "capture in passing is different",
            ),
            (
                self.captures != other.captures,
                "rules.captures",
                "captures have other consequences",
            ),
            (
                self.drops != other.drops,
                "rules.drops",
                "drops from the hand are different",
            ),
            (
                self.gating != other.gating,
                "rules.gating",
                "gating from the hand is different",
            ),
            (
                self.walls != other.walls || self.flip != other.flip,
                "rules.walls",
                "what moves do to other squares is different",
            ),
            (
                self.passing != other.passing,
                "rules.passing",
                "passing is different",
            ),
            (
                self.checks != other.checks,
                "rules.checks",
                "what kings may do and suffer is different",
            ),
            (
                self.extinction != other.extinction,
                "rules.extinction",
                "winning by extinction is different",
            ),
            (
                self.flags != other.flags,
                "rules.goal",
                "winning by reaching squares is different",
            ),
            (
                self.connection != other.connection,
                "rules.connection",
                "winning by connecting pieces is different",
            ),
            (
                self.results.stalemate != other.results.stalemate
                    || self.results.stalemate_by_count != other.results.stalemate_by_count,
                "rules.stalemate",
                "the result of stalemate is different",
            ),
            (
                self.results.checkmate != other.results.checkmate,
                "rules.checkmate",
                "the result of checkmate is different",
            ),
            (
                self.adjudication != other.adjudication,
                "rules.adjudication",
                "how the course of the game ends it is different",
            ),
        ];
        let mut found: Vec<(&str, &str)> = groups
            .into_iter()
            .filter(|(differs, ..)| *differs)
            .map(|(_, place, message)| (place, message))
            .collect();
        if found.is_empty() && self != other {
            found.push(("rules", "the rules that few variants have are different"));
        }
        found
    }
}

impl Form {
    /// A piece that is only itself.
    pub(super) const fn plain(kind: usize) -> Form {
        Form {
            kind,
            base: [None; 2],
            shuns_own_kind: false,
        }
    }
}

/// New numbers by old ones.
#[derive(Clone, Copy)]
pub(super) struct Numbers<'a>(pub(super) &'a [Option<usize>]);

impl Numbers<'_> {
    pub(super) fn one(self, number: usize) -> Option<usize> {
        self.0.get(number).copied().flatten()
    }

    fn maybe(self, number: Option<usize>) -> Option<usize> {
        number.and_then(|number| self.one(number))
    }

    fn adjudication(self, rules: &AdjudicationRules, n_pieces: usize) -> AdjudicationRules {
        AdjudicationRules {
            restarts: rules.restarts.map(|sides| sides.map(|set| self.set(set))),
            chasing: rules.chasing.as_ref().map(|rule| ChasingRules {
                rook: self.maybe(rule.rook),
                cannon: self.maybe(rule.cannon),
                horse: self.maybe(rule.horse),
                elephant: self.maybe(rule.elephant),
                advisor: self.maybe(rule.advisor),
                soldier: self.maybe(rule.soldier),
                crossed: rule.crossed.clone(),
            }),
            counting: rules.counting.map(|rule| CountingRules {
                rule: rule.rule,
                pawn: self.maybe(rule.pawn),
                rook: self.maybe(rule.rook),
                khon: self.maybe(rule.khon),
                knight: self.maybe(rule.knight),
            }),
            material: rules.material.as_ref().map(|rule| match rule {
                MaterialRule::Weighted { weights, handicap } => MaterialRule::Weighted {
                    weights: self.list(weights, n_pieces, 0, |weight| *weight),
                    handicap: *handicap,
                },
                other => other.clone(),
            }),
            mates: MateRules {
                dropped: self.maybe(rules.mates.dropped),
                shatar: rules.mates.shatar.map(|rule| ShatarMate {
                    knight: self.maybe(rule.knight),
                    strong: self.set(rule.strong),
                }),
            },
            ..rules.clone()
        }
    }

    pub(super) fn set(self, set: PieceSet) -> PieceSet {
        if set == PieceSet::ALL {
            return set;
        }
        set.iter().filter_map(|number| self.one(number)).collect()
    }

    /// Pairs of pieces in terms of the new numbers.
    pub(super) fn pairs(self, pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let both = |(from, to): &(usize, usize)| Some((self.one(*from)?, self.one(*to)?));
        pairs.iter().filter_map(both).collect()
    }

    /// A list by number in its new order; an empty list stays empty.
    pub(super) fn list<T: Clone>(
        self,
        list: &[T],
        n_pieces: usize,
        absent: T,
        value: impl Fn(&T) -> T,
    ) -> Vec<T> {
        if list.is_empty() {
            return Vec::new();
        }
        let mut new = vec![absent; n_pieces];
        for (number, one) in list.iter().enumerate() {
            if let Some(number) = self.one(number) {
                new[number] = value(one);
            }
        }
        new
    }
}
