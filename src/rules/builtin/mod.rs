//! Built-in rules, implemented by the public trait. `facts` contains those that only state a fact for the engines; the
//! others are grouped by subject, with related rules in one file.
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
mod stated;
mod turn;

use crate::definition::names::rule_keys;
use crate::definition::setting::{Setting, zone_of};
use crate::definition::{ONLY_SETTING, RuleValue, VariantDef};
#[cfg(feature = "schema")]
use crate::formats::JsonSchema;
use crate::geometry::Zone;

use parts::Builtin;

pub(crate) use parts::Constructor;

/// All built-in rules.
fn all() -> impl Iterator<Item = Builtin> {
    [
        moves::castling::replacement,
        Builtin::of::<capturing::capture_choice::CaptureDuty>,
        capturing::capture_choice::capture_only,
        facts::optional_midpoint,
        facts::double_midpoint,
        moves::promotion::paired_promotion,
        Builtin::of::<moves::promotion::InPlacePromotion>,
        facts::royal,
        facts::guard,
        turn::squares::walls,
        turn::passing::passing,
        Builtin::of::<royals::Palace>,
        Builtin::of::<moves::intersections::Intersections>,
        Builtin::of::<hands::prisoners::Prisoners>,
        Builtin::of::<ends::goals::Connection>,
        Builtin::of::<ends::adjudication::PointCount>,
        Builtin::of::<moves::ways::Transparency>,
        Builtin::of::<capturing::chains::Chains>,
        Builtin::of::<capturing::jump_captures::JumpCaptures>,
        Builtin::of::<capturing::capture_choice::CapturePriority>,
        Builtin::of::<turn::quiet_limit::QuietLimit>,
        Builtin::of::<moves::push_pull::PushPull>,
        Builtin::of::<moves::shoves::Shoves>,
        Builtin::of::<moves::second_parts::Transfer>,
        Builtin::of::<capturing::consequences::Absorption>,
        Builtin::of::<moves::shifts::Shifts>,
        Builtin::of::<turn::squares::MarkRule>,
        clause_keys::sets,
        clause_keys::forbid,
        clause_keys::require,
        clause_keys::effects,
        clause_keys::moves,
        clause_keys::ends,
        clause_keys::entries,
        Builtin::of::<moves::ways::Brakes>,
        Builtin::of::<moves::ways::SafeWays>,
        Builtin::of::<moves::second_parts::ForeignMoves>,
        Builtin::of::<hands::prisoners::Ransom>,
        Builtin::of::<moves::castling::CastlingBySquares>,
        Builtin::of::<capturing::consequences::Drowning>,
        Builtin::of::<capturing::consequences::Returns>,
        Builtin::of::<moves::circuit::Circuit>,
        Builtin::of::<hands::reserves::Gates>,
        Builtin::of::<ends::few_pieces::BareKing>,
        Builtin::of::<ends::capture_points::CapturePoints>,
        Builtin::of::<turn::passing::Refusal>,
        Builtin::of::<turn::turns::Turns>,
        Builtin::of::<hands::reserves::Pocket>,
        Builtin::of::<hands::drops::DoubleDrop>,
        Builtin::of::<hands::drops::Placement>,
        Builtin::of::<ends::few_pieces::Extinction>,
        Builtin::of::<ends::goals::GoalRule>,
        Builtin::of::<ends::adjudication::Material>,
        facts::en_passant,
        moves::castling::castling,
        facts::gating,
        facts::first_leaps,
        facts::drops,
        facts::captures,
        facts::captured_to,
        royals::checks,
        facts::checkmate,
        facts::stalemate,
        facts::move_limit,
        facts::repetition,
        ends::repetition::perpetual_check,
        facts::restarts,
        facts::back_and_forth,
        ends::repetition::chasing,
        ends::repetition::counting,
        Builtin::of::<ends::adjudication::MateNeeds>,
        Builtin::of::<ends::adjudication::Scores>,
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

/// The zones in the settings of a definition's rules, each with the keys of its setting.
pub(crate) fn zones_of_rules(def: &VariantDef) -> Vec<(Vec<String>, Zone)> {
    let mut found = Vec::new();
    for rule in all() {
        let Some(settings) = def.rules.builtin.get(rule.name) else {
            continue;
        };
        let mut keys: Vec<String> = rule_keys(rule.name)
            .into_iter()
            .map(str::to_owned)
            .collect();
        if let Some(value) = settings.get(ONLY_SETTING) {
            collect_zones(rule.settings, value, def, &mut keys, &mut found);
        }
        for (key, value) in settings {
            for setting in rule.settings.inner(key) {
                keys.push(key.clone());
                collect_zones(setting, value, def, &mut keys, &mut found);
                keys.pop();
            }
        }
    }
    found
}

fn collect_zones(
    setting: Setting,
    value: &RuleValue,
    def: &VariantDef,
    keys: &mut Vec<String>,
    found: &mut Vec<(Vec<String>, Zone)>,
) {
    match (setting, value) {
        (Setting::Zone, value) => {
            if let Some([white, black]) = zone_of(value, &def.shape) {
                found.push((keys.clone(), Zone::of_sides(white, black)));
            }
        }
        (Setting::Either(settings), value) => {
            for setting in settings {
                collect_zones(*setting, value, def, keys, found);
            }
        }
        (setting, RuleValue::Table(values)) => {
            for (key, value) in values {
                for setting in setting.inner(key) {
                    keys.push(key.clone());
                    collect_zones(setting, value, def, keys, found);
                    keys.pop();
                }
            }
        }
        (Setting::BySide(setting), value) => collect_zones(*setting, value, def, keys, found),
        _ => {}
    }
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
