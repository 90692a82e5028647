//! Sets single keys of a definition file. Everything else in the text stays as it is.

use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike, Value};

use ferz::formats::Outline;

/// A definition file with a variant whose keys are set.
pub(super) struct Keys {
    document: DocumentMut,
    /// The keys of the variant's table.
    root: Vec<String>,
}

impl Keys {
    /// The keys of a variant of a text.
    pub(super) fn of(text: &str, variant: &str) -> Result<Keys, String> {
        let document = text.parse::<DocumentMut>();
        let document = document.map_err(|_| "the text is not valid TOML".to_owned())?;
        let root = if Outline::of(text).is_single() {
            Vec::new()
        } else {
            vec![variant.to_owned()]
        };
        Ok(Keys { document, root })
    }

    pub(super) fn text(&self) -> String {
        self.document.to_string()
    }

    /// The value or table at keys, if it is written in this file.
    pub(super) fn get(&self, keys: &[&str]) -> Option<&Item> {
        let mut item = self.document.as_item();
        for key in self
            .root
            .iter()
            .map(String::as_str)
            .chain(keys.iter().copied())
        {
            item = item.as_table_like()?.get(key)?;
        }
        Some(item)
    }

    /// Sets a value. Tables that are missing are written like those around them.
    pub(super) fn set(&mut self, keys: &[&str], value: Value) -> Result<(), String> {
        let Some((last, tables)) = keys.split_last() else {
            return Err("no key".to_owned());
        };
        let mut item = self.document.as_item_mut();
        for key in self
            .root
            .iter()
            .map(String::as_str)
            .chain(tables.iter().copied())
        {
            let missing = missing_table(item);
            let table = table_at(item, keys)?;
            if !table.contains_key(key) {
                insert(table, key, missing);
            }
            item = table.get_mut(key).ok_or("no key")?;
        }
        let table = table_at(item, keys)?;
        match table.get_mut(last) {
            Some(Item::Value(old)) => {
                let decor = old.decor().clone();
                *old = value;
                *old.decor_mut() = decor;
            }
            Some(_) => return Err(elsewhere(keys)),
            None => insert(table, last, Item::Value(value)),
        }
        Ok(())
    }
}

fn table_at<'a>(item: &'a mut Item, keys: &[&str]) -> Result<&'a mut dyn TableLike, String> {
    item.as_table_like_mut().ok_or_else(|| elsewhere(keys))
}

fn elsewhere(keys: &[&str]) -> String {
    format!(
        "`{}` is written in another form; change it in the text",
        keys.join(".")
    )
}

/// A new table, written like those in the table around it.
fn missing_table(around: &Item) -> Item {
    let mut table = Table::new();
    match around {
        Item::Value(_) => return Item::Value(InlineTable::new().into()),
        // Its tables have headers.
        Item::Table(around) if around.is_implicit() && !around.is_dotted() => {}
        _ => table.set_dotted(true),
    }
    Item::Table(table)
}

/// Adds a key after the others.
fn insert(table: &mut dyn TableLike, key: &str, mut item: Item) {
    let is_inline = table.iter().all(|(_, item)| item.is_value()) && !table.is_dotted();
    // The blank before a closing brace belongs to the last value.
    if is_inline
        && let Some((_, Item::Value(last))) = table.iter_mut().last()
        && last.decor().suffix().and_then(|suffix| suffix.as_str()) == Some(" ")
        && let Item::Value(value) = &mut item
    {
        last.decor_mut().set_suffix("");
        value.decor_mut().set_prefix(" ");
        value.decor_mut().set_suffix(" ");
    }
    table.insert(key, item);
}

/// A text as a value, in single quotes if possible, so that findings can point into it.
pub(super) fn quoted(text: &str) -> Value {
    let literal = format!("'{text}'").parse();
    literal.unwrap_or_else(|_| Value::from(text))
}
