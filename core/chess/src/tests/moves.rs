//! Moves: the different queries agree, and making moves keeps the board consistent.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::ControlFlow;

use super::super::{
    Bitboard, Board, Color, FenOptions, Move, MoveKind, Piece, Rules, Stages, perft_bulk,
    perft_full,
};
use super::in_random_games;

#[test]
fn the_hash_is_kept_up() {
    in_random_games(60, 120, |board, variant, _| {
        assert_eq!(board.hash(), board.recomputed_hash(), "{board:?}");
        let bare = board.without_pockets();
        assert_eq!(board.hash_without_pockets(), bare.hash(), "{board:?}");
        assert_eq!(bare.hash(), bare.recomputed_hash());
        assert!(variant.rules.mark_promoted || board.promoted().is_empty());
        if !board.is_check() {
            let passed = board.make_null();
            assert_eq!(passed.hash(), passed.recomputed_hash());
            assert_eq!(passed.turn(), !board.turn());
        }
    });
}

#[test]
fn the_change_of_the_hash_is_that_of_the_move() {
    in_random_games(60, 120, |board, variant, _| {
        let rights = (board.castling(), board.en_passant());
        for mv in board.legal_moves(&variant.rules) {
            let quiet = mv.kind() == MoveKind::Normal && !board.occupied().has(mv.to());
            let after = board.make(mv, &variant.rules);
            if quiet && rights == (after.castling(), after.en_passant()) {
                let expected = board
                    .hash()
                    .wrapping_add(board.hash_change(mv.from(), mv.to()));
                assert_eq!(after.hash(), expected, "{board:?}, {mv:?}");
            }
            let plain = matches!(mv.kind(), MoveKind::Normal | MoveKind::Drop(_));
            if plain && rights == (after.castling(), after.en_passant()) {
                let likely = board.likely_hash_after(mv, &variant.rules);
                assert_eq!(after.hash(), likely, "{board:?}, {mv:?}");
            }
        }
    });
}

#[test]
fn every_way_to_ask_gives_the_same_moves() {
    in_random_games(25, 80, |board, variant, _| {
        let rules = &variant.rules;
        let list = board.legal_moves(rules);
        assert_eq!(list.len() as u32, board.count_legal(rules), "{board:?}");
        assert_eq!(board.has_legal(rules), !list.is_empty(), "{board:?}");
        let set: HashSet<_> = list.iter().copied().collect();
        assert_eq!(set.len(), list.len(), "a move came twice: {board:?}");
        for (index, &mv) in list.iter().enumerate() {
            assert_eq!(board.nth_legal(rules, index as u32), Some(mv), "{board:?}");
        }
        assert_eq!(board.nth_legal(rules, list.len() as u32), None);

        let mut from_squares = HashSet::new();
        for from in Bitboard::FULL {
            from_squares.extend(
                board
                    .legal_from(from, rules)
                    .into_iter()
                    .map(|to| (from, to)),
            );
        }
        let men: HashSet<_> = list
            .iter()
            .filter(|mv| !mv.is_drop())
            .map(|mv| (mv.from(), mv.to()))
            .collect();
        assert_eq!(from_squares, men, "{board:?}");
        for piece in Piece::DROPPABLE {
            let drops: Bitboard = list
                .iter()
                .filter(|mv| mv.dropped() == Some(piece))
                .map(|mv| mv.to())
                .collect();
            assert_eq!(board.legal_drops(piece, rules), drops, "{board:?}");
        }
    });
}

#[test]
fn where_kings_may_be_captured_pseudo_legal_moves_are_legal() {
    let taken = Cell::new(0);
    in_random_games(60, 120, |board, variant, rng| {
        let rules = &variant.rules;
        if !rules.exposed_kings {
            return;
        }
        let legal: HashSet<_> = board.legal_moves(rules).into_iter().collect();
        let pseudo: HashSet<_> = board.pseudo_legal_moves(rules).into_iter().collect();
        assert_eq!(legal, pseudo, "{board:?}");
        assert!(!board.is_mate(rules) && !board.is_frozen(rules));
        if rng.below(20) == 0 {
            let replies = |mv: &Move| board.make(*mv, rules).pseudo_legal_moves(rules).len() as u64;
            let alive = |mv: &Move| !board.takes_king(*mv);
            let leaves = legal.iter().filter(|mv| alive(mv)).map(replies).sum();
            assert_eq!(perft_bulk(board, rules, 2), leaves, "{board:?}");
            assert_eq!(perft_full(board, rules, 2), leaves, "{board:?}");
        }
        for mv in legal {
            if board
                .captured_by(mv)
                .is_some_and(|taken| taken.piece == Piece::King)
            {
                taken.set(taken.get() + 1);
                let next = board.make(mv, rules);
                assert_eq!(next.hash(), next.recomputed_hash(), "{board:?}");
                assert!(!next.is_check() && next.castling_rooks(next.turn()) == [None; 2]);
                let text = next.bfen();
                assert_eq!(Board::from_fen(&text, &variant.options).unwrap(), next);
                assert!(
                    Board::from_fen(&text, &FenOptions::BUGHOUSE).is_err(),
                    "{text}"
                );
            }
        }
    });
    assert!(taken.get() > 100, "{} kings could be captured", taken.get());
    let options = FenOptions {
        rules: Rules::BUGHOUSE.exposed_kings(true),
        ..FenOptions::BUGHOUSE
    };
    let error = Board::from_fen("4k3/8/8/8/8/8/8/7R[] w K - 0 1", &options).unwrap_err();
    assert!(error.to_string().contains("castling"), "{error}");
}

#[test]
fn stages_are_a_partition() {
    in_random_games(25, 80, |board, variant, _| {
        let rules = &variant.rules;
        let mut union = HashSet::new();
        for stage in [Stages::CAPTURES, Stages::QUIETS, Stages::DROPS] {
            for mv in board.moves_of(rules, stage) {
                assert!(union.insert(mv), "{mv} is in two stages: {board:?}");
                let active = board.captured_by(mv).is_some() || mv.promoted_to().is_some();
                assert_eq!(active, stage == Stages::CAPTURES, "{mv} in {board:?}");
                assert_eq!(mv.is_drop(), stage == Stages::DROPS);
            }
        }
        let all: HashSet<_> = board.legal_moves(rules).into_iter().collect();
        assert_eq!(union, all, "{board:?}");
        let both = board.moves_of(rules, Stages::BOARD).len();
        assert_eq!(both, all.iter().filter(|mv| !mv.is_drop()).count());
    });
}

#[test]
fn sets_know_their_length() {
    in_random_games(10, 60, |board, variant, _| {
        let _ = board.visit(&variant.rules, Stages::ALL, |set| {
            let moves: Vec<_> = set.into_iter().collect();
            assert!(!set.is_empty());
            assert_eq!(moves.len() as u32, set.len());
            assert_eq!(set.into_iter().len(), moves.len());
            for (index, &mv) in moves.iter().enumerate() {
                assert_eq!(set.nth(index as u32), Some(mv));
            }
            ControlFlow::Continue(())
        });
    });
}

#[test]
fn legality_agrees_for_all_moves_there_are() {
    in_random_games(4, 40, |board, variant, rng| {
        if rng.below(8) != 0 {
            return;
        }
        let list: HashSet<_> = board.legal_moves(&variant.rules).into_iter().collect();
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            let legal = list.contains(&mv);
            assert_eq!(
                board.is_legal(mv, &variant.rules),
                legal,
                "{mv} in {board:?}"
            );
            let checked = board.check_legal(mv, &variant.rules);
            assert_eq!(checked.is_ok(), legal, "{mv} in {board:?}");
            // An invalid input may give any result, but never a panic.
            let _ = board.make_and_report(mv, &variant.rules);
        }
    });
}

#[test]
fn moves_keep_the_king_safe_and_report_what_they_take() {
    in_random_games(20, 80, |board, variant, _| {
        let rules = &variant.rules;
        for mv in board.legal_moves(rules) {
            let (next, captured) = board.make_and_report(mv, rules);
            let us = board.turn();
            if captured.is_some_and(|taken| taken.piece == Piece::King) {
                assert!(rules.exposed_kings, "{mv} in {board:?}");
                continue;
            }
            let safe = !next.is_attacked(next.king(us), !us);
            assert!(safe || rules.exposed_kings, "{mv} in {board:?}");
            assert_eq!(
                next.is_check(),
                board.gives_check(mv, rules),
                "{mv} in {board:?}"
            );
            // Kings that stand beside each other are no checks that can be answered.
            let checkers = next.checkers() - next.pieces(Piece::King);
            assert_eq!(checkers, next.checks().checkers, "{mv} in {board:?}");
            let men =
                board.occupied().len() + u32::from(mv.is_drop()) - u32::from(captured.is_some());
            assert_eq!(next.occupied().len(), men, "{mv} in {board:?}");
            let count = |color: Color| -> u32 {
                Piece::DROPPABLE
                    .into_iter()
                    .map(|p| u32::from(next.pocket(color, p)))
                    .sum()
            };
            let before: u32 = Piece::DROPPABLE
                .into_iter()
                .map(|p| u32::from(board.pocket(us, p)))
                .sum();
            let gained = captured.is_some() && rules.captures == super::super::Captures::ToPocket;
            let expected = before + u32::from(gained) - u32::from(mv.is_drop());
            assert_eq!(count(us), expected, "{mv} in {board:?}");
            if let MoveKind::Promotion(piece) = mv.kind() {
                assert_eq!(next.colored_piece_at(mv.to()), Some((us, piece)));
                assert_eq!(next.promoted().has(mv.to()), rules.mark_promoted);
            }
        }
    });
}

#[test]
fn ends_fit_the_moves() {
    in_random_games(60, 150, |board, variant, _| {
        let rules = &variant.rules;
        let stuck = board.legal_moves(rules).is_empty();
        let check = board.is_check();
        if rules.exposed_kings {
            assert_eq!(board.is_stalemate(rules), stuck);
            return;
        }
        assert_eq!(board.is_stalemate(rules), stuck && !check);
        // By definition: even with a full pocket there is no move.
        let mut full = *board;
        for piece in Piece::DROPPABLE {
            full = full.with_pocket(board.turn(), piece, 1).unwrap();
        }
        let hopeless = check && !full.has_legal(&super::Rules::BUGHOUSE);
        assert_eq!(board.is_bughouse_mate(), hopeless, "{board:?}");
        assert_eq!(
            board.is_mate(rules),
            if rules.partner {
                hopeless
            } else {
                check && stuck
            }
        );
        let frozen = rules.partner && check && stuck && !hopeless;
        assert_eq!(board.is_frozen(rules), frozen, "{board:?}");
    });
}
