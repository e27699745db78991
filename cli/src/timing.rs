//! `boardwright timing`: whether the time that an answer takes tells two attempts
//! apart. Both are made in the same position, in random order, and their times are
//! compared by Welch's t-test; beyond 4.5 either way they count as told apart.

use std::hint::black_box;
use std::time::{Duration, Instant};

use boardwright::game::Seat;
use boardwright::host::{MoveRef, State};
use boardwright::rng::Rng;
use serde_json::json;

use crate::args::TimingArgs;
use crate::console::{Console, Failure};

/// From where on two times count as told apart.
const BOUND: f64 = 4.5;
/// Rounds before any are counted.
const WARM: u32 = 500;
/// The part of each side's slowest times that is left out: what the machine did
/// meanwhile.
const CROPPED: f64 = 0.1;

pub(crate) fn run(console: &mut Console, args: &TimingArgs) -> Result<(), Failure> {
    let state = args.subject.state()?;
    let seat = state
        .live()
        .iter()
        .next()
        .ok_or_else(|| boardwright::Error::game_over("nobody can try anything here"))?;
    let texts = [args.a.as_str(), args.b.as_str()];
    let mut times = [Vec::new(), Vec::new()];
    let mut rng = Rng::new(args.seed);
    for round in 0..WARM.saturating_add(args.samples) {
        let first = rng.below(2) as usize;
        for side in [first, 1 - first] {
            let delay = if side == 1 { args.inject_delay } else { 0 };
            let took = answer(&state, seat, texts[side], delay)?;
            if round >= WARM {
                times[side].push(took.as_secs_f64() * 1e9);
            }
        }
    }
    let [a, b] = times.map(TimingSample::of);
    let t = welch(&a, &b);
    let told_apart = t.abs() >= BOUND;
    if console.is_json() {
        console.json(&json!({
            "attempts": texts,
            "samples": args.samples,
            "nanoseconds": [a.mean, b.mean],
            "deviation": [a.variance.sqrt(), b.variance.sqrt()],
            "t": t,
            "bound": BOUND,
            "told_apart": told_apart,
        }))?;
    } else {
        for (text, sample) in texts.iter().zip([&a, &b]) {
            console.line(format_args!(
                "{text}: {:.0} ns, standard deviation {:.0}",
                sample.mean,
                sample.variance.sqrt()
            ))?;
        }
        let word = if told_apart {
            "told apart"
        } else {
            "not told apart"
        };
        console.line(format_args!("Welch's t = {t:.2}: {word} (bound {BOUND})"))?;
    }
    Ok(())
}

/// Makes an attempt as a table does, and says how long the answer took.
fn answer(state: &State, seat: Seat, text: &str, delay: u64) -> Result<Duration, Failure> {
    let began = Instant::now();
    let made = state.commit(seat, MoveRef::Text(text), None)?;
    black_box(&made);
    let wait = Duration::from_nanos(delay);
    if !wait.is_zero() {
        let until = Instant::now() + wait;
        while Instant::now() < until {}
    }
    Ok(began.elapsed())
}

/// The statistics of the times of an attempt.
struct TimingSample {
    mean: f64,
    variance: f64,
    count: f64,
}

impl TimingSample {
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let kept = (times.len() as f64 * (1.0 - CROPPED)) as usize;
        times.truncate(kept.max(2));
        let count = times.len() as f64;
        let mean = times.iter().sum::<f64>() / count;
        let squares: f64 = times.iter().map(|t| (t - mean).powi(2)).sum();
        Self {
            mean,
            variance: squares / (count - 1.0),
            count,
        }
    }
}

/// Welch's t of two samples; 0 where nothing varies.
fn welch(a: &TimingSample, b: &TimingSample) -> f64 {
    let error = (a.variance / a.count + b.variance / b.count).sqrt();
    if error == 0.0 {
        0.0
    } else {
        (a.mean - b.mean) / error
    }
}

#[cfg(test)]
mod tests {
    use super::{TimingSample, welch};

    #[test]
    fn welch_of_a_known_case() {
        let sample = |mean, variance, count| TimingSample {
            mean,
            variance,
            count,
        };
        // Means 20 and 22, variances 4 and 9 of 16 and 25 values: -2 / sqrt(0.61).
        let t = welch(&sample(20.0, 4.0, 16.0), &sample(22.0, 9.0, 25.0));
        assert!((t + 2.560_7).abs() < 1e-3, "{t}");
        assert!(welch(&sample(1.0, 0.0, 9.0), &sample(1.0, 0.0, 9.0)).abs() < f64::EPSILON);
        let of = TimingSample::of((0..100).map(f64::from).collect());
        assert!(
            (of.mean - 44.5).abs() < 1e-9,
            "the slowest tenth is left out"
        );
    }
}
