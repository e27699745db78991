//! Clocks in comments.

use super::clock_of;

#[test]
fn clocks_are_read_in_both_forms() {
    for (text, clock) in [
        ("298.21", Some(298_210)),
        ("0", Some(0)),
        ("12.3456", Some(12_345)),
        ("[%clk 0:02:59.5]", Some(179_500)),
        ("[%eval 0.3] [%clk 1:00:00]", Some(3_600_000)),
        ("a comment", None),
        ("", None),
        ("1.", None),
        ("-3.0", None),
        ("1:", None),
        ("[%clk 0:0", None),
        ("99999999999999999999", None),
    ] {
        assert_eq!(clock_of(text), clock, "{text}");
    }
}
