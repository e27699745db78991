//! The results in text and in JSON.

use std::fmt;

/// The median time of one library.
pub struct Timing {
    pub peer: &'static str,
    pub seconds: f64,
}

/// One case, all libraries, ours first.
pub struct Row {
    pub name: String,
    pub count: u64,
    /// The things counted.
    pub unit: &'static str,
    pub timings: Vec<Timing>,
}

impl Row {
    fn rate(&self, timing: &Timing) -> f64 {
        self.count as f64 / timing.seconds / 1e6
    }

    /// Ratio of the peer's time to ours.
    fn ratio(&self, timing: &Timing) -> f64 {
        timing.seconds / self.timings[0].seconds
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<32} {:>13} {}", self.name, self.count, self.unit)?;
        for (place, timing) in self.timings.iter().enumerate() {
            write!(f, "  {} {:.1} M/s", timing.peer, self.rate(timing))?;
            if place > 0 {
                write!(f, " ({:.2}x)", self.ratio(timing))?;
            }
        }
        Ok(())
    }
}

/// All rows; names hold nothing that JSON would want escaped.
pub fn json(rows: &[Row]) -> String {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            let peers: Vec<_> = row
                .timings
                .iter()
                .map(|timing| {
                    format!(
                        r#"{{"peer":"{}","seconds":{:.6},"mnps":{:.2},"ratio":{:.3}}}"#,
                        timing.peer,
                        timing.seconds,
                        row.rate(timing),
                        row.ratio(timing)
                    )
                })
                .collect();
            format!(
                r#"{{"case":"{}","{}":{},"peers":[{}]}}"#,
                row.name,
                row.unit,
                row.count,
                peers.join(",")
            )
        })
        .collect();
    format!("[{}]", rows.join(","))
}
