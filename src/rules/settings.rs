//! The settings of a rule, as read by its constructor.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use super::data::{RuleError, RuleFinding, RuleMovement};
use crate::definition::{
    Line, ONLY_SETTING, Reach, RuleTable, RuleValue, Setting, VariantDef, letters,
};
use crate::geometry::{BoardShape, CompactSort, Perspective, SquareSet, Zone};
use crate::source::{Code, codes, did_you_mean, quoted};
use crate::state::{Letters, Role};

mod unknown;

/// Numbers from here on are written with an exponent.
const MOST_DIGITS: f64 = 1e15;

/// The settings table of a rule in a definition.
///
/// Each method reads one key: `Ok(None)` if it is absent, an error with its place if the value has
/// another type. A key that is never read is an error too, so a constructor must read exactly the
/// keys that it supports.
///
/// [`RuleError`](crate::rules::RuleError) has an example.
pub struct RuleSettings<'a> {
    def: &'a VariantDef,
    table: &'a RuleTable,
    /// The path of keys to this table, each followed by a dot.
    path: String,
    /// The keys read so far, with their paths; the path of an opened inner table ends in a dot.
    asked: Rc<RefCell<Vec<String>>>,
    /// Parts of zones that have no effect.
    idle: Rc<RefCell<Vec<RuleFinding>>>,
    /// The declared settings of the table, for rules that declare them.
    listed: Option<Vec<Setting>>,
}

impl<'a> RuleSettings<'a> {
    pub(crate) fn new(
        def: &'a VariantDef,
        table: &'a RuleTable,
        listed: Option<Setting>,
    ) -> RuleSettings<'a> {
        RuleSettings {
            def,
            table,
            path: String::new(),
            asked: Rc::default(),
            idle: Rc::default(),
            listed: listed.map(|setting| vec![setting]),
        }
    }

    /// The settings of an inner table.
    fn opened(&self, keys: &[&str], table: &'a RuleTable) -> RuleSettings<'a> {
        let path = format!("{}{}.", self.path, keys.join("."));
        self.asked.borrow_mut().push(path.clone());
        let inner = |listed: &Vec<Setting>| {
            keys.iter().fold(listed.clone(), |found, key| {
                let inner = found.into_iter().map(|setting| setting.inner(key));
                inner.flatten().collect()
            })
        };
        RuleSettings {
            def: self.def,
            table,
            path,
            asked: Rc::clone(&self.asked),
            idle: Rc::clone(&self.idle),
            listed: self.listed.as_ref().map(inner),
        }
    }

    /// Whether a key and the type of its values are declared, for rules that declare their settings.
    fn is_listed(&self, key: &str, is_meant: impl Fn(Setting) -> bool) -> bool {
        let alone = key == ONLY_SETTING && self.path.is_empty();
        let listed = |setting: &Setting| {
            let is_only = alone && setting.stands_alone() && is_meant(*setting);
            is_only || setting.inner(key).into_iter().any(&is_meant)
        };
        (self.listed.as_ref()).is_none_or(|settings| settings.iter().any(listed))
    }

    /// The definition that names the rule.
    #[doc(hidden)]
    pub fn def(&self) -> &'a VariantDef {
        self.def
    }

    /// The shape of the board.
    pub fn shape(&self) -> &'a BoardShape {
        &self.def.shape
    }

    /// The letters of the pieces.
    #[doc(hidden)]
    pub fn letters(&self) -> Letters {
        letters(self.def)
    }

    /// The keys of the table in the definition, in order.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.table.keys().map(String::as_str)
    }

    /// The value of a key, of any type.
    #[doc(hidden)]
    pub fn value(&self, key: &str) -> Option<&'a RuleValue> {
        debug_assert!(self.is_listed(key, |_| true), "`{key}` is not listed");
        let key_with_path = format!("{}{key}", self.path);
        self.asked.borrow_mut().push(key_with_path);
        self.table.get(key)
    }

    /// An inner table of settings.
    ///
    /// # Errors
    /// If the value is no table.
    #[doc(hidden)]
    pub fn table(&self, key: &str) -> Result<Option<RuleSettings<'a>>, RuleError> {
        match self.value(key) {
            None => Ok(None),
            Some(RuleValue::Table(table)) => Ok(Some(self.opened(&[key], table))),
            Some(other) => Err(self.wrong_kind(key, "a table", other)),
        }
    }

    /// A list of inner tables.
    ///
    /// # Errors
    /// If the value is no list of tables.
    #[doc(hidden)]
    pub fn tables(&self, key: &str) -> Result<Option<Vec<RuleSettings<'a>>>, RuleError> {
        let items = match self.value(key) {
            None => return Ok(None),
            Some(RuleValue::List(items)) => items,
            Some(other) => return Err(self.wrong_kind(key, "a list of tables", other)),
        };
        let table = |(number, item): (usize, &'a RuleValue)| match item {
            RuleValue::Table(table) => Ok(self.opened(&[key, &number.to_string()], table)),
            other => Err(self.wrong_kind(key, "a list of tables", other)),
        };
        let tables = items.iter().enumerate().map(table);
        tables.collect::<Result<_, _>>().map(Some)
    }

    /// A setting by side: one value for both, or a table with `white` and `black`. White's comes first.
    ///
    /// # Errors
    /// If `read` rejects a value.
    #[doc(hidden)]
    pub fn by_side<T: Clone>(
        &self,
        key: &str,
        read: impl Fn(&RuleSettings<'a>, &str) -> Result<Option<T>, RuleError>,
    ) -> Result<[Option<T>; 2], RuleError> {
        if let Some(RuleValue::Table(_)) = self.table.get(key)
            && let Some(sides) = self.table(key)?
        {
            return Ok([read(&sides, "white")?, read(&sides, "black")?]);
        }
        let both = read(self, key)?;
        Ok([both.clone(), both])
    }

    /// An error about a key.
    pub fn error(&self, key: &str, message: impl Into<String>) -> RuleError {
        RuleError::new(message).about(format!("{}{key}", self.path))
    }

    /// A text that is one of several words, as its index; `false` counts as absent.
    ///
    /// # Errors
    /// If the value is not one of the words.
    pub fn word(&self, key: &str, words: &[&str]) -> Result<Option<usize>, RuleError> {
        debug_assert!(
            self.is_listed(key, |setting| setting.has_words(words)),
            "the words of `{key}` differ from the listed words"
        );
        let text = self.text_or_false(key).map_err(|error| {
            let texts: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            error.with_help(format!("its values are {}", quoted(&texts)))
        })?;
        let Some(text) = text else {
            return Ok(None);
        };
        let number = words.iter().position(|word| *word == text);
        let number = number.ok_or_else(|| self.no_word(key, text, words));
        number.map(Some)
    }

    /// One text or a list of texts out of several words, as their indices; `false` is the empty list.
    ///
    /// # Errors
    /// If the value has another type, or a text is not one of the words.
    #[doc(hidden)]
    pub fn words(&self, key: &str, words: &[&str]) -> Result<Option<Vec<usize>>, RuleError> {
        if let Some(RuleValue::Flag(false)) = self.value(key) {
            return Ok(Some(Vec::new()));
        }
        self.each_text(key, |item, text| {
            let number = words.iter().position(|word| *word == text);
            number.ok_or_else(|| self.no_word(&self.place_of(key, item), text, words))
        })
    }

    /// The path to an item of a list, or to the single value in place of a list.
    pub(crate) fn place_of(&self, key: &str, item: usize) -> String {
        match self.table.get(key) {
            Some(RuleValue::List(_)) => format!("{key}.{item}"),
            _ => key.to_owned(),
        }
    }

    fn no_word(&self, key: &str, text: &str, words: &[&str]) -> RuleError {
        let message = format!("`{text}` is not a value of this key");
        self.coded(key, codes::UNKNOWN_SETTING, message)
            .with_help(did_you_mean(text, words.iter().copied()))
    }

    /// A text that is one of several words, as the value that belongs to the word.
    pub(crate) fn one_of<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, RuleError> {
        let texts: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let number = self.word(key, &texts)?;
        Ok(number.map(|number| words[number].1))
    }

    /// The squares that a rule reaches from the square of a piece: `own` captures, or a movement.
    ///
    /// # Errors
    /// If the value is no text, or no reach.
    #[doc(hidden)]
    pub fn reach(&self, key: &str) -> Result<Option<Reach>, RuleError> {
        self.parsed(key, |text| Reach::read_on(text, &self.def.shape))
    }

    /// Leaps and rides in one direction each: `F`, or `BDD` for rides in steps of one and of two.
    ///
    /// # Errors
    /// If the value is no text, or no such line.
    #[doc(hidden)]
    pub fn lines(&self, key: &str) -> Result<Option<Vec<Line>>, RuleError> {
        self.parsed(key, Line::read)
    }

    /// Values by piece: a table with names of pieces as keys, whose values `read` reads. The result
    /// is in the order of the definition's pieces.
    ///
    /// # Errors
    /// If the value is no table, a name is unknown, or `read` rejects a value.
    #[doc(hidden)]
    pub fn by_piece<T>(
        &self,
        key: &str,
        read: impl Fn(&RuleSettings<'a>, &str) -> Result<Option<T>, RuleError>,
    ) -> Result<Option<Vec<(Role, T)>>, RuleError> {
        let table = self.table(key)?;
        table.map(|table| table.pairs(read)).transpose()
    }

    /// Like [`by_piece`](RuleSettings::by_piece), for this whole table.
    ///
    /// # Errors
    /// If a name is unknown, or `read` rejects a value.
    #[doc(hidden)]
    pub fn pairs<T>(
        &self,
        read: impl Fn(&RuleSettings<'a>, &str) -> Result<Option<T>, RuleError>,
    ) -> Result<Vec<(Role, T)>, RuleError> {
        let mut values = Vec::new();
        for name in self.table.keys() {
            let role = self.named(name, name).map_err(RuleError::at_key)?;
            values.extend(read(self, name)?.map(|value| (role, value)));
        }
        values.sort_compactly_by_key(|(role, _)| *role);
        Ok(values)
    }

    /// An additional movement for pieces, in Betza notation.
    ///
    /// # Errors
    /// If the value is no text, or no valid notation.
    #[doc(hidden)]
    pub fn movement(&self, key: &str) -> Result<Option<RuleMovement>, RuleError> {
        self.parsed(key, RuleMovement::read)
    }

    /// A text that `read` reads.
    fn parsed<T>(
        &self,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, (Code, String)>,
    ) -> Result<Option<T>, RuleError> {
        let read = self.text(key)?.map(read).transpose();
        read.map_err(|(code, message)| self.coded(key, code, message))
    }

    fn coded(&self, key: &str, code: Code, message: impl Into<String>) -> RuleError {
        RuleError::with_code(code, message).about(format!("{}{key}", self.path))
    }

    fn wrong_kind(&self, key: &str, wanted: &str, found: &RuleValue) -> RuleError {
        let message = format!("expected {wanted}, found {}", found.kind());
        self.coded(key, codes::WRONG_TYPE, message)
    }

    /// Marks all keys as read, except those of inner tables.
    pub(crate) fn accept_all(&self) {
        self.asked.borrow_mut().extend(self.table.keys().cloned());
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// If the value is neither.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, RuleError> {
        match self.value(key) {
            None => Ok(None),
            Some(RuleValue::Flag(flag)) => Ok(Some(*flag)),
            Some(other) => Err(self.wrong_kind(key, "`true` or `false`", other)),
        }
    }

    /// Reads a rule without settings, which is written as `true`.
    ///
    /// # Errors
    /// If the value has another type.
    pub fn presence(&self) -> Result<(), RuleError> {
        match self.value(ONLY_SETTING) {
            None | Some(RuleValue::Flag(true)) => Ok(()),
            Some(other) => Err(self.wrong_kind(ONLY_SETTING, "`true`", other)),
        }
    }

    /// A number.
    ///
    /// # Errors
    /// If the value is no number.
    pub fn number(&self, key: &str) -> Result<Option<f64>, RuleError> {
        match self.value(key) {
            None => Ok(None),
            Some(RuleValue::Number(number)) => Ok(Some(*number)),
            Some(other) => Err(self.wrong_kind(key, "a number", other)),
        }
    }

    /// A whole number from `low` to `high`.
    ///
    /// # Errors
    /// If the value is no whole number, or out of range.
    pub fn whole(&self, key: &str, low: i32, high: i32) -> Result<Option<i32>, RuleError> {
        let Some(number) = self.number(key)? else {
            return Ok(None);
        };
        let is_whole = number.fract() == 0.0;
        if is_whole && (f64::from(low)..=f64::from(high)).contains(&number) {
            return Ok(Some(number as i32));
        }
        let found = if number.abs() < MOST_DIGITS {
            number.to_string()
        } else {
            format!("{number:e}")
        };
        let message = format!("expected a whole number from {low} to {high}, found {found}");
        Err(self.coded(key, codes::WRONG_TYPE, message))
    }

    /// A text.
    ///
    /// # Errors
    /// If the value is no text.
    pub fn text(&self, key: &str) -> Result<Option<&'a str>, RuleError> {
        match self.value(key) {
            None => Ok(None),
            Some(RuleValue::Text(text)) => Ok(Some(text)),
            Some(other) => Err(self.wrong_kind(key, "a text", other)),
        }
    }

    /// A text; `false` counts as absent.
    fn text_or_false(&self, key: &str) -> Result<Option<&'a str>, RuleError> {
        match self.value(key) {
            Some(RuleValue::Flag(false)) => Ok(None),
            _ => self.text(key),
        }
    }

    /// One text or a list of texts.
    ///
    /// # Errors
    /// If the value has another type.
    #[doc(hidden)]
    pub fn texts(&self, key: &str) -> Result<Option<Vec<&'a str>>, RuleError> {
        let items = match self.value(key) {
            None => return Ok(None),
            Some(RuleValue::List(items)) => items.as_slice(),
            Some(value) => std::slice::from_ref(value),
        };
        let text = |item: &'a RuleValue| match item {
            RuleValue::Text(text) => Ok(text.as_str()),
            other => Err(self.wrong_kind(key, "a text or a list of texts", other)),
        };
        items.iter().map(text).collect::<Result<_, _>>().map(Some)
    }

    /// One text or a list of texts, which `read` reads with their numbers.
    fn each_text<T>(
        &self,
        key: &str,
        read: impl Fn(usize, &str) -> Result<T, RuleError>,
    ) -> Result<Option<Vec<T>>, RuleError> {
        let texts = self.texts(key)?.map(|texts| texts.into_iter().enumerate());
        let all = texts.map(|texts| texts.map(|(item, text)| read(item, text)).collect());
        all.transpose()
    }

    /// A kind of piece, by name; `false` counts as absent.
    ///
    /// # Errors
    /// If the value is no text, or the name is unknown.
    pub fn piece(&self, key: &str) -> Result<Option<Role>, RuleError> {
        let name = self.text_or_false(key)?;
        name.map(|name| self.named(key, name)).transpose()
    }

    /// Kinds of pieces: a name, a list of names, `*` for all, or `false` for none.
    ///
    /// # Errors
    /// If the value has another type, or a name is unknown.
    pub fn pieces(&self, key: &str) -> Result<Option<Vec<Role>>, RuleError> {
        if let Some(RuleValue::Flag(false)) = self.value(key) {
            return Ok(Some(Vec::new()));
        }
        if self.texts(key)?.is_some_and(|names| names == ["*"]) {
            // More kinds are a compile error, which is reported after the rules are constructed.
            let n_roles = self.def.pieces.len().min(Role::MAX);
            return Ok(Some((0..n_roles).map(Role::new).collect()));
        }
        self.each_text(key, |item, name| {
            self.named(&self.place_of(key, item), name)
        })
    }

    /// A ranking of kinds of pieces, highest first: a list of names, and of lists of names of equal rank.
    ///
    /// # Errors
    /// If the value is no such list, a name is unknown, or a piece is named twice.
    #[doc(hidden)]
    pub fn ranks(&self, key: &str) -> Result<Option<Vec<Vec<Role>>>, RuleError> {
        let wrong = |found| self.wrong_kind(key, "a list of names and lists of names", found);
        let items = match self.value(key) {
            None => return Ok(None),
            Some(RuleValue::List(items)) => items,
            Some(other) => return Err(wrong(other)),
        };
        let mut ranks: Vec<Vec<Role>> = Vec::new();
        let mut seen = Vec::new();
        for item in items {
            let equals = match item {
                RuleValue::List(equals) => equals.as_slice(),
                name => std::slice::from_ref(name),
            };
            let mut rank = Vec::new();
            for equal in equals {
                let RuleValue::Text(name) = equal else {
                    return Err(wrong(equal));
                };
                let role = self.named(key, name)?;
                if seen.contains(&role) {
                    let message = format!("the order is a circle: `{name}` is above itself");
                    return Err(self.error(key, message).with_help("name each piece once"));
                }
                seen.push(role);
                rank.push(role);
            }
            ranks.push(rank);
        }
        Ok(Some(ranks))
    }

    /// Squares from White's view, such as `rank 2` or `d1-f3`, or a list of such texts, read one after the
    /// other; Black's are mirrored. Alternatively a table with `white` and `black`, both from White's view.
    ///
    /// # Errors
    /// If the value has another type, or is no zone of the board.
    pub fn zone(&self, key: &str) -> Result<Option<Zone>, RuleError> {
        if !matches!(self.table.get(key), Some(RuleValue::Table(_))) {
            let zone = self.zone_of_texts(key)?;
            return Ok(zone.map(|zone| zone.on(&self.def.shape)));
        }
        let [white, black] = self.by_side(key, RuleSettings::squares)?;
        let [white, black] = [white, black].map(Option::unwrap_or_default);
        Ok(Some(Zone::of_sides(white, black)))
    }

    /// Several zones: a text or a list of texts, one zone each.
    ///
    /// # Errors
    /// If the value has another type, or a text is no zone of the board.
    #[doc(hidden)]
    pub fn zones(&self, key: &str) -> Result<Option<Vec<Zone>>, RuleError> {
        self.each_text(key, |item, text| {
            let zone = self.zone_onto(Zone::nowhere(), (key, item), text)?;
            Ok(zone.on(&self.def.shape))
        })
    }

    /// Squares by one or several texts, each of which modifies the result of the previous ones.
    /// They are the same for both sides.
    ///
    /// # Errors
    /// If the value has another type, or a text names no squares of the board.
    pub fn squares(&self, key: &str) -> Result<Option<SquareSet>, RuleError> {
        let zone = self.zone_of_texts(key)?;
        Ok(zone.map(|zone| zone.of(Perspective::White).clone()))
    }

    /// The zone of one or several texts; it may include holes of the board.
    fn zone_of_texts(&self, key: &str) -> Result<Option<Zone>, RuleError> {
        let texts = self.texts(key)?.map(|texts| texts.into_iter().enumerate());
        let onto = |zone, (item, text)| self.zone_onto(zone, (key, item), text);
        let zone = texts.map(|mut texts| texts.try_fold(Zone::nowhere(), onto));
        zone.transpose()
    }

    /// A zone modified by a text, which is the value of a key or an item of its list.
    fn zone_onto(
        &self,
        zone: Zone,
        (key, item): (&str, usize),
        text: &str,
    ) -> Result<Zone, RuleError> {
        match Zone::read_onto(zone, text, &self.def.shape) {
            Ok((zone, idle)) => {
                let mut found = self.idle.borrow_mut();
                for part in idle {
                    let message = format!("`{}`: {part}", &text[part.range.clone()]);
                    let finding = RuleFinding::new(message).with_help(part.remedy(text));
                    let finding = finding.about(format!("{}{key}", self.path));
                    if !found.contains(&finding) {
                        found.push(finding);
                    }
                }
                Ok(zone)
            }
            Err(error) => {
                let refused = self.coded(&self.place_of(key, item), codes::BAD_ZONE, error.message);
                Err(refused.within(text, error.range))
            }
        }
    }

    fn named(&self, key: &str, name: &str) -> Result<Role, RuleError> {
        let pieces = &self.def.pieces;
        match pieces.get_index_of(name) {
            Some(number) if number < Role::MAX => Ok(Role::new(number)),
            Some(_) => {
                let (most, all) = (Role::MAX, pieces.len());
                let message =
                    format!("a variant has at most {most} kinds of pieces, this one has {all}");
                Err(self.coded(key, codes::TABLES_TOO_LARGE, message))
            }
            None => {
                let message = format!("`{name}` is not a piece of the variant");
                let known = pieces.keys().map(String::as_str);
                Err(self
                    .coded(key, codes::UNKNOWN_PIECE, message)
                    .with_help(did_you_mean(name, known)))
            }
        }
    }
}

impl fmt::Debug for RuleSettings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuleSettings").field(&self.table).finish()
    }
}
