//! The questions about boards, as games declare them.

use contract::options::joined;
use contract::question::AnswerKind::{Flag, Map, Maps, MaybeText, MaybeTexts, Number, Text, Texts};
use contract::question::{AnswerKind, Parameter, ParameterKind, Question};

const SIDES: ParameterKind = ParameterKind::Word {
    values: &["white", "black"],
};

const fn given(name: &'static str, kind: ParameterKind, doc: &'static str) -> Parameter {
    Parameter {
        name,
        kind,
        required: false,
        doc,
    }
}

const COLOR: Parameter = given("color", SIDES, "a side; both if it is not given");
const SQUARE: Parameter = given("square", ParameterKind::Text, "a square, as e4");
const KIND: Parameter = given(
    "kind",
    ParameterKind::Text,
    "a kind of pieces, as knight; all if it is not given",
);
const MOVE: Parameter = given("move", ParameterKind::Move, "a move").required();
const STYLE: Parameter = given(
    "style",
    ParameterKind::Text,
    "a style of notation for moves that are given and told; the canonical one if it is not given",
);

const fn asked(
    name: &'static str,
    takes: &'static [Parameter],
    gives: AnswerKind,
    doc: &'static str,
) -> Question {
    Question {
        name,
        doc,
        takes,
        gives,
        long: false,
    }
}

const fn long(question: Question) -> Question {
    Question {
        long: true,
        ..question
    }
}

const OF_MOVE: &[Parameter] = &[MOVE, STYLE];

const PIECES: Question = asked(
    "pieces",
    &[COLOR, KIND],
    Map,
    "The pieces by square, as FEN has them: capitals are White's.",
);
const PIECE_AT: Question = asked(
    "piece_at",
    &[SQUARE.required()],
    MaybeText,
    "The piece on a square, as FEN has it; null if the square is empty.",
);
const LETTERS: Question = asked(
    "letters",
    &[],
    Text,
    "The 64 squares in one text, from a1 by b1 and a2 to h8: the pieces as FEN has them, a full \
     stop for an empty square.",
);
const SETS: Question = asked(
    "sets",
    &[],
    Text,
    "The squares of the pieces as nine words of 16 hexadecimal digits, of which the lowest bit is \
     a1, the next one b1 and the highest h8: the pawns, knights, bishops, rooks, queens and kings \
     of both sides, all pieces of Black, all of White, and those that were pawns, where that \
     matters. Pieces of other kinds are in none of the first six.",
);
const KING: Question = asked(
    "king",
    &[COLOR.required()],
    MaybeText,
    "The square of a side's king; null if it has none or several.",
);
const ATTACKERS: Question = asked(
    "attackers",
    &[
        SQUARE.required(),
        given(
            "by",
            SIDES,
            "the side whose pieces are told; both if it is not given",
        ),
    ],
    Texts,
    "The squares of the pieces that attack a square, pinned ones included.",
);
const ATTACKS: Question = asked(
    "attacks",
    &[SQUARE.required()],
    Texts,
    "The squares that the piece on a square attacks or defends, pinned or not; none of an empty \
     square. A pawn attacks its two squares ahead, whether or not there is anything to take.",
);
const CHECKERS: Question = asked(
    "checkers",
    &[],
    Texts,
    "The squares of the pieces that give check to the side to move.",
);
const PINNED: Question = asked(
    "pinned",
    &[COLOR.required()],
    Texts,
    "The squares of the pieces of a side that must not leave the line to their king.",
);
const PIN: Question = asked(
    "pin",
    &[
        SQUARE.required(),
        given(
            "color",
            SIDES,
            "the side whose king counts; that of the piece if it is not given",
        ),
    ],
    MaybeTexts,
    "The line, from edge to edge, on which the piece on a square is pinned to its king; null if \
     it is not pinned. With `color` an empty square is asked about as if a piece stood there.",
);
const PSEUDO_LEGAL: Question = long(asked(
    "pseudo_legal",
    &[SQUARE, STYLE],
    Texts,
    "The moves of the side to move before it is asked whether they leave its king in check, all \
     or those from a square. Castling and en passant are told where they are legal.",
));
const LEGAL: Question = long(asked(
    "legal",
    &[SQUARE, KIND],
    Maps,
    "The legal moves with all that `move_info` tells of them, all or those from a square or of a \
     kind of pieces. Drops are no moves from a square.",
));
const CAPTURES: Question = long(asked(
    "captures",
    &[SQUARE, KIND, STYLE],
    Texts,
    "The legal moves that capture, en passant included, all or those from a square or of a kind \
     of pieces.",
));
const LEGAL_ROWS: Question = long(asked(
    "legal_rows",
    &[
        SQUARE,
        KIND,
        given(
            "moves",
            ParameterKind::Moves,
            "moves, one after the other, in place of those that are legal here",
        ),
        STYLE,
    ],
    Texts,
    "The legal moves, each as a row of seven words and the FEN after it, for programs that read \
     many: the texts `uci` and `san`, the piece, what is captured and the promotion as `legal` has \
     them (`-` where there is none), the square that is left (`-` for a drop) and that which is \
     reached. All or those from a square or of a kind of pieces, or those of a game that goes on \
     with the moves that are given.",
));
const MOVE_INFO: Question = asked(
    "move_info",
    OF_MOVE,
    Map,
    "All about a legal move: its texts `uci`, `san` and `lan`, `from` (null for a drop) and `to`, \
     the `piece`, what is `captured` and on which square (`captured_on`), `promotion`, `castling` \
     (`kingside` or `queenside`), and the flags `drop`, `capture`, `en_passant`, `check`, \
     `zeroing` and `irreversible`.",
);
const GIVES_CHECK: Question = asked("gives_check", OF_MOVE, Flag, "True if a move gives check.");
const IS_CAPTURE: Question = asked(
    "is_capture",
    OF_MOVE,
    Flag,
    "True if a move captures, en passant included.",
);
const IS_EN_PASSANT: Question = asked(
    "is_en_passant",
    OF_MOVE,
    Flag,
    "True if a move captures en passant.",
);
const IS_CASTLING: Question = asked("is_castling", OF_MOVE, Flag, "True if a move castles.");
const IS_ZEROING: Question = asked(
    "is_zeroing",
    OF_MOVE,
    Flag,
    "True if a move captures, or moves or drops a pawn.",
);
const IS_IRREVERSIBLE: Question = asked(
    "is_irreversible",
    OF_MOVE,
    Flag,
    "True if the position cannot come again after a move: it captures, moves a pawn, gives up \
     rights to castle, lets a capture en passant go by, or adds to what rules count for good, such \
     as checks. Where captured pieces come back as drops moves of pawns and captures do not count.",
);
const LEGAL_REASON: Question = asked(
    "legal_reason",
    OF_MOVE,
    MaybeText,
    "The reason for which a move is not legal, in words; null for a legal one.",
);
const INSUFFICIENT: Question = asked(
    "insufficient_material",
    &[COLOR],
    Flag,
    "True if a side cannot win, however its enemy plays; without `color` true if neither can. \
     Where captured pieces come back as drops it is never true.",
);
const CLAIMS: Question = long(asked(
    "claims",
    &[],
    Map,
    "The draws that may be claimed: `now` has the reasons that stand, `by_move` the moves after \
     which one would stand, by reason.",
));
const VARIATION: Question = long(asked(
    "variation_san",
    &[
        given(
            "moves",
            ParameterKind::Moves,
            "the moves, one after the other",
        )
        .required(),
        STYLE,
    ],
    Text,
    "Moves that begin here in SAN, with the numbers of moves: `1. e4 e5 2. Nf3`, or `1...e5 2. Nf3`.",
));
const VALIDITY: Question = asked(
    "validity",
    &[given(
        "notation",
        ParameterKind::Text,
        "a position as FEN or BFEN in place of the state, of which the parts need not go together",
    )],
    Texts,
    "All that is wrong with the position by the rules of chess, by the names of python-chess's \
     `Status` in lower case; nothing of a sound one. A state can have faults, for it limits \
     neither pieces nor checkers.",
);
const FEN: Question = asked(
    "fen",
    &[given(
        "castling",
        ParameterKind::Word {
            values: &["x-fen", "shredder"],
        },
        "the form of rights to castle: KQkq where that is clear, or always the files of the rooks; \
         x-fen if it is not given",
    )],
    Text,
    "The position as FEN, with the pockets in brackets where there are such.",
);
const POLYGLOT_KEY: Question = asked(
    "polyglot_key",
    &[],
    Text,
    "The key by which opening books of Polyglot know the position, 16 hexadecimal digits. \
     Pockets do not count, and en passant does where the capture is legal.",
);
const EXCHANGE: Question = asked(
    "exchange",
    OF_MOVE,
    Number,
    "What the captures on the destination of a move win at most, in centipawns, each side \
     capturing with its least valuable piece as long as it gains. Pins do not count.",
);

/// The questions about a board whose rules are composed: those that [`answer`](super::answer)
/// answers.
pub const OF_COMPOSED: &[Question] = &[
    PIECES,
    PIECE_AT,
    LETTERS,
    SETS,
    KING,
    ATTACKERS,
    ATTACKS,
    CHECKERS,
    PINNED,
    PIN,
    PSEUDO_LEGAL,
    LEGAL,
    CAPTURES,
    LEGAL_ROWS,
    MOVE_INFO,
    GIVES_CHECK,
    IS_CAPTURE,
    IS_EN_PASSANT,
    IS_CASTLING,
    IS_ZEROING,
    IS_IRREVERSIBLE,
    LEGAL_REASON,
    INSUFFICIENT,
    CLAIMS,
    VARIATION,
];

/// The questions about a board of chess or drop chess: besides those, of the position as a whole.
pub(super) const OF_BOARDS: &[Question] = &joined::<_, { OF_COMPOSED.len() + 4 }>(&[
    OF_COMPOSED,
    &[VALIDITY, FEN, POLYGLOT_KEY, EXCHANGE],
]);
