//! All sessions, and the compiled variants that they share.

use ferz::geometry::value_for;
use serde_json::{Value, json};

use crate::request::{Answer, Open, Refusal, Request};
use crate::session::{Loaded, Session, load};

/// The number of compiled variants that are cached.
const KEPT: usize = 16;

/// The sessions by their numbers, in order.
#[derive(Default)]
pub(crate) struct Sessions {
    sessions: Vec<(u32, Session)>,
    cache: VariantCache,
}

impl Sessions {
    pub(crate) fn answer(&mut self, session: u32, request: Request) -> Answer {
        if matches!(request, Request::Close) {
            self.sessions.retain(|(number, _)| *number != session);
            return Ok(Value::Null);
        }
        let session = value_for(&mut self.sessions, session);
        session.answer(request, &mut self.cache)
    }
}

/// Compiled variants; the most recently used one is last.
#[derive(Default)]
pub(crate) struct VariantCache(Vec<(Key, Loaded, Value)>);

/// The cache key of a variant: the text, the name in it and the settings.
type Key = (Option<String>, Option<String>, Option<String>);

impl VariantCache {
    /// [`load`] with the cache.
    pub(crate) fn load(&mut self, open: &Open) -> Result<(Loaded, Value), (Refusal, Value)> {
        let key = (open.text.clone(), open.variant.clone(), open.query.clone());
        let known = self.0.iter().position(|(other, ..)| *other == key);
        let entry = match known {
            Some(at) => self.0.remove(at),
            None => {
                let (loaded, names) = load(open)?;
                (key, loaded, names)
            }
        };
        let found = (entry.1.clone(), entry.2.clone());
        self.0.push(entry);
        if self.0.len() > KEPT {
            self.0.remove(0);
        }
        Ok(found)
    }
}

/// The variants of a catalog with their titles.
pub(crate) fn rows<'a>(names: impl Iterator<Item = (&'a str, &'a str)>) -> Value {
    let row = |(name, title)| json!({ "name": name, "title": title });
    json!(names.map(row).collect::<Vec<Value>>())
}
