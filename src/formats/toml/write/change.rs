//! Serializer from the structs of [`wire`](crate::formats::toml::wire) to a tree, with `serde`.
//!
//! Absent keys make no entry, and a value that is selected by its kind is written without the name of its kind, so that
//! the text reads as the same structs.

use std::fmt;

use serde::ser::{
    self, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, Serializer,
};

use crate::definition::tree::{Node, Table};

use super::rules::number_node;

/// A struct as a table.
pub(in crate::formats::toml) fn table_of(value: &impl Serialize) -> Table {
    match value.serialize(Writer) {
        Ok(Some(Node::Table(table))) => table,
        // The structs are tables, and writing them cannot fail.
        Ok(_) | Err(_) => Table::default(),
    }
}

/// The error for a value that no file can contain.
#[derive(Debug)]
struct Fault;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the format cannot express this")
    }
}

impl std::error::Error for Fault {}

impl ser::Error for Fault {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Fault
    }
}

type Written = Result<Option<Node>, Fault>;

/// A serializer that returns a node, or `None` for an absent value.
#[derive(Clone, Copy)]
struct Writer;

/// The entries of a list or a table so far.
#[derive(Default)]
struct Parts {
    items: Vec<Node>,
    entries: Table,
    key: String,
}

macro_rules! numbers {
    ($($method:ident $type:ty;)*) => {
        $(
            fn $method(self, number: $type) -> Written {
                Ok(Some(Node::Number(number.into())))
            }
        )*
    };
}

impl Serializer for Writer {
    type Ok = Option<Node>;
    type Error = Fault;
    type SerializeSeq = Parts;
    type SerializeMap = Parts;
    type SerializeStruct = Parts;
    type SerializeTuple = Impossible<Option<Node>, Fault>;
    type SerializeTupleStruct = Impossible<Option<Node>, Fault>;
    type SerializeTupleVariant = Impossible<Option<Node>, Fault>;
    type SerializeStructVariant = Impossible<Option<Node>, Fault>;

    numbers! {
        serialize_i8 i8;
        serialize_i16 i16;
        serialize_i32 i32;
        serialize_i64 i64;
        serialize_u8 u8;
        serialize_u16 u16;
        serialize_u32 u32;
    }

    fn serialize_u64(self, number: u64) -> Written {
        i64::try_from(number).map_or(Err(Fault), |number| number.serialize(self))
    }

    fn serialize_bool(self, flag: bool) -> Written {
        Ok(Some(Node::Flag(flag)))
    }

    fn serialize_f32(self, number: f32) -> Written {
        f64::from(number).serialize(self)
    }

    fn serialize_f64(self, number: f64) -> Written {
        Ok(Some(number_node(number)))
    }

    fn serialize_char(self, letter: char) -> Written {
        Ok(Some(Node::from(letter.to_string())))
    }

    fn serialize_str(self, text: &str) -> Written {
        Ok(Some(Node::from(text)))
    }

    fn serialize_bytes(self, _: &[u8]) -> Written {
        Err(Fault)
    }

    fn serialize_none(self) -> Written {
        Ok(None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        Ok(None)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        Err(Fault)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, word: &'static str) -> Written {
        Ok(Some(Node::from(word)))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Written {
        value.serialize(self)
    }

    /// The kind of the value identifies the variant, so its name is omitted.
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Written {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts, Fault> {
        Ok(Parts::default())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts, Fault> {
        Ok(Parts::default())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts, Fault> {
        Ok(Parts::default())
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Fault> {
        Err(Fault)
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Fault> {
        Err(Fault)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Fault> {
        Err(Fault)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Fault> {
        Err(Fault)
    }
}

impl SerializeSeq for Parts {
    type Ok = Option<Node>;
    type Error = Fault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        self.items.extend(value.serialize(Writer)?);
        Ok(())
    }

    fn end(self) -> Written {
        Ok(Some(Node::List(self.items)))
    }
}

impl SerializeMap for Parts {
    type Ok = Option<Node>;
    type Error = Fault;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Fault> {
        match key.serialize(Writer)? {
            Some(Node::Text(key)) => self.key = key,
            _ => return Err(Fault),
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        if let Some(value) = value.serialize(Writer)? {
            self.entries.put(&self.key, value);
        }
        Ok(())
    }

    fn end(self) -> Written {
        Ok(Some(Node::Table(self.entries)))
    }
}

impl SerializeStruct for Parts {
    type Ok = Option<Node>;
    type Error = Fault;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Fault> {
        key.clone_into(&mut self.key);
        self.serialize_value(value)
    }

    fn end(self) -> Written {
        SerializeMap::end(self)
    }
}
