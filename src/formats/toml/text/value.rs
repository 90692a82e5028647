//! Deserializer from spanned TOML values to the structs of [`wire`](crate::formats::toml::wire), with `serde`.
//!
//! `serde` stops at the first error. This deserializer continues: it takes the names of the keys from the structs,
//! reports every unknown key, and turns an error inside a [`Field`](crate::formats::toml::wire::Field) into a finding and a gap.

use std::cell::RefCell;
use std::fmt;

use serde::de::value::{SeqDeserializer, StrDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::remedy::{Mend, mend, remedy, unknown_key};
use crate::formats::toml::wire::FIELD;
use crate::source::{Code, Diagnostic, Span, codes, did_you_mean};

/// The name by which an enum requests selection by the kind of the value. Its variants are called `text`, `number`,
/// `true`, `false`, `list` and `table`.
pub(in crate::formats::toml) const BY_KIND: &str = "by kind";

/// The error of a value.
#[derive(Debug)]
pub(in crate::formats::toml) struct Fault {
    code: Code,
    message: String,
    help: Option<String>,
    mend: Option<Mend>,
}

impl Fault {
    fn new(code: Code, message: impl Into<String>) -> Self {
        Fault {
            code,
            message: message.into(),
            help: None,
            mend: None,
        }
    }

    fn at(self, span: Span) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(self.code, span, self.message);
        diagnostic.help = self.help;
        match self.mend {
            Some(Mend::Instead(text)) => diagnostic.with_edit(span, text),
            Some(Mend::Around(before, behind)) => diagnostic
                .with_edit(Span::at(span.range().start), before)
                .with_edit(Span::at(span.range().end), behind),
            None => diagnostic,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Fault::new(codes::WRONG_TYPE, message.to_string())
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Fault::custom(format_args!("expected {expected}, found {unexpected}"))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Fault {
            help: Some(did_you_mean(variant, expected.iter().copied())),
            ..Fault::new(
                codes::UNKNOWN_SETTING,
                format!("`{variant}` is not a value of this key"),
            )
        }
    }

    fn missing_field(key: &'static str) -> Self {
        Fault::new(codes::MISSING_KEY, format!("the key `{key}` is missing"))
    }
}

/// Collects the findings of one variant's table.
#[derive(Debug)]
pub(in crate::formats::toml) struct Sink {
    /// The number of the variant.
    pub(in crate::formats::toml) owner: u32,
    /// The findings so far.
    pub(in crate::formats::toml) findings: RefCell<Vec<Diagnostic>>,
    room: usize,
}

impl Sink {
    /// A sink with room for `room` findings, for the variant with this number.
    pub(in crate::formats::toml) const fn new(owner: u32, room: usize) -> Self {
        Sink {
            owner,
            findings: RefCell::new(Vec::new()),
            room,
        }
    }

    fn report_fault(&self, fault: Fault, span: Span) {
        self.report(|| fault.at(span));
    }

    fn report(&self, finding: impl FnOnce() -> Diagnostic) {
        let mut findings = self.findings.borrow_mut();
        let is_full = findings.len() >= self.room;
        if is_full && findings.iter().any(Diagnostic::is_error) {
            return;
        }
        // An error is kept even without room, because it refuses the variant.
        let finding = finding();
        if !is_full || finding.is_error() {
            findings.push(finding);
        }
    }
}

/// A value, or the name of a key, that is being read.
#[derive(Clone, Copy, Debug)]
pub(in crate::formats::toml) struct Reader<'a> {
    node: Node<'a>,
    span: Span,
    sink: &'a Sink,
    /// The key of the value, if it is in a table.
    key: &'a str,
}

#[derive(Clone, Copy, Debug)]
enum Node<'a> {
    Value(&'a DeValue<'a>),
    Key(&'a str),
    /// The place of a value: the number of the variant, and the start and end bytes.
    Place([u32; 3]),
}

impl<'a> Reader<'a> {
    /// Reads `value` and reports to `sink`.
    pub(in crate::formats::toml) fn new(value: &'a Spanned<DeValue<'a>>, sink: &'a Sink) -> Self {
        Reader {
            node: Node::Value(value.get_ref()),
            span: value.span().into(),
            sink,
            key: "",
        }
    }

    /// The same value at another place.
    pub(in crate::formats::toml) const fn placed(self, span: Span) -> Self {
        Reader { span, ..self }
    }

    fn text(self) -> Option<&'a str> {
        match self.node {
            Node::Value(DeValue::String(text)) => Some(text),
            Node::Key(key) => Some(key),
            Node::Value(_) | Node::Place(_) => None,
        }
    }

    fn kind(self) -> &'static str {
        match self.node {
            Node::Key(_) | Node::Value(DeValue::String(_)) => "text",
            Node::Value(DeValue::Integer(_) | DeValue::Float(_)) => "number",
            Node::Value(DeValue::Boolean(true)) => "true",
            Node::Value(DeValue::Boolean(false)) => "false",
            Node::Value(DeValue::Datetime(_)) => "date",
            Node::Value(DeValue::Array(_)) => "list",
            Node::Value(DeValue::Table(_)) => "table",
            Node::Place(_) => "place",
        }
    }

    /// The value as TOML text, if it is short.
    fn written(self) -> Option<String> {
        match self.node {
            Node::Value(DeValue::String(text)) if text.len() <= 40 => Some(format!("'{text}'")),
            Node::Value(DeValue::Integer(number)) => Some(number.as_str().to_owned()),
            _ => None,
        }
    }

    /// A value of one word without its quotes, if it has any.
    fn bare(self) -> Option<&'a str> {
        match self.node {
            Node::Value(DeValue::String(text)) => Some(text),
            Node::Value(DeValue::Integer(number)) if number.radix() == 10 => Some(number.as_str()),
            _ => None,
        }
    }

    fn expected(self, what: &str) -> Fault {
        Fault {
            help: remedy(self.key, what, self.kind(), self.written().as_deref()),
            mend: mend(self.key, what, self.kind(), self.bare()),
            ..Fault::new(
                codes::WRONG_TYPE,
                format!("expected {what}, found {}", describe(self.kind())),
            )
        }
    }

    fn expected_kind(self, kinds: &[&str]) -> Fault {
        self.expected(&either(kinds.iter().map(|kind| describe(kind).to_owned())))
    }

    fn expected_word(self, words: &[&str]) -> Fault {
        self.expected(&either(words.iter().map(|word| format!("`{word}`"))))
    }

    fn integer(self, low: i64, high: i64) -> Result<i64, Fault> {
        let number = match self.node {
            Node::Value(DeValue::Integer(number)) => number,
            Node::Value(DeValue::Float(number)) => {
                return Err(Fault::new(
                    codes::WRONG_TYPE,
                    format!("expected a whole number, found {}", number.as_str()),
                ));
            }
            _ => return Err(self.expected("a whole number")),
        };
        i64::from_str_radix(number.as_str(), number.radix())
            .ok()
            .filter(|number| (low..=high).contains(number))
            .ok_or_else(|| {
                let message = if low == i64::MIN {
                    format!("{number} is too large")
                } else {
                    format!("expected a whole number from {low} to {high}, found {number}")
                };
                Fault::new(codes::WRONG_TYPE, message)
            })
    }
}

/// The description of a kind in a message.
fn describe(kind: &str) -> &'static str {
    match kind {
        "text" => "a text",
        "number" => "a number",
        "true" => "`true`",
        "false" => "`false`",
        "list" => "a list",
        "table" => "a table",
        _ => "a date",
    }
}

/// `a`, `a or b`, `a, b or c`.
fn either(words: impl IntoIterator<Item = String>) -> String {
    let mut words: Vec<String> = words.into_iter().collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() {
        last
    } else {
        format!("{} or {last}", words.join(", "))
    }
}

macro_rules! integers {
    ($($method:ident $visit:ident $type:ty;)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
                let (low, high) = (i64::from(<$type>::MIN), i64::from(<$type>::MAX));
                visitor.$visit(self.integer(low, high)? as $type)
            }
        )*
    };
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Fault;

    integers! {
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_i64 visit_i64 i64;
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let number = match self.node {
            Node::Value(DeValue::Integer(number)) => {
                i64::from_str_radix(number.as_str(), number.radix())
                    .ok()
                    .map(|number| number as f64)
            }
            Node::Value(DeValue::Float(number)) => number.as_str().parse().ok(),
            _ => return Err(self.expected("a number")),
        };
        match number.filter(|number| number.is_finite()) {
            Some(number) => visitor.visit_f64(number),
            None => Err(Fault::new(codes::WRONG_TYPE, "expected a finite number")),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node {
            Node::Value(DeValue::Boolean(flag)) => visitor.visit_bool(*flag),
            _ => Err(self.expected("`true` or `false`")),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.text() {
            Some(text) => visitor.visit_str(text),
            None => Err(self.expected("a text")),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node {
            Node::Value(DeValue::Array(items)) => visitor.visit_seq(Items {
                items: items.iter(),
                sink: self.sink,
            }),
            _ => Err(self.expected("a list")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.node {
            Node::Place(place) => visitor.visit_seq(SeqDeserializer::new(place.into_iter())),
            _ => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if name == FIELD {
            visitor.visit_seq(Placed {
                reader: self,
                given_place: false,
            })
        } else {
            self.deserialize_seq(visitor)
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node {
            Node::Value(DeValue::Table(table)) => visitor.visit_map(Entries {
                rest: table.iter(),
                known: None,
                next: None,
                sink: self.sink,
            }),
            _ => Err(self.expected("a table")),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.node {
            Node::Value(DeValue::Table(table)) => {
                self.report_unknown_keys(table, keys);
                visitor.visit_map(Entries {
                    rest: table.iter(),
                    known: Some(keys),
                    next: None,
                    sink: self.sink,
                })
            }
            _ => Err(self.expected("a table")),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if name == BY_KIND {
            if variants.contains(&self.kind()) {
                visitor.visit_enum(ByKind(self))
            } else {
                Err(self.expected_kind(variants))
            }
        } else {
            match self.text() {
                Some(text) => visitor.visit_enum(StrDeserializer::new(text)),
                None => Err(self.expected_word(variants)),
            }
        }
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Fault> {
        // The wire structs request specific types, so `deserialize_any` is not used.
        Err(self.expected("something else"))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u64 u128 f32 char bytes byte_buf unit unit_struct ignored_any
    }
}

impl Reader<'_> {
    fn report_unknown_keys(self, table: &DeTable<'_>, known: &[&'static str]) {
        for (key, value) in table {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let span = Span::from(key.span());
                let is_true = matches!(value.get_ref(), DeValue::Boolean(true));
                let set = is_true.then(|| Span::from(value.span()));
                self.sink
                    .report(|| unknown_key(name, span, set, known, self.key));
            }
        }
    }
}

/// The place and the value of a field.
struct Placed<'a> {
    reader: Reader<'a>,
    given_place: bool,
}

impl<'de> SeqAccess<'de> for Placed<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Reader { span, sink, .. } = self.reader;
        if !self.given_place {
            self.given_place = true;
            // The same reader type is used, because another one would duplicate the generated code.
            let node = Node::Place([sink.owner, span.start, span.end]);
            let place = Reader {
                node,
                ..self.reader
            };
            return seed.deserialize(place).map(Some);
        }
        match seed.deserialize(self.reader) {
            Ok(value) => Ok(Some(value)),
            Err(fault) => {
                sink.report_fault(fault, span);
                Ok(None)
            }
        }
    }
}

/// The elements of a list.
struct Items<'a> {
    items: std::slice::Iter<'a, Spanned<DeValue<'a>>>,
    sink: &'a Sink,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        self.items
            .next()
            .map(|item| seed.deserialize(Reader::new(item, self.sink)))
            .transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The known entries of a table.
struct Entries<'a, I> {
    rest: I,
    known: Option<&'static [&'static str]>,
    next: Option<(&'a str, &'a Spanned<DeValue<'a>>)>,
    sink: &'a Sink,
}

impl<'de, 'a, I> MapAccess<'de> for Entries<'a, I>
where
    I: Iterator<Item = (&'a Spanned<DeString<'a>>, &'a Spanned<DeValue<'a>>)>,
{
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        for (key, value) in self.rest.by_ref() {
            let name: &str = key.get_ref();
            if self.known.is_none_or(|known| known.contains(&name)) {
                self.next = Some((name, value));
                let reader = Reader {
                    node: Node::Key(name),
                    span: key.span().into(),
                    sink: self.sink,
                    key: "",
                };
                return seed.deserialize(reader).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        match self.next.take() {
            Some((key, value)) => seed.deserialize(Reader {
                key,
                ..Reader::new(value, self.sink)
            }),
            None => Err(de::Error::custom("a value without a key")),
        }
    }
}

/// A value whose kind selects the variant of an enum.
struct ByKind<'a>(Reader<'a>);

impl<'de, 'a> EnumAccess<'de> for ByKind<'a> {
    type Error = Fault;
    type Variant = ByKind<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, ByKind<'a>), Fault> {
        let kind: StrDeserializer<'_, Fault> = self.0.kind().into_deserializer();
        Ok((seed.deserialize(kind)?, self))
    }
}

impl<'de> VariantAccess<'de> for ByKind<'_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.0.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.0.deserialize_struct("", keys, visitor)
    }
}
