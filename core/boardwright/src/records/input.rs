//! Streams from files: plain, gzip and zstd, told apart by their first bytes.

use std::fs::File;
use std::io::{self, BufReader, Chain, Cursor, Read};
use std::path::Path;

use contract::error::{Error, Result};
use flate2::read::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
/// A frame of zstd that holds no content has this magic number after its first byte, whose
/// upper half is 5.
const SKIPPED: &[u8] = &[0x2a, 0x4d, 0x18];

/// A stream that can be read on any thread.
pub type Input = Box<dyn Read + Send>;

/// Opens a file; one packed with gzip or zstd is unpacked while it is read.
///
/// # Errors
///
/// `invalid_option`, naming the file, if it cannot be opened or read.
pub fn open(path: &Path) -> Result<Input> {
    let fault = |error: io::Error| Error::invalid_option(format!("{}: {error}", path.display()));
    unpacked(File::open(path).map_err(fault)?).map_err(fault)
}

/// Unpacks a stream if its first bytes are those of gzip or zstd.
///
/// # Errors
///
/// Those of the input.
pub fn unpacked(input: impl Read + Send + 'static) -> io::Result<Input> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let (first, input) = peek(&mut input)?.with(input);
    Ok(if first.starts_with(GZIP) {
        Box::new(MultiGzDecoder::new(input))
    } else if first.starts_with(ZSTD) || is_skipped(&first) {
        Box::new(Zstd {
            frame: None,
            input: Some(Box::new(input)),
        })
    } else {
        Box::new(input)
    })
}

/// Returns true if bytes are packed by gzip or zstd.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(GZIP) || bytes.starts_with(ZSTD) || bytes.get(..4).is_some_and(is_skipped)
}

fn is_skipped(first: &[u8]) -> bool {
    first.len() == 4 && first[0] & 0xf0 == 0x50 && first[1..] == *SKIPPED
}

/// Up to four bytes that were read ahead.
struct Peeked(Vec<u8>);

impl Peeked {
    fn with<R: Read>(self, input: R) -> (Vec<u8>, Chain<Cursor<Vec<u8>>, R>) {
        (self.0.clone(), Cursor::new(self.0).chain(input))
    }
}

fn peek(input: &mut impl Read) -> io::Result<Peeked> {
    let mut first = Vec::with_capacity(4);
    input.take(4).read_to_end(&mut first)?;
    Ok(Peeked(first))
}

/// The frames of a zstd stream, one after the other.
///
/// The decoder refuses windows above 100 MB, so that a stranger's file cannot ask for more
/// memory.
struct Zstd {
    frame: Option<Box<StreamingDecoder<Input, ruzstd::decoding::FrameDecoder>>>,
    /// The input between frames.
    input: Option<Input>,
}

impl Read for Zstd {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(frame) = &mut self.frame {
                let length = frame.read(out)?;
                if length > 0 {
                    return Ok(length);
                }
                self.input = self.frame.take().map(|frame| frame.into_inner());
            }
            let Some(mut input) = self.input.take() else {
                return Ok(0);
            };
            let (first, mut input) = peek(&mut input)?.with(input);
            if first.is_empty() {
                return Ok(0);
            }
            if is_skipped(&first) {
                let mut head = [0; 8];
                input.read_exact(&mut head)?;
                let [_, _, _, _, a, b, c, d] = head;
                let length = u64::from(u32::from_le_bytes([a, b, c, d]));
                let skipped = io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
                if skipped < length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                self.input = Some(Box::new(input));
                continue;
            }
            let frame = StreamingDecoder::new(Box::new(input) as Input)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
            self.frame = Some(Box::new(frame));
        }
    }
}
