//! Accumulators against sums made from nothing.

use super::{
    Accumulators, HIDDEN_LIMIT, InputLayout, LANES, NarrowInputs, Network, NetworkHeader,
    NetworkWeights, Seen, SideView, UNIT, WEIGHT_LIMIT,
};
use contract::rng::Rng;
use fearless_simd::{Level, Simd as _};

/// Four words of bits, of which the last two may be narrow; the second side has each two exchanged,
/// mirrored ones are reversed.
struct FourWords;

const WORDS: usize = 4;

impl InputLayout<WORDS> for FourWords {
    const NARROW: usize = 2;

    fn number(word: usize, bit: u32, view: SideView) -> usize {
        let word = word ^ usize::from(view.second);
        let bit = if view.mirrored { 63 - bit } else { bit };
        word * 64 + bit as usize
    }
}

const INPUTS: usize = 64 * WORDS;
const HIDDEN: usize = 2 * LANES;
const BUCKETS: usize = 3;

fn weights(rng: &mut Rng, header: &NetworkHeader) -> NetworkWeights {
    let hidden = header.hidden;
    let mut shorts = |count: usize, limit: i16| -> Vec<i16> {
        let wide = 2 * u32::from(limit.unsigned_abs()) + 1;
        (0..count).map(|_| rng.below(wide) as i16 - limit).collect()
    };
    NetworkWeights {
        input: shorts(header.input_weights().unwrap(), 90),
        input_biases: shorts(hidden, 200),
        output: shorts(BUCKETS * 2 * hidden, WEIGHT_LIMIT),
        output_biases: vec![-500, 0, 7000],
    }
}

fn header(hidden: usize) -> NetworkHeader {
    NetworkHeader::new("test", "four-words", [INPUTS, hidden, BUCKETS], 400)
}

/// A header of a network whose second half of inputs leads to some neurons alone.
fn narrow_header(hidden: usize, narrow: usize) -> NetworkHeader {
    NetworkHeader {
        narrow: Some(NarrowInputs {
            first: INPUTS / 2,
            hidden: narrow,
        }),
        ..header(hidden)
    }
}

/// The score of a position by the definition.
fn by_definition(
    header: &NetworkHeader,
    weights: &NetworkWeights,
    bits: [u64; WORDS],
    views: [SideView; 2],
    second_moves: bool,
    bucket: usize,
) -> i32 {
    let hidden = weights.input_biases.len();
    let mut sides: Vec<Vec<i64>> = views
        .iter()
        .map(|view| {
            (0..hidden)
                .map(|neuron| {
                    let mut sum = i64::from(weights.input_biases[neuron]);
                    for (word, bits) in bits.iter().enumerate() {
                        for bit in (0..64).filter(|bit| bits >> bit & 1 == 1) {
                            let input = FourWords::number(word, bit, *view);
                            sum += match header.narrow {
                                Some(narrow) if input >= narrow.first => {
                                    let row = narrow.first * hidden
                                        + (input - narrow.first) * narrow.hidden;
                                    match neuron < narrow.hidden {
                                        true => i64::from(weights.input[row + neuron]),
                                        false => 0,
                                    }
                                }
                                _ => i64::from(weights.input[input * hidden + neuron]),
                            };
                        }
                    }
                    sum.clamp(0, i64::from(UNIT)).pow(2)
                })
                .collect()
        })
        .collect();
    if second_moves {
        sides.swap(0, 1);
    }
    let output = &weights.output[bucket * 2 * hidden..][..2 * hidden];
    let sum: i64 = sides
        .concat()
        .iter()
        .zip(output)
        .map(|(value, weight)| value * i64::from(*weight))
        .sum();
    let value = sum / 255 + i64::from(weights.output_biases[bucket]);
    (value * 400 / (255 * 64)) as i32
}

/// The vectors that this processor has, of each width.
fn levels() -> Vec<Level> {
    let best = Level::new();
    #[cfg(target_arch = "x86_64")]
    let narrower = [
        best.as_avx2().map(|simd| simd.level()),
        best.as_sse4_2().map(|simd| simd.level()),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let narrower = [None; 2];
    narrower.into_iter().flatten().chain([best]).collect()
}

#[test]
fn accumulators_of_every_length_give_what_the_definition_gives() {
    for level in levels() {
        for hidden in (LANES..=HIDDEN_LIMIT).step_by(LANES) {
            accumulators_follow_play(level, &header(hidden));
            for narrow in [LANES, hidden / 2 / LANES * LANES, hidden] {
                accumulators_follow_play(level, &narrow_header(hidden, narrow.max(LANES)));
            }
        }
    }
}

fn accumulators_follow_play(level: Level, header: &NetworkHeader) {
    let mut rng = Rng::new(7);
    let weights = weights(&mut rng, header);
    let network = Network::new(header.clone(), weights.clone()).unwrap();
    let mut accumulators = Accumulators::with_level(&network, level);
    let mut bits: [u64; WORDS] = std::array::from_fn(|_| rng.next_u64() & rng.next_u64());
    let mut views = [
        SideView::default(),
        SideView {
            second: true,
            mirrored: false,
        },
    ];
    let mut ply = 0;
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..300 {
        // Down and up a tree: a few inputs change, now and then many, or a mirror turns.
        for _ in 0..1 + rng.below(3) {
            bits[rng.below(WORDS as u32) as usize] ^= 1 << rng.below(64);
        }
        if rng.below(20) == 0 {
            bits = std::array::from_fn(|_| rng.next_u64());
        }
        if rng.below(8) == 0 {
            let side = rng.below(2) as usize;
            views[side].mirrored = !views[side].mirrored;
        }
        ply = match rng.below(3) {
            0 => ply,
            1 => ply + 1,
            _ => (ply + 90) % 91,
        };
        let (second, bucket) = (rng.below(2) == 1, rng.below(BUCKETS as u32) as usize);
        let facts = Seen {
            views,
            second_moves: second,
            bucket,
            ply,
        };
        let score = accumulators.evaluate::<FourWords>(&network, &bits, facts);
        assert_eq!(
            score,
            by_definition(header, &weights, bits, views, second, bucket)
        );
        seen.insert(score);
    }
    assert!(seen.len() > 200, "the scores differ");
}

#[test]
fn the_greatest_values_fit() {
    let hidden = HIDDEN_LIMIT;
    for sign in [1, -1] {
        let weights = NetworkWeights {
            input: vec![0; INPUTS * hidden],
            input_biases: vec![i16::MAX; hidden],
            output: vec![sign * WEIGHT_LIMIT; 2 * hidden],
            output_biases: vec![i32::from(sign) * i32::from(i16::MAX)],
        };
        let header = NetworkHeader::new("test", "four-words", [INPUTS, hidden, 1], 400);
        let network = Network::new(header, weights).unwrap();
        let seen = Seen {
            views: [SideView::default(); 2],
            second_moves: false,
            bucket: 0,
            ply: 0,
        };
        let score = Accumulators::new(&network).evaluate::<FourWords>(&network, &[0; WORDS], seen);
        let value = 2 * hidden as i64 * 255 * i64::from(WEIGHT_LIMIT) + i64::from(i16::MAX);
        let due = i64::from(sign) * (value * 400 / (255 * 64));
        assert_eq!(i64::from(score), due);
    }
}

#[test]
fn a_network_is_read_as_it_was_written() {
    for header in [header(HIDDEN), narrow_header(HIDDEN, LANES)] {
        let of_seed = |seed| {
            let weights = weights(&mut Rng::new(seed), &header);
            Network::new(header.clone(), weights).unwrap()
        };
        let network = of_seed(3);
        let bytes = network.write().unwrap();
        let again = Network::read(&bytes).unwrap();
        assert_eq!(again, network);
        assert_eq!(again.weights(), network.weights());
        assert_eq!(again.label(), network.label());
        assert_ne!(of_seed(4).hash(), network.hash());
    }
}

#[test]
fn what_is_wrong_with_a_network_is_named() {
    let good = weights(&mut Rng::new(3), &header(HIDDEN));
    let bytes = Network::new(header(HIDDEN), good.clone())
        .unwrap()
        .write()
        .unwrap();
    for (bytes, part) in [
        (&b"no line"[..], "no header"),
        (&b"{}\n"[..], "header: missing field"),
        (&bytes[..bytes.len() - 1], "numbers are missing"),
        (&[&bytes[..], b"x"].concat()[..], "too many"),
    ] {
        let error = Network::read(bytes).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let changed = |change: &dyn Fn(&mut NetworkHeader, &mut NetworkWeights)| {
        let (mut header, mut weights) = (header(HIDDEN), good.clone());
        change(&mut header, &mut weights);
        Network::new(header, weights).unwrap_err().to_string()
    };
    for (error, part) in [
        (
            changed(&|h, _| h.hidden = 65),
            "hidden: takes a multiple of 32 up to 256",
        ),
        (changed(&|h, _| h.inputs = 0), "at least one"),
        (changed(&|h, _| h.inputs = usize::MAX), "input weights"),
        (changed(&|h, _| h.buckets = 2), "output weights"),
        (changed(&|h, _| h.scale = 0), "scale"),
        (
            changed(&|h, _| *h = narrow_header(HIDDEN, 2 * HIDDEN)),
            "narrow: hidden: takes a multiple of 32 up to 64",
        ),
        (
            changed(&|h, _| *h = narrow_header(HIDDEN, LANES)),
            "input weights",
        ),
        (
            changed(&|_, w| w.output[5] = 128),
            "at most 127 in magnitude, 128",
        ),
        (
            changed(&|_, w| w.output[5] = i16::MIN),
            "at most 127 in magnitude",
        ),
    ] {
        assert!(error.contains(part), "{error}");
    }
}
