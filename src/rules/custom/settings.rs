//! The settings of a rule as its constructor reads them.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use crate::definition::{
    Line, ONLY_SETTING, Reach, RuleTable, RuleValue, Setting, VariantDef, letters,
};
use crate::geometry::{BoardShape, Perspective, SquareSet, Zone};
use crate::source::{Code, codes, did_you_mean, quoted};
use crate::state::{Letters, Role};

use super::answers::RuleFinding;
use super::error::RuleError;
use super::movement::RuleMovement;

mod unknown;

/// Numbers from here on are written with an exponent, not with all their digits.
const MOST_DIGITS: f64 = 1e15;

/// The table of a rule in a definition.
///
/// Each method reads one key: `Ok(None)` if it is not there, an error with its place if it is not what
/// is asked for. A key that nobody has asked for is an error as well, so a constructor asks for every
/// key that it knows, and for no other.
pub struct RuleSettings<'a> {
    def: &'a VariantDef,
    table: &'a RuleTable,
    /// The keys that lead to this table, each with a point behind it.
    path: String,
    /// The keys that were asked for, with what leads to them; an inner table that was opened has a point
    /// behind it.
    asked: Rc<RefCell<Vec<String>>>,
    /// Parts of zones that change nothing.
    idle: Rc<RefCell<Vec<RuleFinding>>>,
    /// What the table may have, of a rule that lists its settings.
    listed: Option<Vec<Setting>>,
}

impl<'a> RuleSettings<'a> {
    pub(super) fn new(
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

    /// The table behind a key of this one.
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

    /// Whether a rule lists what it asks for: a key, and of which kind its values are.
    fn is_listed(&self, key: &str, is_meant: impl Fn(Setting) -> bool) -> bool {
        let alone = key == ONLY_SETTING && self.path.is_empty();
        let listed = |setting: &Setting| {
            let is_only = alone && setting.stands_alone() && is_meant(*setting);
            is_only || setting.inner(key).into_iter().any(&is_meant)
        };
        (self.listed.as_ref()).is_none_or(|settings| settings.iter().any(listed))
    }

    /// The definition that names the rule.
    pub fn def(&self) -> &'a VariantDef {
        self.def
    }

    /// The shape of the board.
    pub fn shape(&self) -> &'a BoardShape {
        &self.def.shape
    }

    /// The letters of the pieces.
    pub fn letters(&self) -> Letters {
        letters(self.def)
    }

    /// The keys that the definition has written, in its order.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.table.keys().map(String::as_str)
    }

    /// The value of a key, of whatever kind.
    pub fn value(&self, key: &str) -> Option<&'a RuleValue> {
        debug_assert!(self.is_listed(key, |_| true), "`{key}` is not listed");
        let key_with_path = format!("{}{key}", self.path);
        self.asked.borrow_mut().push(key_with_path);
        self.table.get(key)
    }

    /// A table of further settings.
    ///
    /// # Errors
    /// If the value is none.
    pub fn table(&self, key: &str) -> Result<Option<RuleSettings<'a>>, RuleError> {
        match self.value(key) {
            None => Ok(None),
            Some(RuleValue::Table(table)) => Ok(Some(self.opened(&[key], table))),
            Some(other) => Err(self.wrong_kind(key, "a table", other)),
        }
    }

    /// A list of such tables.
    ///
    /// # Errors
    /// If the value is no list, or one of its items no table.
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

    /// A setting that may differ by side: one value, or a table with `white` and `black`. White's comes
    /// first.
    ///
    /// # Errors
    /// If `read` refuses a value.
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

    /// A text out of several words, as its number among them; `false` is none.
    ///
    /// # Errors
    /// If the value is no text, or none of the words.
    pub fn word(&self, key: &str, words: &[&str]) -> Result<Option<usize>, RuleError> {
        debug_assert!(
            self.is_listed(key, |setting| setting.has_words(words)),
            "the words of `{key}` are not those that are listed"
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

    /// One text out of several words or a list of them, each as its number among the words; `false` is
    /// none of them.
    ///
    /// # Errors
    /// If the value is neither, or one of the texts none of the words.
    pub fn words(&self, key: &str, words: &[&str]) -> Result<Option<Vec<usize>>, RuleError> {
        if let Some(RuleValue::Flag(false)) = self.value(key) {
            return Ok(Some(Vec::new()));
        }
        let Some(texts) = self.texts(key)? else {
            return Ok(None);
        };
        let numbers = texts.into_iter().enumerate().map(|(item, text)| {
            let number = words.iter().position(|word| *word == text);
            number.ok_or_else(|| self.no_word(&self.place_of(key, item), text, words))
        });
        numbers.collect::<Result<_, _>>().map(Some)
    }

    /// The keys that lead to an item of a list, or to the value that stands in place of one.
    pub(in crate::rules) fn place_of(&self, key: &str, item: usize) -> String {
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

    /// A text out of several words, as what it stands for.
    pub(crate) fn one_of<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, RuleError> {
        let texts: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let number = self.word(key, &texts)?;
        Ok(number.map(|number| words[number].1))
    }

    /// Which squares a rule reaches from the square of a piece: `own` captures, or a movement.
    ///
    /// # Errors
    /// If the value is no text, or the text tells no squares.
    pub fn reach(&self, key: &str) -> Result<Option<Reach>, RuleError> {
        let Some(text) = self.text(key)? else {
            return Ok(None);
        };
        let read = Reach::read_on(text, &self.def.shape);
        read.map(Some)
            .map_err(|(code, message)| self.coded(key, code, message))
    }

    /// Leaps and rides, each in one direction: `F`, or `BDD` for rides in steps of one and of two.
    ///
    /// # Errors
    /// If the value is no text, or the text tells something else.
    pub fn lines(&self, key: &str) -> Result<Option<Vec<Line>>, RuleError> {
        let Some(text) = self.text(key)? else {
            return Ok(None);
        };
        let read = Line::read(text);
        read.map(Some)
            .map_err(|(code, message)| self.coded(key, code, message))
    }

    /// A value for each of some kinds of pieces: a table by their names, each of whose values `read`
    /// reads. In the order of the definition's pieces.
    ///
    /// # Errors
    /// If the value is no table, no piece has one of the names, or `read` refuses a value.
    pub fn by_piece<T>(
        &self,
        key: &str,
        read: impl Fn(&RuleSettings<'a>, &str) -> Result<Option<T>, RuleError>,
    ) -> Result<Option<Vec<(Role, T)>>, RuleError> {
        let table = self.table(key)?;
        table.map(|table| table.pairs(read)).transpose()
    }

    /// The same of a table that has nothing else: of all settings of the rule, or of an inner table.
    ///
    /// # Errors
    /// If no piece has one of the names, or `read` refuses a value.
    pub fn pairs<T>(
        &self,
        read: impl Fn(&RuleSettings<'a>, &str) -> Result<Option<T>, RuleError>,
    ) -> Result<Vec<(Role, T)>, RuleError> {
        let mut values = Vec::new();
        for name in self.table.keys() {
            let role = self.named(name, name).map_err(RuleError::at_key)?;
            values.extend(read(self, name)?.map(|value| (role, value)));
        }
        values.sort_by_key(|(role, _)| *role);
        Ok(values)
    }

    /// A movement in Betza notation, which pieces then have beside their own.
    ///
    /// # Errors
    /// If the value is no text, or the text cannot be read.
    pub fn movement(&self, key: &str) -> Result<Option<RuleMovement>, RuleError> {
        let Some(text) = self.text(key)? else {
            return Ok(None);
        };
        match RuleMovement::read(text) {
            Ok(movement) => Ok(Some(movement)),
            Err((code, message)) => Err(self.coded(key, code, message)),
        }
    }

    fn coded(&self, key: &str, code: Code, message: impl Into<String>) -> RuleError {
        RuleError::with_code(code, message).about(format!("{}{key}", self.path))
    }

    fn wrong_kind(&self, key: &str, wanted: &str, found: &RuleValue) -> RuleError {
        let message = format!("expected {wanted}, found {}", found.kind());
        self.coded(key, codes::WRONG_TYPE, message)
    }

    /// Asks for every key that is there, but for those of inner tables.
    #[cfg(feature = "cli")]
    pub(super) fn accept_all(&self) {
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

    /// Asks for nothing, of a rule that is written `true`.
    ///
    /// # Errors
    /// If it is written as another value.
    pub fn presence(&self) -> Result<(), RuleError> {
        match self.value(ONLY_SETTING) {
            None | Some(RuleValue::Flag(_)) => Ok(()),
            Some(other) => Err(self.wrong_kind(ONLY_SETTING, "`true` or `false`", other)),
        }
    }

    /// A number.
    ///
    /// # Errors
    /// If the value is none.
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
    /// If the value is none, or beyond these.
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
    /// If the value is none.
    pub fn text(&self, key: &str) -> Result<Option<&'a str>, RuleError> {
        match self.value(key) {
            None => Ok(None),
            Some(RuleValue::Text(text)) => Ok(Some(text)),
            Some(other) => Err(self.wrong_kind(key, "a text", other)),
        }
    }

    /// A text; `false` is none.
    fn text_or_false(&self, key: &str) -> Result<Option<&'a str>, RuleError> {
        match self.value(key) {
            Some(RuleValue::Flag(false)) => Ok(None),
            _ => self.text(key),
        }
    }

    /// One text or a list of texts.
    ///
    /// # Errors
    /// If the value is neither.
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

    /// A kind of piece, by its name in the definition; `false` is none.
    ///
    /// # Errors
    /// If the value is no text, or no piece has the name.
    pub fn piece(&self, key: &str) -> Result<Option<Role>, RuleError> {
        let name = self.text_or_false(key)?;
        name.map(|name| self.named(key, name)).transpose()
    }

    /// Kinds of pieces: a name, a list of names, `*` for all, or `false` for none.
    ///
    /// # Errors
    /// If the value is something else, or no piece has one of the names.
    pub fn pieces(&self, key: &str) -> Result<Option<Vec<Role>>, RuleError> {
        if let Some(RuleValue::Flag(false)) = self.value(key) {
            return Ok(Some(Vec::new()));
        }
        let Some(names) = self.texts(key)? else {
            return Ok(None);
        };
        if names == ["*"] {
            // More cannot be compiled, which is said when the rules have been made.
            let n_roles = self.def.pieces.len().min(Role::MAX);
            return Ok(Some((0..n_roles).map(Role::new).collect()));
        }
        let names = names.into_iter().enumerate();
        let roles = names.map(|(item, name)| self.named(&self.place_of(key, item), name));
        roles.collect::<Result<_, _>>().map(Some)
    }

    /// An order of kinds of pieces, the first above all others: a list of names, and of lists of names
    /// that are equal.
    ///
    /// # Errors
    /// If the value is no such list, no piece has one of the names, or a piece is named twice, so that it
    /// would be above itself.
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
                    let message = format!("the order goes in a circle: `{name}` is above itself");
                    return Err(self.error(key, message).with_help("name each piece once"));
                }
                seen.push(role);
                rank.push(role);
            }
            ranks.push(rank);
        }
        Ok(Some(ranks))
    }

    /// Squares as White sees them, such as `rank 2` or `d1-f3`, or a list of such texts, which are read one
    /// after the other; Black has the mirror image. Or a table of these for `white` and `black`, both as
    /// White sees the board.
    ///
    /// # Errors
    /// If the value is none of these, or no zone of the board.
    pub fn zone(&self, key: &str) -> Result<Option<Zone>, RuleError> {
        if !matches!(self.table.get(key), Some(RuleValue::Table(_))) {
            let zone = self.zone_of_texts(key)?;
            return Ok(zone.map(|zone| zone.on(&self.def.shape)));
        }
        let [white, black] = self.by_side(key, RuleSettings::squares)?;
        let [white, black] = [white, black].map(Option::unwrap_or_default);
        Ok(Some(Zone::of_sides(white, black)))
    }

    /// Several such zones: a text or a list of texts, each of which is one zone.
    ///
    /// # Errors
    /// If the value is neither, or one of the texts is no zone of the board.
    pub fn zones(&self, key: &str) -> Result<Option<Vec<Zone>>, RuleError> {
        let Some(texts) = self.texts(key)? else {
            return Ok(None);
        };
        let texts = texts.into_iter().enumerate();
        let zones = texts.map(|(item, text)| {
            let zone = self.zone_onto(Zone::nowhere(), (key, item), text)?;
            Ok(zone.on(&self.def.shape))
        });
        zones.collect::<Result<_, _>>().map(Some)
    }

    /// Squares by one or several texts, each of which goes on from where the last one has come. They are the same for
    /// both sides.
    ///
    /// # Errors
    /// If the value is neither a text nor a list of texts, or a text names no squares of the board.
    pub fn squares(&self, key: &str) -> Result<Option<SquareSet>, RuleError> {
        let zone = self.zone_of_texts(key)?;
        Ok(zone.map(|zone| zone.of(Perspective::White).clone()))
    }

    /// The zone of one or several texts; it may have holes of the board.
    fn zone_of_texts(&self, key: &str) -> Result<Option<Zone>, RuleError> {
        let Some(texts) = self.texts(key)? else {
            return Ok(None);
        };
        let mut zone = Zone::nowhere();
        for (item, text) in texts.into_iter().enumerate() {
            zone = self.zone_onto(zone, (key, item), text)?;
        }
        Ok(Some(zone))
    }

    /// A zone to which, or from which, a text adds or takes squares: that of a key, or an item of its list.
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
