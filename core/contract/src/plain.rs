//! Plain values made in the types of a host's language, straight from what is serialised.

use std::fmt::{self, Debug, Display};

use erased_serde::Serialize as ErasedSerialize;
use serde::ser::{self, Serialize, Serializer};

use crate::error::{Error, Result};
use crate::value::{Value, to_value};

/// An answer that is kept as its own type until somebody wants it as a plain value, as text, or
/// in the types of a host's language.
pub struct Plain(Box<dyn ErasedSerialize + Send>);

impl Plain {
    /// Takes the answer.
    pub fn of(answer: impl Serialize + Send + 'static) -> Self {
        Self(Box::new(answer))
    }

    /// Returns it as a plain value.
    ///
    /// # Errors
    ///
    /// As [`to_value`].
    pub fn value(&self) -> Result<Value> {
        to_value(&self.0)
    }
}

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Debug for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Plain")
    }
}

/// The values of a host's language, as a binding makes them. Each of them is refused where the
/// language cannot hold it.
#[allow(clippy::missing_errors_doc)]
pub trait Builder: Copy {
    /// A value.
    type Built;
    /// The reason why one cannot be made.
    type Refused: Display;

    /// Makes the value that stands for none.
    fn null(self) -> std::result::Result<Self::Built, Self::Refused>;
    /// Makes a truth value.
    fn flag(self, value: bool) -> std::result::Result<Self::Built, Self::Refused>;
    /// Makes a whole number.
    fn integer(self, value: i64) -> std::result::Result<Self::Built, Self::Refused>;
    /// Makes a whole number that is not negative.
    fn natural(self, value: u64) -> std::result::Result<Self::Built, Self::Refused>;
    /// Makes a finite fraction.
    fn fraction(self, value: f64) -> std::result::Result<Self::Built, Self::Refused>;
    /// Makes a text.
    fn text(self, value: &str) -> std::result::Result<Self::Built, Self::Refused>;
    /// Makes a list.
    fn list(self, items: Vec<Self::Built>) -> std::result::Result<Self::Built, Self::Refused>;
    /// Makes a map in the order given; of equal keys the last has its value.
    fn map(
        self,
        entries: Vec<(Self::Built, Self::Built)>,
    ) -> std::result::Result<Self::Built, Self::Refused>;
}

/// Builds what [`to_value`] makes of something, in another language's types.
///
/// # Errors
///
/// `internal` where [`to_value`] has it, and where the builder refuses.
pub fn build<B: Builder, T: Serialize + ?Sized>(builder: B, value: &T) -> Result<B::Built> {
    value
        .serialize(Building(builder))
        .map_err(|Unbuilt(why)| Error::internal(format!("a value cannot be written: {why}")))
}

/// The reason why a value was not built.
#[derive(Debug)]
struct Unbuilt(String);

impl Display for Unbuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unbuilt {}

impl ser::Error for Unbuilt {
    fn custom<T: Display>(why: T) -> Self {
        Self(why.to_string())
    }
}

type Written = std::result::Result<(), Unbuilt>;
type Made<B> = std::result::Result<<B as Builder>::Built, Unbuilt>;

/// Takes note of what a builder refuses.
fn made<T, R: Display>(result: std::result::Result<T, R>) -> std::result::Result<T, Unbuilt> {
    result.map_err(ser::Error::custom)
}

/// Serialises into the values of a builder.
struct Building<B>(B);

impl<B: Builder> Building<B> {
    fn items(self, len: Option<usize>) -> Items<B> {
        Items {
            builder: self.0,
            items: Vec::with_capacity(len.unwrap_or_default()),
            variant: None,
        }
    }

    fn entries(self, len: Option<usize>) -> Entries<B> {
        Entries {
            builder: self.0,
            entries: Vec::with_capacity(len.unwrap_or_default()),
            key: None,
            variant: None,
        }
    }
}

/// Puts a value into a map under the name of its variant, if there is one.
fn tagged<B: Builder>(builder: B, variant: Option<&str>, value: B::Built) -> Made<B> {
    match variant {
        None => Ok(value),
        Some(variant) => {
            let key = made(builder.text(variant))?;
            made(builder.map(vec![(key, value)]))
        }
    }
}

impl<B: Builder> Serializer for Building<B> {
    type Ok = B::Built;
    type Error = Unbuilt;
    type SerializeSeq = Items<B>;
    type SerializeTuple = Items<B>;
    type SerializeTupleStruct = Items<B>;
    type SerializeTupleVariant = Items<B>;
    type SerializeMap = Entries<B>;
    type SerializeStruct = Entries<B>;
    type SerializeStructVariant = Entries<B>;

    fn serialize_bool(self, value: bool) -> Made<B> {
        made(self.0.flag(value))
    }

    fn serialize_i8(self, value: i8) -> Made<B> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Made<B> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Made<B> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Made<B> {
        made(self.0.integer(value))
    }

    fn serialize_u8(self, value: u8) -> Made<B> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Made<B> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Made<B> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Made<B> {
        made(self.0.natural(value))
    }

    fn serialize_f32(self, value: f32) -> Made<B> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Made<B> {
        made(match value.is_finite() {
            true => self.0.fraction(value),
            false => self.0.null(),
        })
    }

    fn serialize_char(self, value: char) -> Made<B> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Made<B> {
        made(self.0.text(value))
    }

    fn serialize_bytes(self, value: &[u8]) -> Made<B> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Made<B> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Made<B> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Made<B> {
        made(self.0.null())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Made<B> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Made<B> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Made<B> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Made<B> {
        let builder = self.0;
        tagged(builder, Some(variant), value.serialize(self)?)
    }

    fn serialize_seq(self, len: Option<usize>) -> std::result::Result<Items<B>, Unbuilt> {
        Ok(self.items(len))
    }

    fn serialize_tuple(self, len: usize) -> std::result::Result<Items<B>, Unbuilt> {
        Ok(self.items(Some(len)))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> std::result::Result<Items<B>, Unbuilt> {
        Ok(self.items(Some(len)))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> std::result::Result<Items<B>, Unbuilt> {
        let variant = Some(variant);
        Ok(Items {
            variant,
            ..self.items(Some(len))
        })
    }

    fn serialize_map(self, len: Option<usize>) -> std::result::Result<Entries<B>, Unbuilt> {
        Ok(self.entries(len))
    }

    fn serialize_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> std::result::Result<Entries<B>, Unbuilt> {
        Ok(self.entries(Some(len)))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> std::result::Result<Entries<B>, Unbuilt> {
        let variant = Some(variant);
        Ok(Entries {
            variant,
            ..self.entries(Some(len))
        })
    }
}

/// A list that is being built.
struct Items<B: Builder> {
    builder: B,
    items: Vec<B::Built>,
    variant: Option<&'static str>,
}

impl<B: Builder> Items<B> {
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.items.push(value.serialize(Building(self.builder))?);
        Ok(())
    }

    fn finish(self) -> Made<B> {
        let list = made(self.builder.list(self.items))?;
        tagged(self.builder, self.variant, list)
    }
}

/// A map that is being built.
struct Entries<B: Builder> {
    builder: B,
    entries: Vec<(B::Built, B::Built)>,
    key: Option<B::Built>,
    variant: Option<&'static str>,
}

impl<B: Builder> Entries<B> {
    fn add<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Written {
        let key = made(self.builder.text(key))?;
        let value = value.serialize(Building(self.builder))?;
        self.entries.push((key, value));
        Ok(())
    }

    fn finish(self) -> Made<B> {
        let map = made(self.builder.map(self.entries))?;
        tagged(self.builder, self.variant, map)
    }
}

impl<B: Builder> ser::SerializeSeq for Items<B> {
    type Ok = B::Built;
    type Error = Unbuilt;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.add(value)
    }

    fn end(self) -> Made<B> {
        self.finish()
    }
}

impl<B: Builder> ser::SerializeTuple for Items<B> {
    type Ok = B::Built;
    type Error = Unbuilt;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.add(value)
    }

    fn end(self) -> Made<B> {
        self.finish()
    }
}

impl<B: Builder> ser::SerializeTupleStruct for Items<B> {
    type Ok = B::Built;
    type Error = Unbuilt;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.add(value)
    }

    fn end(self) -> Made<B> {
        self.finish()
    }
}

impl<B: Builder> ser::SerializeTupleVariant for Items<B> {
    type Ok = B::Built;
    type Error = Unbuilt;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.add(value)
    }

    fn end(self) -> Made<B> {
        self.finish()
    }
}

impl<B: Builder> ser::SerializeMap for Entries<B> {
    type Ok = B::Built;
    type Error = Unbuilt;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        let key = match made(to_value(key))? {
            Value::String(text) => text,
            Value::Bool(flag) => flag.to_string(),
            Value::Number(number) if !number.is_f64() => number.to_string(),
            _ => return Err(Unbuilt("key must be a string".into())),
        };
        self.key = Some(made(self.builder.text(&key))?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        let key = self.key.take();
        let key = key.ok_or_else(|| Unbuilt("a value without a key".into()))?;
        let value = value.serialize(Building(self.builder))?;
        self.entries.push((key, value));
        Ok(())
    }

    fn end(self) -> Made<B> {
        self.finish()
    }
}

impl<B: Builder> ser::SerializeStruct for Entries<B> {
    type Ok = B::Built;
    type Error = Unbuilt;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        self.add(key, value)
    }

    fn end(self) -> Made<B> {
        self.finish()
    }
}

impl<B: Builder> ser::SerializeStructVariant for Entries<B> {
    type Ok = B::Built;
    type Error = Unbuilt;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        self.add(key, value)
    }

    fn end(self) -> Made<B> {
        self.finish()
    }
}

#[cfg(test)]
mod tests;
