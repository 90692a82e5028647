//! Built-in rules, implemented by the public trait: `facts` has those that only state a fact for the engines; each
//! of the others is one file in a folder by subject.
//!
//! The file of a rule contains everything about it: its settings, its phases, its FEN field, its
//! sentences on the rules page, and its warnings about definitions. Its key among the `rules` of a
//! definition is a row in `formats/toml/wire/rules.rs`.

mod capturing;
mod clause_keys;
mod clauses;
mod ends;
mod facts;
mod hands;
mod moves;
mod parts;
mod royals;
mod turn;

pub(crate) use parts::builtin_rule::Constructor;

#[cfg(feature = "schema")]
use crate::formats::JsonSchema;
use parts::builtin_rule::Builtin;

/// All built-in rules.
fn all() -> impl Iterator<Item = Builtin> {
    [
        Builtin::of::<moves::replacement::ReplacementRule>,
        Builtin::of::<capturing::capture_duty::CaptureDuty>,
        Builtin::of::<capturing::capture_only::CaptureOnlyRule>,
        facts::optional_midpoint,
        facts::double_midpoint,
        Builtin::of::<moves::paired_promotion::PairedPromotionRule>,
        Builtin::of::<moves::in_place_promotion::InPlacePromotion>,
        facts::royal,
        facts::guard,
        Builtin::of::<turn::walls::WallRule>,
        Builtin::of::<turn::passing::PassingRule>,
        Builtin::of::<royals::palace::Palace>,
        Builtin::of::<moves::intersections::Intersections>,
        Builtin::of::<hands::prisoners::Prisoners>,
        Builtin::of::<ends::connection::Connection>,
        Builtin::of::<ends::point_count::PointCount>,
        Builtin::of::<moves::transparency::Transparency>,
        Builtin::of::<capturing::chains::Chains>,
        Builtin::of::<capturing::jump_captures::JumpCaptures>,
        Builtin::of::<capturing::capture_priority::CapturePriority>,
        Builtin::of::<turn::quiet_limit::QuietLimit>,
        Builtin::of::<moves::push_pull::PushPull>,
        Builtin::of::<moves::shoves::Shoves>,
        Builtin::of::<moves::transfer::Transfer>,
        Builtin::of::<capturing::absorption::Absorption>,
        Builtin::of::<moves::shifts::Shifts>,
        Builtin::of::<turn::marks::MarkRule>,
        clause_keys::sets,
        clause_keys::forbid,
        clause_keys::require,
        clause_keys::effects,
        clause_keys::moves,
        clause_keys::ends,
        clause_keys::entries,
        Builtin::of::<moves::brakes::Brakes>,
        Builtin::of::<moves::safe_ways::SafeWays>,
        Builtin::of::<moves::foreign_moves::ForeignMoves>,
        Builtin::of::<hands::ransom::Ransom>,
        Builtin::of::<moves::castling_by_squares::CastlingBySquares>,
        Builtin::of::<capturing::drowning::Drowning>,
        Builtin::of::<capturing::returns::Returns>,
        Builtin::of::<moves::circuit::Circuit>,
        Builtin::of::<hands::gates::Gates>,
        Builtin::of::<ends::bare_king::BareKing>,
        Builtin::of::<ends::capture_points::CapturePoints>,
        Builtin::of::<turn::refusal::Refusal>,
        Builtin::of::<turn::turns::Turns>,
        Builtin::of::<hands::pocket::Pocket>,
        Builtin::of::<hands::double_drop::DoubleDrop>,
        Builtin::of::<hands::placement::Placement>,
        Builtin::of::<ends::extinction::Extinction>,
        Builtin::of::<ends::goal::GoalRule>,
        Builtin::of::<ends::material::Material>,
        facts::en_passant,
        Builtin::of::<moves::castling::Castling>,
        facts::gating,
        facts::first_leaps,
        facts::drops,
        facts::captures,
        facts::captured_to,
        Builtin::of::<royals::checks::Checks>,
        facts::checkmate,
        facts::stalemate,
        facts::move_limit,
        facts::repetition,
        Builtin::of::<ends::perpetual_check::PerpetualCheck>,
        facts::restarts,
        facts::back_and_forth,
        Builtin::of::<ends::chasing::ChasingRule>,
        Builtin::of::<ends::counting::CountingMoves>,
        Builtin::of::<ends::mate_needs::MateNeeds>,
        Builtin::of::<ends::scores::Scores>,
    ]
    .into_iter()
    .map(|rule| rule())
}

/// The built-in rule with this name.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    all().find(|rule| rule.name == name)
}

/// Whether a built-in rule or its field has this name.
pub(crate) fn is_known(name: &str) -> bool {
    all().any(|rule| rule.name == name || rule.field == name)
}

/// The JSON Schema of definition files, from the structs that read them and the settings of all built-in rules.
#[cfg(feature = "schema")]
pub fn made_schema() -> JsonSchema {
    crate::formats::made_schema(all().map(|rule| (rule.name, rule.settings)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::BUILTIN_RULES;
    #[cfg(feature = "schema")]
    use crate::formats::schema;

    #[cfg(feature = "schema")]
    #[test]
    fn the_schema_that_is_kept_is_the_one_that_structs_and_rules_give() {
        assert!(
            schema() == made_schema(),
            "`cargo run --features schema -- schema > grammar/variant.schema.json` writes it anew"
        );
    }

    #[test]
    fn every_rule_has_its_key() {
        let names: Vec<&str> = all().map(|rule| rule.name).collect();
        assert_eq!(names, BUILTIN_RULES);
    }
}
