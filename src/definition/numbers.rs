//! Rules and powers in terms of other numbers for the pieces, and where two sets of rules differ.

use super::powers::{Action, Affected, Aftermath, Freeze, JumpSeries, Powers, Quiet};
use super::rules::{
    AdjudicationRules, Blast, CaptureDuty, CaptureRules, CastlingRules, ChasingRules,
    ConnectionRules, CountingRules, DoubleDrop, DropRules, EnPassantRules, ExtinctionRules,
    FlagRules, Form, GatingRules, InPlacePromotion, MateRules, MaterialRule, PawnPromotion,
    PiecePromotion, PieceSet, PocketRule, PointCount, PointValue, Replacement, RulesDef,
    ShatarMate, TradeRule,
};
use crate::geometry::SquareSet;

impl RulesDef {
    /// The same rules where pieces have other numbers.
    pub(super) fn renumbered(&self, new: Numbers<'_>, n_pieces: usize) -> RulesDef {
        let mut forms: Vec<Form> = (0..n_pieces).map(Form::plain).collect();
        for (old, form) in self.forms.iter() {
            if let Some(number) = new.one(old) {
                forms[number] = Form {
                    kind: new.one(form.kind).unwrap_or(number),
                    base: form.base.map(|base| new.maybe(base)),
                    ..*form
                };
            }
        }
        RulesDef {
            forms: forms.into_iter().collect(),
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
            en_passant: self.en_passant.as_ref().map(|rule| EnPassantRules {
                types: rule.types.map(|set| new.set(set)),
                ..rule.clone()
            }),
            captures: CaptureRules {
                immune_to_own: new.set(self.captures.immune_to_own),
                blast: self.captures.blast.as_ref().map(|blast| Blast {
                    immune: new.set(blast.immune),
                    sheltered: new.set(blast.sheltered),
                    reach: blast.reach.clone(),
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
            capture_duty: self.capture_duty.map(|duty| CaptureDuty {
                of: new.set(duty.of),
                by: new.set(duty.by),
                ..duty
            }),
            replacement: self.replacement.map(|rule| Replacement {
                with: new.set(rule.with),
                ..rule
            }),
            double_drop: self.double_drop.as_ref().map(|rule| DoubleDrop {
                zones: new.list(&rule.zones, n_pieces, None, Clone::clone),
            }),
            swap_ban: new.set(self.swap_ban),
            prisoners: new.pairs(&self.prisoners),
            pocket: self.pocket.as_ref().map(|rule| PocketRule {
                movers: new.set(rule.movers),
                ..rule.clone()
            }),
            point_count: self.point_count.as_ref().map(|rule| PointCount {
                values: new.list(&rule.values, n_pieces, Vec::new(), |values| {
                    values.iter().map(|one| value(one, new)).collect()
                }),
                ..rule.clone()
            }),
            trading: self.trading.map(|rule| TradeRule {
                no_exchange: new.set(rule.no_exchange),
                no_strike_back: new.set(rule.no_strike_back),
            }),
            ..self.clone()
        }
    }

    /// Where `other` is different, as keys of the definition format with a message each.
    pub(super) fn differing(&self, other: &RulesDef) -> Vec<(&'static str, &'static str)> {
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
                self.stalemate_by_count != other.stalemate_by_count,
                "rules.stalemate-by-count",
                "the result of stalemate between unequal armies is different",
            ),
            (
                self.checkmate != other.checkmate,
                "rules.checkmate",
                "the result of checkmate is different",
            ),
            (
                self.adjudication != other.adjudication,
                "rules.adjudication",
                "how the course of the game ends it is different",
            ),
            (
                self.no_dead_ends != other.no_dead_ends,
                "rules.dead-ends",
                "other moves lead to dead ends",
            ),
            (
                self.ends_when_full != other.ends_when_full,
                "rules.ends-when-full",
                "what a full board means is different",
            ),
            (
                self.suicide != other.suicide,
                "rules.suicide",
                "whether frozen pieces may leave the board is different",
            ),
            (
                self.capture_duty != other.capture_duty,
                "rules.capture-duty",
                "what must be captured is different",
            ),
            (
                self.optional_midpoint != other.optional_midpoint
                    || self.double_midpoint != other.double_midpoint,
                "rules.optional-midpoint",
                "captures halfway are different",
            ),
            (
                self.replacement != other.replacement,
                "rules.replacement",
                "who may take the place of a piece that moves is different",
            ),
            (
                self.perpetual_check != other.perpetual_check,
                "rules.perpetual-check",
                "the result of perpetual check is different",
            ),
            (
                self.double_drop != other.double_drop,
                "rules.double-drop",
                "what is dropped along with a move is different",
            ),
            (
                self.points != other.points,
                "rules.points",
                "what points mean is different",
            ),
            (
                self.capture_only != other.capture_only,
                "rules.capture-only",
                "other squares are entered by captures only",
            ),
            (
                self.swap_ban != other.swap_ban,
                "rules.swap-ban",
                "other pieces may not change places again",
            ),
            (
                self.palace != other.palace,
                "rules.palace",
                "the palace is different",
            ),
            (
                self.bare_king != other.bare_king
                    || self.hands_cover != other.hands_cover
                    || self.both_bare_draws != other.both_bare_draws,
                "rules.bare-king",
                "what a bare king means is different",
            ),
            (
                self.placement != other.placement,
                "rules.placement",
                "how pieces are placed first is different",
            ),
            (
                self.prisoners != other.prisoners,
                "rules.prisoners",
                "captured pieces become others in hand",
            ),
            (
                self.pocket != other.pocket,
                "rules.pocket",
                "the pocket is different",
            ),
            (
                self.point_count != other.point_count,
                "rules.point-count",
                "how points are counted at the end is different",
            ),
            (
                self.trading != other.trading,
                "rules.trading",
                "which pieces may not be traded is different",
            ),
        ];
        groups
            .into_iter()
            .filter(|(differs, ..)| *differs)
            .map(|(_, place, message)| (place, message))
            .collect()
    }
}

/// New numbers by old ones; nothing for a piece that is not there any more.
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

impl Powers {
    /// The same powers where pieces have other numbers.
    pub(super) fn renumbered(&self, new: Numbers<'_>) -> Powers {
        Powers {
            actions: self.actions.iter().map(|one| action(one, new)).collect(),
            freezes: self.freezes.as_ref().map(|freeze| Freeze {
                whom: affected(&freeze.whom, new),
                lifted_by: new.set(freeze.lifted_by),
            }),
            burns: self.burns.as_ref().map(|burns| affected(burns, new)),
            protects: self
                .protects
                .as_ref()
                .map(|protects| affected(protects, new)),
            after: self.after.as_ref().map(|after| Aftermath {
                becomes: new.pairs(&after.becomes),
                vanishes: new.set(after.vanishes),
                explodes: new.set(after.explodes),
                reach: after.reach.clone(),
                quiet: after.quiet.and_then(|quiet| match quiet {
                    Quiet::Becomes(number) => new.one(number).map(Quiet::Becomes),
                    Quiet::Explodes => Some(Quiet::Explodes),
                }),
            }),
            ..self.clone()
        }
    }
}

fn affected(affected: &Affected, new: Numbers<'_>) -> Affected {
    Affected {
        reach: affected.reach.clone(),
        only: affected.only.map(|only| new.set(only)),
        except: new.set(affected.except),
    }
}

fn action(action: &Action, new: Numbers<'_>) -> Action {
    match action {
        Action::Swap { reach, with } => Action::Swap {
            reach: reach.clone(),
            with: with.map(|with| new.set(with)),
        },
        Action::JumpSeries(series) => Action::JumpSeries(JumpSeries {
            must_take: new.set(series.must_take),
            ..series.clone()
        }),
        other => other.clone(),
    }
}

fn value(value: &PointValue, new: Numbers<'_>) -> PointValue {
    PointValue {
        more: value.more.map(|sets| sets.map(|set| new.set(set))),
        ..value.clone()
    }
}
