//! Rule sets as data: which facts are told, how finely, and to whom.

/// Who hears something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The side whose turn it is.
    Mover,
    /// The other side.
    Opponent,
    /// Both sides.
    Both,
}

/// What is played under the moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// Chess.
    Chess,
    /// Crazyhouse: captured men are dropped.
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
    /// `illegal_move` for all that another man's place forbids.
    Plain,
    /// `wont_help` for a pinned man or a move that leaves the king in check,
    /// `no_such_piece` for a square without a man of one's own, `illegal_move` else.
    Named,
}

/// What is answered to a move that the mover's own men rule out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nonsense {
    /// The same word as for any other.
    SameWord,
    /// `nonsense`, heard by these.
    Apart(Audience),
}

/// What is answered to a move that was refused in this turn already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repeated {
    /// The same as before.
    Again,
    /// As a move that one's own men rule out.
    Nonsense,
    /// `already_tried`.
    AlreadyTried,
}

/// How finely a man is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detail {
    /// Not at all.
    Hidden,
    /// Whether it is a pawn.
    PawnOrPiece,
    /// Exactly.
    Exact,
}

/// How a capture in passing is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InPassing {
    /// As any capture, on the square of the pawn that goes.
    OnVictim,
    /// By its name, on the square where the capturing pawn lands.
    Named,
}

/// What is told of captures that pawns could make, before each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tries {
    /// Nothing.
    Untold,
    /// How many.
    Count,
    /// Whether there are any.
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

/// What touching a man means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    /// Men are not touched.
    Never,
    /// A man that could be moved on an otherwise empty board is taken up, and may
    /// be let go of.
    Loose,
    /// A man that has a legal move is taken up and must be moved; of one that has
    /// none this is said.
    Binding,
}

/// One rule set: a field for each row of the table in `docs/blind.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// Its name.
    pub name: &'static str,
    /// What is played.
    pub play: Play,
    /// Whether everything is visible, and nothing therefore told.
    pub open: bool,
    /// Who hears of a refused move.
    pub rejected: Audience,
    /// The words for refused moves.
    pub words: Words,
    /// The answer to what one's own men rule out.
    pub nonsense: Nonsense,
    /// The answer to what was refused before.
    pub repeated: Repeated,
    /// Whether a capture by a pawn that was not announced counts as ruled out.
    pub unannounced_try_is_nonsense: bool,
    /// Whether a move that cannot answer the check that was announced counts as
    /// ruled out; the mover alone is told, and it is not counted.
    pub ignored_check_is_nonsense: bool,
    /// How finely the man that is taken is told.
    pub victim: Detail,
    /// How finely the man that takes is told.
    pub captor: Detail,
    /// How captures in passing are told.
    pub in_passing: InPassing,
    /// What is told of captures by pawns.
    pub tries: Tries,
    /// Whether one may ask for captures by pawns.
    pub any: Any,
    /// Whether it is told that a pawn was promoted.
    pub promotion: bool,
    /// Whether it is told what was dropped.
    pub drops: bool,
    /// Whether checks are told, with their directions.
    pub checks: bool,
    /// Whether it is told after each move how many were refused before it.
    pub rebuffs: bool,
    /// What touching a man means.
    pub touch: Touch,
    /// How often a position must come for a draw by itself; 0 for no such rule.
    pub repetitions: u8,
    /// After how many plies without a capture or a pawn's move the game is drawn by
    /// itself; 0 for no such rule.
    pub halfmoves: u16,
    /// Whether threefold repetition and fifty moves can be claimed.
    pub claims: bool,
    /// Whether a side without a move, and not in check, loses.
    pub stalemate_loses: bool,
    /// How many refusals in one turn a table bears with a bot.
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

    /// Whether the king may be taken, and check is no matter.
    #[must_use]
    pub const fn takes_kings(&self) -> bool {
        matches!(self.play, Play::Fog | Play::Reconnaissance)
    }
}
