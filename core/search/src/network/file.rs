//! Networks as files: a line of JSON, then the numbers, little-endian.

use contract::error::{Error, Result};
use contract::fnv::Fnv;
use serde::{Deserialize, Serialize};
use std::hash::Hasher as _;

use super::{Network, NetworkWeights, out_of_bytes, out_of_lanes};

/// Version of the format.
const VERSION: u32 = 1;

/// Name and sizes of a network: the first line of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkHeader {
    /// Version of the format.
    pub boardwright_network: u32,
    /// Name of the network.
    pub name: String,
    /// Name of its inputs, which a game chooses.
    pub layout: String,
    /// Number of inputs.
    pub inputs: usize,
    /// Number of hidden neurons of a view.
    pub hidden: usize,
    /// Number of sets of output weights.
    pub buckets: usize,
    /// Centipawns of the output 1.
    pub scale: u32,
    /// The inputs that do not lead to all hidden neurons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narrow: Option<NarrowInputs>,
}

/// Inputs that lead to some of the hidden neurons alone, so that a change of them costs less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NarrowInputs {
    /// The first of them; all after it are of them too.
    pub first: usize,
    /// The number of hidden neurons, from the first on.
    pub hidden: usize,
}

impl NetworkHeader {
    /// Number of input weights: those of each input in a row. `None` where it is beyond all bounds.
    #[must_use]
    pub fn input_weights(&self) -> Option<usize> {
        let narrow = self.narrow.unwrap_or(NarrowInputs {
            first: self.inputs,
            hidden: 0,
        });
        let wide = narrow.first.checked_mul(self.hidden)?;
        let narrow = self
            .inputs
            .checked_sub(narrow.first)?
            .checked_mul(narrow.hidden)?;
        wide.checked_add(narrow)
    }

    /// The header of a network of these sizes.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        layout: impl Into<String>,
        [inputs, hidden, buckets]: [usize; 3],
        scale: u32,
    ) -> Self {
        Self {
            boardwright_network: VERSION,
            name: name.into(),
            layout: layout.into(),
            inputs,
            hidden,
            buckets,
            scale,
            narrow: None,
        }
    }
}

impl Network {
    /// Reads a network from the bytes of its file.
    ///
    /// # Errors
    ///
    /// `invalid_notation` where they are not a network of this version, or too few or too
    /// many; otherwise as [`Network::new`].
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let wrong = |text: &str| Error::invalid_notation(format!("network: {text}"));
        let end = bytes
            .iter()
            .position(|b| *b == b'\n')
            .ok_or_else(|| wrong("no header"))?;
        let header: NetworkHeader =
            serde_json::from_slice(&bytes[..end]).map_err(|e| wrong(&format!("header: {e}")))?;
        if header.boardwright_network != VERSION {
            return Err(wrong("another version of the format"));
        }
        let numbers = &bytes[end + 1..];
        let sizes = [
            header.input_weights(),
            Some(header.hidden),
            header
                .buckets
                .checked_mul(2)
                .and_then(|n| n.checked_mul(header.hidden)),
        ];
        let mut rest = numbers;
        let mut taken = |count: Option<usize>, width: usize| {
            let length = count.and_then(|c| c.checked_mul(width));
            match length.and_then(|l| rest.split_at_checked(l)) {
                Some((these, others)) => {
                    rest = others;
                    Ok(these)
                }
                None => Err(wrong("numbers are missing")),
            }
        };
        let shorts = |bytes: &[u8]| -> Vec<i16> {
            bytes
                .chunks_exact(2)
                .map(|b| i16::from_le_bytes([b[0], b[1]]))
                .collect()
        };
        let bytes = |bytes: &[u8]| -> Vec<i16> {
            let signed = bytes.iter().map(|b| i16::from(b.cast_signed()));
            signed.collect()
        };
        let weights = NetworkWeights {
            input: bytes(taken(sizes[0], 1)?),
            input_biases: shorts(taken(sizes[1], 2)?),
            output: bytes(taken(sizes[2], 1)?),
            output_biases: taken(Some(header.buckets), 4)?
                .chunks_exact(4)
                .map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]]))
                .collect(),
        };
        if !rest.is_empty() {
            return Err(wrong("there are too many numbers"));
        }
        Self::new(header, weights)
    }

    /// The bytes of its file.
    ///
    /// # Errors
    ///
    /// `internal` where the header cannot be written, which does not happen.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(&self.header)
            .map_err(|e| Error::internal(format!("network: {e}")))?;
        bytes.push(b'\n');
        bytes.extend(self.number_bytes());
        Ok(bytes)
    }

    /// The numbers as they stand in a file.
    fn number_bytes(&self) -> impl Iterator<Item = u8> {
        // Weights fit the low byte, as `Network::new` has checked.
        let output = out_of_lanes(&self.output_weights).map(|w| w.to_le_bytes()[0]);
        let biases = out_of_lanes(&self.input_biases).flat_map(|b| b.to_le_bytes());
        let wide = self.output_biases.iter().flat_map(|b| b.to_le_bytes());
        out_of_bytes(&self.input_weights)
            .map(i8::cast_unsigned)
            .chain(biases)
            .chain(output)
            .chain(wide)
    }

    pub(super) fn computed_hash(&self) -> u64 {
        let mut hasher = Fnv::new();
        for byte in self.number_bytes() {
            hasher.write_u8(byte);
        }
        hasher.finish()
    }
}
