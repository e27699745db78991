//! Texts and numbers: what is written is read back as the same.

use proptest::prelude::*;

use super::super::{Board, Dialect, FenOptions, FenStyle, Move, Piece, Rules, Setup};
use super::in_random_games;

#[test]
fn positions_round_trip() {
    in_random_games(60, 120, |board, variant, _| {
        for (shredder, slash) in [(false, false), (true, false), (false, true)] {
            let style = FenStyle {
                pocket: variant.options.allow_pocket,
                slash,
                shredder,
            };
            let text = board.fen_with(&style);
            let again = Board::from_fen(&text, &variant.options)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(again, *board, "{text}");
            assert_eq!(again.fen_with(&style), text);
        }
        assert_eq!(Setup::of(board).board(&variant.options).unwrap(), *board);
    });
}

#[test]
fn moves_round_trip() {
    in_random_games(20, 80, |board, variant, _| {
        let rules = &variant.rules;
        for mv in board.legal_moves(rules) {
            for dialect in [Dialect::Standard, Dialect::Chess960] {
                let text = mv.uci(dialect);
                assert_eq!(board.parse_uci(&text, rules), Ok(mv), "{text} in {board:?}");
                let id = mv.id(dialect);
                assert_eq!(Move::from_id(board, id), Some(mv), "{id} in {board:?}");
                assert_eq!(Move::id_text(id), Some(text), "{id} in {board:?}");
            }
            let san = board.san(mv, rules);
            assert_eq!(board.parse_san(&san, rules), Ok(mv), "{san} in {board:?}");
            // By definition; writing makes no move that cannot give check.
            let next = board.make(mv, rules);
            let sign = match (next.is_check(), next.is_mate(rules)) {
                (false, _) => "",
                (true, false) => "+",
                (true, true) => "#",
            };
            let signs = san.trim_start_matches(|c| c != '+' && c != '#');
            assert_eq!(signs, sign, "{san} in {board:?}");
            // Another piece of its kind that could go there is told apart, and nothing else is.
            let twins = board.legal_moves(rules).into_iter().filter(|other| {
                other.to() == mv.to()
                    && other.from() != mv.from()
                    && !other.is_drop()
                    && board.piece_at(other.from()) == board.piece_at(mv.from())
            });
            let piece = board
                .piece_at(mv.from())
                .filter(|_| !mv.is_drop() && !mv.is_castle());
            if piece.is_some_and(|piece| piece != Piece::Pawn) {
                let plain = 3 + usize::from(board.captured_by(mv).is_some()) + sign.len();
                assert_eq!(san.len() > plain, twins.count() > 0, "{san} in {board:?}");
            }
        }
    });
}

#[test]
fn all_forms_of_a_position_are_read() {
    let read = |text: &str| Board::from_fen(text, &FenOptions::CRAZYHOUSE).unwrap();
    let expected = read("r3k2r/8/8/8/8/8/8/R3K2R[QNPPqp] b KQkq - 3 7");
    for text in [
        "r3k2r/8/8/8/8/8/8/R3K2R[pPqNPQ] b KQkq - 3 7",
        "r3k2r/8/8/8/8/8/8/R3K2R/pPqNPQ b KQkq - 3 7",
        "r3k2r/8/8/8/8/8/8/R3K2R[QNPPqp] b HAha - 3 7",
        "  r3k2r/8/8/8/8/8/8/R3K2R[QNPPqp]   b qkQK -  3 7 ",
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
    let empty = read("4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    for text in [
        "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3/ w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3/- w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4K3 w - e3 0 0",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
    ] {
        assert_eq!(read(text), empty, "{text}");
    }
}

#[test]
fn castling_is_written_shortly_and_clearly() {
    for (text, expected) in [
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "1R2K1R1 w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "4KR1R w F - 0 1"),
        ("4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1", "R1R1K3 w C - 0 1"),
        ("4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1", "R1R1K3 w Q - 0 1"),
    ] {
        let board: Board = text.parse().unwrap();
        assert!(board.fen().ends_with(expected), "{text}: {}", board.fen());
    }
}

#[test]
fn promoted_marks_matter_in_drop_chess_only() {
    let text = "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1";
    let marked = Board::from_fen(text, &FenOptions::CRAZYHOUSE).unwrap();
    assert_eq!(marked.bfen(), text);
    let plain = marked.without_promoted_marks();
    assert_ne!(marked, plain);
    assert_ne!(marked.hash(), plain.hash());
    assert_eq!(plain.hash(), plain.recomputed_hash());
    assert_eq!(Board::from_fen(text, &FenOptions::CHESS).unwrap(), plain);
}

#[test]
fn counters_count() {
    let start = "4k3/p7/8/8/8/8/8/4K2N[Nn] w - - 98 10";
    let mut board = Board::from_fen(start, &FenOptions::CRAZYHOUSE).unwrap();
    for (text, halfmove, fullmove) in [
        ("h1g3", 99, 10),
        ("N@b6", 100, 11),
        ("N@a1", 101, 11),
        ("a7a5", 0, 12),
    ] {
        let mv = board.parse_uci(text, &Rules::CRAZYHOUSE).unwrap();
        board = board.make(mv, &Rules::CRAZYHOUSE);
        assert_eq!(
            (board.halfmove(), board.fullmove()),
            (halfmove, fullmove),
            "{text}"
        );
    }
    let text = "4k3/8/8/8/8/8/8/4K2R b - - 65535 4294967295";
    let worn: Board = text.parse().unwrap();
    let mv = worn.parse_uci("e8e7", &Rules::CHESS).unwrap();
    let next = worn.make(mv, &Rules::CHESS);
    assert_eq!((next.halfmove(), next.fullmove()), (65535, u32::MAX));
}

#[test]
fn faults_name_their_field() {
    let rows = "4k3/8/8/8/8/8/8/4K3";
    let many = "P".repeat(256);
    let cases = [
        (String::new(), "placement"),
        ("8/8 w - - 0 1".into(), "placement"),
        (format!("{rows}/8/8 w"), "pocket"),
        ("4k3/8/8/8/8/8/8/4K4 w".into(), "placement"),
        ("4k3/8/8/8/8/8/8/4K2 w".into(), "placement"),
        ("4k3/8/8/8/8/8/8/4Kx2 w".into(), "placement"),
        ("4k3/8/8/8/8/8/8/4K~3 w".into(), "placement"),
        ("4k3/8/8/8/8/8/8/~4K3 w".into(), "placement"),
        ("8/8/8/8/8/8/8/4K3 w".into(), "placement"),
        ("4k3/8/8/8/8/8/8/3KK3 w".into(), "placement"),
        ("4k2P/8/8/8/8/8/8/4K3 w".into(), "placement"),
        (format!("{rows}[ w"), "pocket"),
        (format!("{rows}[K] w"), "pocket"),
        (format!("{rows}[x] w"), "pocket"),
        (format!("{rows}[{many}] w"), "pocket"),
        (rows.into(), "side to move"),
        (format!("{rows} x"), "side to move"),
        ("4k3/4R3/8/8/8/8/8/4K3 w".into(), "side to move"),
        (format!("{rows} w K"), "castling"),
        (format!("{rows} w A"), "castling"),
        (format!("{rows} w x"), "castling"),
        ("4k3/8/8/8/8/8/4K3/7R w K".into(), "castling"),
        ("4k3/8/8/8/8/8/8/4KR1R w FH".into(), "castling"),
        (format!("{rows} w - e4"), "en passant"),
        (format!("{rows} w - x"), "en passant"),
        (format!("{rows} w - - x"), "halfmove"),
        (format!("{rows} w - - -1"), "halfmove"),
        (format!("{rows} w - - 65536"), "halfmove"),
        (format!("{rows} w - - 0 4294967296"), "fullmove"),
        (format!("{rows} w - - 0 1 1"), "FEN"),
    ];
    for (text, field) in cases {
        let error = Board::from_fen(&text, &FenOptions::CRAZYHOUSE).unwrap_err();
        assert_eq!(error.code(), "invalid_notation");
        let start = format!("{field}: ");
        assert!(error.message().starts_with(&start), "{text}: {error}");
    }
    let pocket = Board::from_fen("4k3/8/8/8/8/8/8/4K3[P] w", &FenOptions::CHESS).unwrap_err();
    assert!(pocket.message().starts_with("pocket: "));
}

proptest! {
    #[test]
    fn no_text_makes_a_panic(text in "\\PC{0,40}") {
        let board = Board::start();
        let _ = Board::from_fen(&text, &FenOptions::CRAZYHOUSE);
        let _ = board.parse_uci(&text, &Rules::CRAZYHOUSE);
        let _ = board.parse_san(&text, &Rules::CRAZYHOUSE);
    }

    #[test]
    fn no_likely_text_makes_a_panic(text in "[rnbqkpRNBQKP1-8/~\\[\\]]{0,72}( [wb]( [KQkqA-Ha-h-]{0,5}( [a-h-][1-8]?)?)?)?") {
        if let Ok(board) = Board::from_fen(&text, &FenOptions::CRAZYHOUSE) {
            let rules = Rules::CRAZYHOUSE;
            prop_assert_eq!(board.legal_moves(&rules).len() as u32, board.count_legal(&rules));
        }
    }

    #[test]
    fn any_men_make_a_sound_board_or_an_error(
        men in prop::collection::vec((0_usize..64, 0_usize..12), 0..60),
        kings in (0_usize..64, 0_usize..64),
        black in any::<bool>(),
        castling in any::<u64>(),
        passed in 0_u8..64,
    ) {
        use super::super::{Bitboard, Color, Piece, Square};
        let mut setup = Setup::default();
        for (square, man) in men {
            let color = Color::ALL[man / 6];
            setup.men[square] = Some((color, Piece::ALL[man % 6 % 5]));
        }
        setup.men[kings.0] = Some((Color::White, Piece::King));
        setup.men[kings.1] = Some((Color::Black, Piece::King));
        setup.turn = Color::ALL[usize::from(black)];
        setup.en_passant = Square::new(passed);
        if castling & 1 != 0 {
            setup.castling = Bitboard(castling) & Bitboard::BACK_RANKS;
        }
        if let Ok(board) = setup.board(&FenOptions::CRAZYHOUSE) {
            let rules = Rules::CRAZYHOUSE;
            let list = board.legal_moves(&rules);
            prop_assert_eq!(list.len() as u32, board.count_legal(&rules));
            for mv in list {
                prop_assert!(board.is_legal(mv, &rules));
                let next = board.make(mv, &rules);
                prop_assert_eq!(next.hash(), next.recomputed_hash());
                prop_assert!(!next.is_attacked(next.king(board.turn()), next.turn()));
            }
        }
    }
}

#[test]
fn what_a_position_says_twice_or_loosely_is_refused() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (text, said) in [
        (
            format!("{start} w KKQkq - 0 1"),
            "castling: 'K' names the rook of h1 a second time",
        ),
        (
            format!("{start} w KHQkq - 0 1"),
            "castling: 'H' names the rook of h1 a second time",
        ),
        (
            format!("{start} w KQaqk - 0 1"),
            "castling: 'q' names the rook of a8 a second time",
        ),
        (
            format!("{start} W KQkq - 0 1"),
            "side to move: \"W\" is neither w nor b",
        ),
        (
            format!("{start} B KQkq - 0 1"),
            "side to move: \"B\" is neither w nor b",
        ),
        (
            "rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            "placement: rank 5 (\"44\"): two counts of empty squares side by side",
        ),
        (
            "rnbqkbnr/pppppppp/8/11P5/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            "placement: rank 5 (\"11P5\"): two counts of empty squares side by side",
        ),
    ] {
        let error = text.parse::<Board>().unwrap_err();
        assert_eq!(
            (error.code(), error.message()),
            ("invalid_notation", said),
            "{text}"
        );
    }
}
