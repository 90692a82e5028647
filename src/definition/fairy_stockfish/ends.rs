//! Ends of games, in both directions.

use crate::definition::piece_moves::{Kind, all_moves};
use crate::definition::start::{SIDES, Start};
use crate::definition::{
    AdjudicationRules, ChasingRules, CountingRules, PieceId, PieceSet, RuleTable, RuleValue,
    VariantDef,
};
use crate::geometry::{Perspective, SquareSet};

use super::build::Builder;
use super::config::{Config, Material};
use super::types::{Type, TypeSet, fixed};
use super::write::Writer;

/// What pieces count in Janggi.
pub(super) const JANGGI: [(Type, u16); 6] = [
    (fixed("rook"), 13),
    (fixed("janggiCannon"), 7),
    (fixed("horse"), 5),
    (fixed("janggiElephant"), 3),
    (fixed("wazir"), 3),
    (fixed("soldier"), 2),
];

impl Builder<'_> {
    pub(super) fn adjudication(&self) -> AdjudicationRules {
        let config = self.config;
        let named = |key: &str| self.number(fixed(key));
        AdjudicationRules {
            chasing: config.chasing.then(|| ChasingRules {
                rook: named("rook"),
                cannon: named("cannon"),
                horse: named("horse"),
                elephant: named("elephant"),
                advisor: named("fers"),
                soldier: named("soldier"),
                crossed: [0, 1].map(|color| self.beyond_soldier_rank(color)),
            }),
            counting: config.counting.map(|rule| CountingRules {
                rule,
                pawn: named("pawn"),
                rook: named("rook"),
                khon: named("silver"),
                knight: named("knight"),
            }),
            ..AdjudicationRules::default()
        }
    }

    /// What decides games that would be drawn; `None` if nothing does.
    pub(super) fn material(&self, def: &VariantDef) -> Option<RuleTable> {
        let winner = match self.config.material? {
            Material::Janggi => "weight",
            Material::Unweighted => "number",
            Material::White => "white",
            Material::Black => "black",
        };
        let mut rule = RuleTable::new();
        let mut put = |key: &str, value: RuleValue| rule.insert(key.to_owned(), value);
        put("winner", RuleValue::Text(winner.to_owned()));
        if winner == "weight" {
            let weighed = def.numbered().filter_map(|(id, name, _)| {
                let mut known = JANGGI.iter();
                let (_, weight) = known.find(|(kind, _)| self.number(*kind) == Some(id))?;
                Some((name.to_owned(), RuleValue::Number(f64::from(*weight))))
            });
            put("weights", RuleValue::Table(weighed.collect()));
            // Black has one and a half points for moving second.
            put("handicap", RuleValue::Number(1.0));
        }
        Some(rule)
    }

    /// The rules by which mates do not count.
    pub(super) fn discount_mates(&self, def: &mut VariantDef) {
        let named = |keys: &[&str]| {
            let ids = keys.iter().filter_map(|key| self.number(fixed(key)));
            let names = ids.filter_map(|id| def.piece(id));
            RuleValue::of_names(names.map(|(name, _)| name.to_owned()))
        };
        let mut rules = Vec::new();
        if self.config.pawn_drop_mate_illegal {
            rules.push(("no-mate-by-dropped", named(&["shogiPawn"])));
        }
        if self.config.shatar_mate {
            rules.push(("no-mate-by", named(&["knight"])));
            let strong = named(&["knight", "rook", "bers"]);
            rules.push(("mate-needs", strong.or(Some(RuleValue::List(Vec::new())))));
        }
        for (rule, pieces) in rules {
            if let Some(pieces) = pieces {
                def.rules.put(rule, pieces.alone());
            }
        }
    }

    /// The pieces whose moves restart the clock, unless it is the usual ones that do, none of which
    /// ever comes back.
    pub(super) fn restarts(&self, def: &VariantDef) -> Option<[PieceSet; 2]> {
        let said = self.config.move_rule_types.map(|set| self.set(set));
        let start = Start::of(def);
        let never_back = |id: PieceId, side: Perspective| {
            let rank = |square| def.shape.relative_rank(square, side);
            let moves = all_moves(def, &start, side, id).unwrap_or_default();
            let mut quiet = moves.iter().flat_map(|(origin, moves)| {
                let quiet = moves.iter().filter(|mv| mv.kind == Kind::Quiet);
                quiet.map(|mv| (rank(*origin), rank(mv.to)))
            });
            quiet.all(|(from, to)| from < to)
        };
        let mut pieces = def
            .numbered()
            .filter(|(id, ..)| !def.rules.forms.is_derived(*id));
        let usual = pieces.all(|(id, _, piece)| {
            let restarts = piece.promotion.is_some() || !piece.royal && piece.moves_first();
            said.iter().all(|set| set.contains(id) == restarts)
                && (!restarts || SIDES.into_iter().all(|side| never_back(id, side)))
        });
        (!usual).then_some(said)
    }

    /// Where a side's soldiers also move sideways.
    pub(super) fn beyond_soldier_rank(&self, color: usize) -> SquareSet {
        let ranks = self.shape.ranks();
        self.shape
            .squares()
            .filter(|square| {
                let rank = self.shape.rank_of(*square);
                let rank = if color == 0 { rank } else { ranks - 1 - rank };
                rank >= self.config.soldier_rank
            })
            .collect()
    }
}

impl Writer<'_> {
    pub(super) fn course(&self, course: &AdjudicationRules, config: &mut Config) {
        if let Some(restarts) = course.restarts {
            let pawn = TypeSet::of(fixed("pawn"));
            let no_pawn = config.letters[fixed("pawn")].is_none();
            config.move_rule_types = restarts.map(|set| match self.set(set) {
                set if set == TypeSet::default() && no_pawn => pawn,
                set => set,
            });
        }
        config.chasing = course.chasing.is_some();
        config.counting = course.counting.map(|rule| rule.rule);
    }
}

/// What decides games that would be drawn.
pub(super) fn material_of(def: &VariantDef) -> Option<Material> {
    let rule = def.rules.shipped.get("material")?;
    Some(match rule.get("winner").and_then(RuleValue::text) {
        Some("weight") => Material::Janggi,
        Some("white") => Material::White,
        Some("black") => Material::Black,
        _ => Material::Unweighted,
    })
}
