//! Requests as tagged objects, such as `{"op": "perft", "depth": 3}`.
//!
//! Serde deserializes a tagged enum by buffering all fields, which generates code for every type
//! that reads from the buffer. Here the text is parsed twice instead: once for the tag, and once
//! for the fields of the variant. The tag is the field named like the enum, as given by
//! `#[serde(rename = "op")]`. All parts of a tuple are read from the same object.

use serde::de::value::StringDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IgnoredAny, IntoDeserializer, MapAccess,
    SeqAccess, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::Error;
use serde_json::value::RawValue;

/// Reads a request from an object.
pub(crate) fn read<'de, T: Deserialize<'de>>(object: &'de str) -> Result<T, Error> {
    T::deserialize(Fields(object))
}

/// Reads a field that contains such an object.
pub(crate) fn nested<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<T, D::Error> {
    let object = <&RawValue>::deserialize(from)?;
    read(object.get()).map_err(D::Error::custom)
}

/// The text of an object.
#[derive(Clone, Copy)]
struct Fields<'de>(&'de str);

impl<'de> Deserializer<'de> for Fields<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        serde_json::Deserializer::from_str(self.0).deserialize_any(visitor)
    }

    /// Without code for values that are no objects.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        serde_json::Deserializer::from_str(self.0).deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let tag = serde_json::Deserializer::from_str(self.0).deserialize_map(Tag(name))?;
        visitor.visit_enum(Tagged { tag, fields: self })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// Finds the field with this name.
struct Tag(&'static str);

impl<'de> Visitor<'de> for Tag {
    type Value = String;

    fn expecting(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(text, "an object with the field `{}`", self.0)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<String, A::Error> {
        let mut tag = None;
        while let Some(name) = fields.next_key::<String>()? {
            if name == self.0 {
                tag = Some(fields.next_value()?);
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        tag.ok_or_else(|| A::Error::missing_field(self.0))
    }
}

/// The name of an enum variant, and the object with its fields.
struct Tagged<'de> {
    tag: String,
    fields: Fields<'de>,
}

impl<'de> EnumAccess<'de> for Tagged<'de> {
    type Error = Error;
    type Variant = Fields<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Fields<'de>), Error> {
        let tag: StringDeserializer<Error> = self.tag.into_deserializer();
        Ok((seed.deserialize(tag)?, self.fields))
    }
}

impl<'de> VariantAccess<'de> for Fields<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(self)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_struct("", fields, visitor)
    }
}

impl<'de> SeqAccess<'de> for Fields<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        seed.deserialize(*self).map(Some)
    }
}
