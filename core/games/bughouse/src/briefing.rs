//! The rules in words.

use super::{Bughouse, Deadlock};
use chess_games::briefing::{ADVICE, DROPS, SAN};
use contract::briefing::Briefing;
use contract::game::Game;

impl Bughouse {
    pub(super) fn rules_in_words(&self) -> Briefing {
        let board = self.board.briefing();
        let deadlock = match self.deadlock {
            Deadlock::Draw => "If no seat has a move the game is drawn.",
            Deadlock::Flag => "If no seat has a move the clocks decide.",
        };
        let teams = "Four play on two boards, A and B, in two teams: A.white with B.black, and A.black with B.white. Each \
                     plays on its own board only, and both boards go on at the same time. A piece that is captured keeps \
                     its colour and goes into the hand of the captor's partner, who may drop it.";
        let by = match self.board.rules().exposed_kings {
            false => "mate",
            true => "the capture of a king",
        };
        let end = format!(
            "The first board that ends, by {by}, a flag or resignation, ends the game for both teams."
        );
        Briefing {
            short: format!("bughouse: {teams} {end} {deadlock}"),
            rules: format!(
                "{teams} {end} {deadlock}\nOn each board the rules of chess hold, with drops.\n{}",
                board.rules
            ),
            advice: format!(
                "{ADVICE} Think of your partner: what you capture helps the partner's board, and what you lose helps the \
                 enemy there. Heed what your partner asks for. A check that cannot be blocked or taken wins even against \
                 many pieces; when you may be mated by a piece that the other board could bring, take no chances."
            ),
            notation: format!(
                "{SAN} {DROPS} A move begins with the letter of its board and a colon: A:e4, B:N@f3."
            ),
            style: "san",
        }
    }
}
