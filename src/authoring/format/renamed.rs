//! Old spellings of keys, written as they are today.

use toml_edit::{InlineTable, Item, RawString, Table, TableLike, Value};

use crate::definition::{
    FOR_BLACK, MERGED_RULES, MOVED_KEYS, MergedRule, MovedKey, ONLY_SETTING, OPPOSITE_KEYS,
    RENAMED_KEYS, RenamedKey,
};

/// Writes the keys of today in place of old ones, in all variants of a file.
pub(super) fn rename_keys(root: &mut Table, single: bool) {
    if single {
        rename_in_variant(root);
        return;
    }
    for (_, variant) in root.iter_mut() {
        if let Some(variant) = variant.as_table_like_mut() {
            rename_in_variant(variant);
        }
    }
}

fn rename_in_variant(variant: &mut dyn TableLike) {
    rename_in_rules(variant);
    let Some(settings) = table(variant, "settings") else {
        return;
    };
    for (_, values) in settings.iter_mut() {
        let Some(values) = values.as_table_like_mut() else {
            continue;
        };
        for (_, value) in values.iter_mut() {
            if let Some(value) = value.as_table_like_mut() {
                rename_in_rules(value);
            }
        }
    }
}

fn rename_in_rules(parent: &mut dyn TableLike) {
    let Some(rules) = table(parent, "rules") else {
        return;
    };
    for key in &RENAMED_KEYS {
        rename(rules, key);
    }
    give_black(rules);
    for (old, new) in OPPOSITE_KEYS {
        turn_around(rules, old, new);
    }
    for rule in &MERGED_RULES {
        merge(rules, rule);
    }
    for key in &MOVED_KEYS {
        move_into(rules, key);
    }
}

/// Writes a key of Black's as a setting of the key that has those of both sides today.
fn give_black(rules: &mut dyn TableLike) {
    let [group, old, new] = FOR_BLACK;
    let Some(rules) = table(rules, group) else {
        return;
    };
    let comments = above(rules, old);
    let Some(Item::Value(black)) = rules.remove(old) else {
        return;
    };
    let mut sides = InlineTable::new();
    let white = rules.get(new).and_then(Item::as_value).cloned();
    let is_new = white.is_none();
    if let Some(white) = white {
        sides.insert("white", white.decorated(" ", ""));
    }
    sides.insert("black", black.decorated(" ", " "));
    rules.insert(new, Item::Value(sides.into()));
    if is_new {
        comment(rules, new, comments);
    }
}

/// Writes a flag as the rule that means the opposite, unless that is there as well.
fn turn_around(rules: &mut dyn TableLike, old: &str, new: &str) {
    let Some(is_set) = rules.get(old).and_then(Item::as_bool) else {
        return;
    };
    let comments = above(rules, old);
    rules.remove(old);
    if !rules.contains_key(new) {
        rules.insert(new, Item::Value((!is_set).into()));
        comment(rules, new, comments);
    }
}

/// Writes an old rule as the one that says it today, unless that is there as well.
fn merge(rules: &mut dyn TableLike, rule: &MergedRule) {
    if rules.contains_key(rule.new) {
        return;
    }
    let comments = above(rules, rule.old);
    let Some(mut item) = rules.remove(rule.old) else {
        return;
    };
    let (setting, word) = rule.says;
    if item.as_bool() == Some(true) {
        item = Item::Value(InlineTable::new().into());
    }
    if let Some(settings) = item.as_table_like_mut() {
        let (value, [if_true, if_false]) = rule.words;
        if let Some(flag) = settings.get(rule.flag).and_then(Item::as_bool) {
            settings.remove(rule.flag);
            let word = if flag { if_true } else { if_false };
            settings.insert(value, literal(word));
        }
        settings.insert(setting, literal(word));
    }
    rules.insert(rule.new, item);
    comment(rules, rule.new, comments);
}

/// Writes an old flag as a setting of the rule that has it today.
fn move_into(rules: &mut dyn TableLike, key: &MovedKey) {
    let Some(is_set) = rules.get(key.old).and_then(Item::as_bool) else {
        return;
    };
    let comments = above(rules, key.old);
    rules.remove(key.old);
    let is_new = !rules.contains_key(key.rule);
    let rule = rules
        .entry(key.rule)
        .or_insert_with(|| Item::Value(InlineTable::new().into()));
    match rule.as_value() {
        // Where the rule is taken away, its settings are of no use.
        Some(Value::Boolean(flag)) if !flag.value() => return,
        Some(Value::InlineTable(_)) | None => {}
        Some(only) => {
            let mut settings = InlineTable::new();
            settings.insert(ONLY_SETTING, only.clone().decorated(" ", ""));
            *rule = Item::Value(settings.into());
        }
    }
    if let Some(settings) = rule.as_table_like_mut() {
        settings.insert(key.setting, Item::Value(is_set.into()));
    }
    if is_new {
        comment(rules, key.rule, comments);
    }
}

/// A word as a literal string.
fn literal(word: &str) -> Item {
    let value = format!("'{word}'").parse::<Value>();
    Item::Value(value.unwrap_or_else(|_| word.into()))
}

/// Puts comments above a key.
fn comment(table: &mut dyn TableLike, key: &str, comments: String) {
    if let Some(mut key) = table.key_mut(key) {
        key.leaf_decor_mut().set_prefix(comments);
    }
}

fn rename(rules: &mut dyn TableLike, key: &RenamedKey) {
    let [group, name] = key.old;
    let Some(old) = table(rules, group) else {
        return;
    };
    let Some(is_set) = old.get(name).and_then(Item::as_bool) else {
        return;
    };
    let mut comments = above(old, name);
    old.remove(name);
    if old.is_empty() {
        comments.insert_str(0, &above(rules, group));
        rules.remove(group);
    }
    // `false` beside the key of today says nothing more.
    if !is_set && rules.contains_key(key.new) {
        return;
    }
    let value = match (is_set, key.if_false) {
        (true, _) => format!("'{}'", key.if_true),
        (false, value) => value.to_owned(),
    };
    if let Ok(value) = value.parse::<Value>() {
        rules.insert(key.new, Item::Value(value));
    }
    comment(rules, key.new, comments);
}

/// The comments above a key.
fn above(table: &dyn TableLike, key: &str) -> String {
    let prefix = table.key(key).and_then(|key| key.leaf_decor().prefix());
    prefix
        .and_then(RawString::as_str)
        .unwrap_or_default()
        .to_owned()
}

fn table<'t>(parent: &'t mut dyn TableLike, key: &str) -> Option<&'t mut dyn TableLike> {
    parent.get_mut(key)?.as_table_like_mut()
}
