//! Old spellings of keys, written as they are today.

use toml_edit::{Item, RawString, Table, TableLike, Value};

use crate::definition::{RENAMED_KEYS, RenamedKey};

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
    if let Some(mut new) = rules.key_mut(key.new) {
        new.leaf_decor_mut().set_prefix(comments);
    }
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
