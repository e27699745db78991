//! Rule sets as data: which facts are told, how finely, and to whom.

/// Sides that hear an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The side whose turn it is.
    Mover,
    /// The other side.
    Opponent,
    /// Both sides.
    Both,
}

/// Game that is played under the moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// Chess.
    Chess,
    /// Crazyhouse: captured pieces are dropped.
    Crazyhouse,
    /// Chess without check: the king may be taken, and each side sees the squares
    /// that it could move to.
    Fog,
    /// Chess without check, with a look at nine squares before each move.
    Reconnaissance,
}

/// The words for moves that are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Words {
    /// `illegal_move` for all that another piece's place forbids.
    Plain,
    /// `wont_help` for a pinned piece or a move that leaves the king in check,
    /// `no_such_piece` for a square without a piece of one's own, `illegal_move` else.
    Named,
}

/// Answer to a move that the mover's own pieces rule out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nonsense {
    /// The same word as for any other.
    SameWord,
    /// `nonsense`, heard by these.
    Apart(Audience),
}

/// Answer to a move that was refused in this turn already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repeated {
    /// The same as before.
    Again,
    /// As a move that one's own pieces rule out.
    Nonsense,
    /// `already_tried`.
    AlreadyTried,
}

/// Detail in which a piece is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detail {
    /// Not at all.
    Hidden,
    /// The word that it is a pawn.
    PawnOrPiece,
    /// Exactly.
    Exact,
}

/// Announcement of an en passant capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InPassing {
    /// As any capture, on the square of the pawn that goes.
    OnVictim,
    /// By its name, on the square where the capturing pawn lands.
    Named,
}

/// Announcement, before each turn, of captures that pawns could make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tries {
    /// Nothing.
    Untold,
    /// Their number.
    Count,
    /// Yes or no.
    YesNo,
    /// From which squares.
    Squares,
}

/// Until when the answer yes to "any?" binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Any {
    /// There is no such question.
    Never,
    /// Until a pawn has taken something.
    UntilCapture,
    /// Until a capture by a pawn has been tried.
    OneTry,
}

/// Meaning of touching a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    /// Pieces are not touched.
    Never,
    /// A piece that could be moved on an otherwise empty board is taken up, and may
    /// be let go of.
    Loose,
    /// A piece that has a legal move is taken up and must be moved; of one that has
    /// none this is said.
    Binding,
}

/// One rule set: a field for each row of the table in `docs/blind.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// Its name.
    pub name: &'static str,
    /// Game that is played under the rule set.
    pub play: Play,
    /// True if everything is visible, so that nothing is announced.
    pub open: bool,
    /// Sides that hear of a refused move.
    pub rejected: Audience,
    /// The words for refused moves.
    pub words: Words,
    /// The answer to what one's own pieces rule out.
    pub nonsense: Nonsense,
    /// The answer to what was refused before.
    pub repeated: Repeated,
    /// True if a capture by a pawn that was not announced counts as ruled out.
    pub unannounced_try_is_nonsense: bool,
    /// True if a move that cannot answer the check that was announced counts as ruled out; the
    /// mover alone hears it, and it is not counted.
    pub ignored_check_is_nonsense: bool,
    /// Detail in which the captured piece is announced.
    pub victim: Detail,
    /// Detail in which the capturing piece is announced.
    pub captor: Detail,
    /// Announcement of en passant captures.
    pub in_passing: InPassing,
    /// Announcement of captures by pawns.
    pub tries: Tries,
    /// Effect of a yes to the question "any?" for captures by pawns, if the rules have it.
    pub any: Any,
    /// True if promotions are announced, without the piece.
    pub promotion: bool,
    /// True if drops are announced, with the piece.
    pub drops: bool,
    /// True if checks are announced, with their directions.
    pub checks: bool,
    /// True if the number of refusals before each move is announced after it.
    pub rebuffs: bool,
    /// Meaning of touching a piece.
    pub touch: Touch,
    /// Number of occurrences of a position that draw by themselves; 0 for no such rule.
    pub repetitions: u8,
    /// After how many plies without a capture or a pawn's move the game is drawn by
    /// itself; 0 for no such rule.
    pub halfmoves: u16,
    /// True if draws by threefold repetition and by the fifty-move rule can be claimed.
    pub claims: bool,
    /// True if stalemate loses for the side to move.
    pub stalemate_loses: bool,
    /// Number of refusals in one turn that a table allows a bot.
    pub retries: u32,
}

/// The house rules.
const BLIND: RuleSet = RuleSet {
    name: "blind",
    play: Play::Chess,
    open: false,
    rejected: Audience::Mover,
    words: Words::Named,
    nonsense: Nonsense::SameWord,
    repeated: Repeated::AlreadyTried,
    unannounced_try_is_nonsense: false,
    ignored_check_is_nonsense: false,
    victim: Detail::PawnOrPiece,
    captor: Detail::Hidden,
    in_passing: InPassing::OnVictim,
    tries: Tries::Untold,
    any: Any::Never,
    promotion: false,
    drops: false,
    checks: true,
    rebuffs: false,
    touch: Touch::Binding,
    repetitions: 5,
    halfmoves: 150,
    claims: true,
    stalemate_loses: false,
    retries: 5,
};

const WILD16: RuleSet = RuleSet {
    name: "wild16",
    words: Words::Plain,
    repeated: Repeated::Again,
    tries: Tries::Count,
    touch: Touch::Loose,
    ..BLIND
};

const BERKELEY: RuleSet = RuleSet {
    name: "berkeley",
    rejected: Audience::Both,
    nonsense: Nonsense::Apart(Audience::Mover),
    repeated: Repeated::Nonsense,
    victim: Detail::Hidden,
    tries: Tries::Untold,
    repetitions: 0,
    halfmoves: 0,
    claims: false,
    retries: 20,
    ..WILD16
};

const BERKELEY_ANY: RuleSet = RuleSet {
    name: "berkeley_any",
    any: Any::UntilCapture,
    ..BERKELEY
};

const CINCINNATI: RuleSet = RuleSet {
    name: "cincinnati",
    rejected: Audience::Both,
    nonsense: Nonsense::Apart(Audience::Both),
    repeated: Repeated::Nonsense,
    unannounced_try_is_nonsense: true,
    tries: Tries::YesNo,
    ..WILD16
};

const RAND: RuleSet = RuleSet {
    name: "rand",
    ignored_check_is_nonsense: true,
    tries: Tries::Squares,
    promotion: true,
    rebuffs: true,
    stalemate_loses: true,
    ..CINCINNATI
};

const ENGLISH: RuleSet = RuleSet {
    name: "english",
    rejected: Audience::Both,
    victim: Detail::Hidden,
    in_passing: InPassing::Named,
    tries: Tries::Untold,
    any: Any::OneTry,
    ..WILD16
};

const CRAZYKRIEG: RuleSet = RuleSet {
    name: "crazykrieg",
    play: Play::Crazyhouse,
    nonsense: Nonsense::Apart(Audience::Both),
    repeated: Repeated::Nonsense,
    victim: Detail::Exact,
    in_passing: InPassing::OnVictim,
    drops: true,
    halfmoves: 0,
    claims: false,
    ..ENGLISH
};

const FOG: RuleSet = RuleSet {
    name: "fog",
    play: Play::Fog,
    words: Words::Plain,
    repeated: Repeated::Again,
    victim: Detail::Exact,
    checks: false,
    touch: Touch::Loose,
    repetitions: 3,
    halfmoves: 100,
    claims: false,
    ..BLIND
};

const RBC: RuleSet = RuleSet {
    name: "rbc",
    play: Play::Reconnaissance,
    nonsense: Nonsense::SameWord,
    victim: Detail::Hidden,
    touch: Touch::Never,
    repetitions: 0,
    ..FOG
};

const VANILLA: RuleSet = RuleSet {
    name: "vanilla",
    open: true,
    ..BLIND
};

/// All rule sets, the default first.
pub static RULE_SETS: [RuleSet; 11] = [
    BLIND,
    WILD16,
    BERKELEY,
    BERKELEY_ANY,
    CINCINNATI,
    RAND,
    ENGLISH,
    CRAZYKRIEG,
    FOG,
    RBC,
    VANILLA,
];

/// Their names, in the same order.
pub(super) const NAMES: &[&str] = &[
    BLIND.name,
    WILD16.name,
    BERKELEY.name,
    BERKELEY_ANY.name,
    CINCINNATI.name,
    RAND.name,
    ENGLISH.name,
    CRAZYKRIEG.name,
    FOG.name,
    RBC.name,
    VANILLA.name,
];

impl RuleSet {
    /// The rule set of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        RULE_SETS.iter().find(|rules| rules.name == name)
    }

    /// Returns true if the king may be taken and check does not matter.
    #[must_use]
    pub const fn takes_kings(&self) -> bool {
        matches!(self.play, Play::Fog | Play::Reconnaissance)
    }
}
